import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ReceivedRequest, StandInAnswer } from '../integration.ts'

/** The only account of the demo's marketing service. */
export const aemDemo = { appId: 'demo-app', secretKey: 'demo-secret-key' } as const

const customer = z.strictObject({ email: z.email(), firstName: z.string(), lastName: z.string() })
const event = z.discriminatedUnion('event', [
  z.strictObject({
    id: z.string().min(1),
    event: z.enum([
      'review-reminder',
      'photo-reminder',
      'confirm-edit',
      'review-reply',
      'email_discount_review',
      'customer-survey',
    ]),
    customer: z.strictObject({ email: z.email(), name: z.string() }),
    email: z.strictObject({
      subject: z.string().min(1),
      html: z.string().min(1),
      text: z.string().min(1),
      unsubscribeUrl: z.url().nullable(),
    }),
  }),
  z.strictObject({
    id: z.uuid(),
    event: z.literal('review_submitted'),
    customer,
    review: z.strictObject({
      id: z.uuid(),
      rate: z.int().min(1).max(5),
      title: z.string(),
      content: z.string(),
      createdAt: z.iso.datetime(),
      productTitle: z.string().nullable(),
      productId: z.string().nullable(),
    }),
  }),
])

/** Simulates the service. An event to an address that starts with `busy`, `down` or `refused` fails accordingly. */
export function aemStandIn({ method, path, headers, body }: ReceivedRequest): StandInAnswer {
  if (headers['x-emailmarketing-app-id'] !== aemDemo.appId) return { status: 401, problem: 'x-emailmarketing-app-id' }
  const expected = createHmac('sha256', aemDemo.secretKey).update(body).digest()
  const given = Buffer.from(headers['x-emailmarketing-hmac-sha256'] ?? '', 'base64')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { status: 401, problem: 'x-emailmarketing-hmac-sha256' }
  const { data } = JSON.parse(body) as { data?: unknown }
  if (method === 'POST' && path === '/connects')
    return { status: headers['x-emailmarketing-connection-test'] === 'true' ? 200 : 400, body: { success: true } }
  if (method !== 'POST' || path !== '/events') return { status: 404, problem: `no route ${method} ${path}` }
  const parsed = event.safeParse(data)
  if (!parsed.success) return { status: 422, problem: z.prettifyError(parsed.error) }
  const { email } = parsed.data.customer
  if (email.startsWith('busy')) return { status: 429 }
  if (email.startsWith('down')) return { status: 503 }
  return email.startsWith('refused')
    ? { status: 400, body: { success: false } }
    : { status: 200, body: { success: true } }
}
