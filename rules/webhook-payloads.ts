import { z } from 'zod'
import { REVIEW_STATUSES } from './review-status.ts'
import { testTopic, type WebhookTopic } from './webhook-topics.ts'

const day = z.iso.datetime()
const text = z.string()
/** The platform's id, such as `gid://shopify/Product/1` or a number. */
const platformId = z.string().min(1)

export const reviewPayload = z.strictObject({
  id: z.uuid(),
  status: z.enum(REVIEW_STATUSES),
  rating: z.int().min(1).max(5),
  title: text,
  content: text,
  reviewer: z.strictObject({ name: text, email: text, platformId: platformId.nullable() }),
  product: z.strictObject({ id: z.uuid(), platformId, handle: text, title: text }).nullable(),
  order: z.strictObject({ id: z.uuid(), platformId, name: text }).nullable(),
  reply: z.strictObject({ content: text, createdAt: day.nullable() }).nullable(),
  hasMedia: z.boolean(),
  language: text.nullable(),
  createdAt: day,
  publishedAt: day.nullable(),
})
export type ReviewPayload = z.infer<typeof reviewPayload>

const requestPayload = z.strictObject({
  id: z.uuid(),
  kind: text,
  order: z.strictObject({ id: z.uuid(), name: text }),
  customer: z.strictObject({ name: text, email: text }),
  sentAt: day,
})

const importPayload = z.strictObject({
  id: z.uuid(),
  status: text,
  fileName: text,
  imported: z.int(),
  duplicates: z.int(),
  unmatched: z.int(),
  bad: z.int(),
  finishedAt: day,
})

/** `data` of each topic. docs/api/webhooks.md shows an example of each. */
export const webhookPayloads = {
  'review.created': reviewPayload,
  'review.updated': reviewPayload,
  'review.published': reviewPayload,
  'review.deleted': z.strictObject({ id: z.uuid() }),
  'request.sent': requestPayload,
  'import.finished': importPayload,
  [testTopic]: z.strictObject({ message: text }),
} as const satisfies Record<WebhookTopic | typeof testTopic, z.ZodType>

/** What a receiver gets: the body of Standard Webhooks. */
export const webhookBody = z.discriminatedUnion(
  'type',
  Object.entries(webhookPayloads).map(([type, data]) =>
    z.strictObject({ type: z.literal(type), timestamp: day, data }),
  ) as unknown as [z.ZodObject<{ type: z.ZodLiteral<string> }>],
)
