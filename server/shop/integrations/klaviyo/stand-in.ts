import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseJson } from '../../../../rules/json.ts'
import type { ReceivedRequest, StandInAnswer } from '../integration.ts'
import { jsonApiType, klaviyoRevision } from './event.ts'

/** The only private key that the demo's Klaviyo accepts. */
export const klaviyoDemoKey = 'pk_demo_klaviyo_key'

const schema = z.fromJSONSchema(
  JSON.parse(readFileSync(new URL('./event.schema.json', import.meta.url), 'utf8')) as z.core.JSONSchema.JSONSchema,
)
type Event = { data: { attributes: { properties: object; profile: { data: { attributes: { email: string } } } } } }
const mostProperties = 400

const errorOf = (status: number, detail: string): object => ({
  errors: [{ id: 'demo', status, code: 'invalid', title: 'Invalid input.', detail, source: {} }],
})
const refuse = (status: number, detail: string): StandInAnswer => ({
  status,
  problem: detail,
  body: errorOf(status, detail),
})

/** Answers like Klaviyo. Addresses that start with `busy`, `down` or `refused` get that error. */
export function klaviyoStandIn({ method, path, headers, body }: ReceivedRequest): StandInAnswer {
  if (headers.authorization !== `Klaviyo-API-Key ${klaviyoDemoKey}`) return refuse(401, 'Incorrect authentication.')
  if (headers.revision !== klaviyoRevision) return refuse(400, 'The revision is missing or unknown.')
  if (method === 'GET' && path === '/api/accounts')
    return { status: 200, body: { data: [{ type: 'account', id: 'DEMO' }] } }
  if (method !== 'POST' || path !== '/api/events') return refuse(404, `No route ${method} ${path}`)
  if (headers['content-type'] !== jsonApiType) return refuse(415, 'Unsupported media type.')
  const parsed = schema.safeParse(parseJson(body))
  if (!parsed.success) return refuse(400, z.prettifyError(parsed.error))
  const { properties, profile } = (parsed.data as Event).data.attributes
  if (Object.keys(properties).length > mostProperties) return refuse(400, 'Too many properties.')
  const { email } = profile.data.attributes
  if (email.startsWith('busy')) return { status: 429, headers: { 'retry-after': '90' } }
  if (email.startsWith('down')) return { status: 503 }
  return email.startsWith('refused') ? { status: 400, body: errorOf(400, 'The address is invalid.') } : { status: 202 }
}
