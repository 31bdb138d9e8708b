import { z } from 'zod'
import { parseJson } from '../../../../rules/json.ts'
import type { ReceivedRequest, StandInAnswer } from '../../../shop/integrations/integration.ts'

/** The only token that the demo's PushOwl accepts. */
export const pushOwlDemoToken = 'demo-pushowl-token'

/** Request body of the adapter's contract (decision 0044). */
const notification = z.strictObject({
  idempotency_key: z.uuid(),
  recipient: z.strictObject({ customer_id: z.string().regex(/^\d+$/).nullable(), email: z.email() }),
  notification: z.strictObject({
    title: z.string().min(1).max(200),
    body: z.string().min(1).max(400),
    url: z.url(),
    image: z.url().nullable(),
  }),
})

/** Answers like PushOwl. Addresses that start with `busy` or `refused` get that error. */
export function pushOwlStandIn({ method, path, headers, body }: ReceivedRequest): StandInAnswer {
  if (headers.authorization !== `Bearer ${pushOwlDemoToken}`) return { status: 401, problem: 'authorization' }
  if (method === 'GET') return { status: 200, body: { subdomain: path.split('/')[4] ?? '' } }
  if (method !== 'POST' || !/^\/api\/v1\/accounts\/[\w-]+\/notifications\/$/.test(path))
    return { status: 404, problem: `no route ${method} ${path}` }
  const parsed = notification.safeParse(parseJson(body))
  if (!parsed.success) return { status: 422, problem: z.prettifyError(parsed.error) }
  const { email } = parsed.data.recipient
  if (email.startsWith('busy')) return { status: 429, headers: { 'retry-after': '0' } }
  if (email.startsWith('refused')) return { status: 400, body: { detail: 'Not subscribed' } }
  return { status: 201, body: { id: parsed.data.idempotency_key, status: 'queued' } }
}
