import { z } from 'zod'
import { hasSameBytes, hmacSha256 } from './hmac.ts'
import type { FlowActionCall, IncomingHeaders } from './platform.ts'

export interface FlowRules {
  secret: string
  /** Name of the signature's header, lower case. */
  header: string
  isShopDomain(text: string): boolean
}

const base64Sha256 = /^[A-Za-z0-9+/]{43}=$/
const maxRunIdChars = 200

const callShape = z.object({
  shopify_domain: z.string().toLowerCase(),
  action_run_id: z.string().min(1).max(maxRunIdChars),
  properties: z.record(z.string(), z.unknown()).nullish(),
})

/**
 * Reads a signed call of a workflow's action; null if it is invalid. Checks the signature over the raw bytes before
 * parsing. The signature covers the shop, which stands in the body.
 */
export function readFlowAction(rawBody: Uint8Array, headers: IncomingHeaders, rules: FlowRules): FlowActionCall | null {
  const signature = headers[rules.header]
  if (rawBody.length === 0 || typeof signature !== 'string' || !base64Sha256.test(signature)) return null
  if (!hasSameBytes(hmacSha256(rules.secret, rawBody), Buffer.from(signature, 'base64'))) return null
  const call = callShape.safeParse(parseJson(rawBody))
  if (!call.success || !rules.isShopDomain(call.data.shopify_domain)) return null
  const { shopify_domain: shopDomain, action_run_id: runId, properties } = call.data
  return { shopDomain, runId, properties: properties ?? {} }
}

function parseJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
  } catch {
    return null
  }
}
