import { z } from 'zod'
import { parseJson } from '../../../../rules/json.ts'
import type { ReceivedRequest, StandInAnswer } from '../../../shop/integrations/integration.ts'

/** The only credentials that the demo's Joy accepts. */
export const joyDemo = { appKey: 'demo-joy-app', secretKey: 'demo-joy-secret' } as const

const points = z.strictObject({
  email: z.email(),
  points: z.int().min(1),
  reason: z.literal('review'),
  reference: z.uuid(),
  idempotencyKey: z.uuid(),
})

const envelope = (success: boolean, message: string, data: unknown = null) => ({
  success,
  data,
  timestamp: new Date(0).toISOString(),
  message,
})

/** Answers in Joy's envelope. Addresses that start with `busy` or `refused` get that error. */
export function joyStandIn({ method, path, headers, body }: ReceivedRequest): StandInAnswer {
  if (headers['x-joy-loyalty-app-key'] !== joyDemo.appKey || headers['x-joy-loyalty-secret-key'] !== joyDemo.secretKey)
    return { status: 401, problem: 'credentials', body: envelope(false, 'Unauthorized') }
  if (method === 'GET' && path.startsWith('/customers')) return { status: 200, body: envelope(true, '', []) }
  if (method !== 'POST' || path !== '/customers/points') return { status: 404, problem: `no route ${method} ${path}` }
  const parsed = points.safeParse(parseJson(body))
  if (!parsed.success) return { status: 422, problem: z.prettifyError(parsed.error) }
  const { email } = parsed.data
  if (email.startsWith('busy')) return { status: 429, headers: { 'retry-after': '0' } }
  return email.startsWith('refused')
    ? { status: 400, body: envelope(false, 'Not a member of the program') }
    : { status: 200, body: envelope(true, '', { points: parsed.data.points }) }
}
