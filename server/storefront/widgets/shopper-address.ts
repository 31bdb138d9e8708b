import { isIP } from 'node:net'
import type { IncomingHttpHeaders } from 'node:http'
import type { Ctx } from '../../core/context.ts'
import type { Parts } from '../../core/http/parts.ts'
import { readProxyProof } from './shopper-proof.ts'

interface ForwardedRequest {
  url: string
  /** The address that our own proxies saw, and all addresses on the way. */
  ip: string
  ips?: readonly string[]
  headers: IncomingHttpHeaders
}

/**
 * Returns the address for a shopper's rate limits. The platform's proxy forwards all shoppers from its own addresses
 * and appends theirs to `X-Forwarded-For`. Its signature makes it one more trusted hop; unsigned headers can be forged.
 */
export function readShopperAddress(parts: Parts, ctx: Ctx, request: ForwardedRequest): string {
  if (!readProxyProof(parts, ctx, request)) return request.ip
  const forwarded = [request.headers['x-forwarded-for'] ?? []]
    .flat()
    .join()
    .split(',')
    .map((address) => address.trim())
  // Each of our own proxies appended its client's address.
  const ours = (request.ips?.length ?? 1) - 1
  const address = forwarded.at(-1 - ours) ?? ''
  return isIP(address) ? address : request.ip
}
