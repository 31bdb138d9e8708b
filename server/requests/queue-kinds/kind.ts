import type { SkipReason } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import type { MailWordIds } from '../mail/mail-words.ts'
import type { ReviewableState, ReviewableProduct } from '../../shop/orders/reviewable.ts'

/**
 * A kind of email in the queue, sent to the order's customer. Its template, merge fields and plan gate are in the
 * settings document `emailTemplates`.
 */
export interface QueueKindRow {
  /** Whether the first email of an order counts toward the plan's monthly limit. Reminders never do. */
  isMetered: boolean
  /** Returns the due date by the settings; null while a condition is unmet. Absent if a listener adds the rows. */
  due?: (ctx: Ctx, order: Pick<Order, 'createdAt' | 'fulfilledAt' | 'deliveredAt' | 'country'>) => Promise<Date | null>
  /** Returns the order's products for the email, or why there are none. Called just before sending. */
  about: (products: ReviewableState) => readonly ReviewableProduct[] | SkipReason
  /** Whether a review of the order ends the request. */
  endsWithReview: boolean
  /** Our words around the merchant's, and their defaults. Optional words add stars and the late-parcel link. */
  words: MailWordIds
}
