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
  /**
   * Returns when the settings make an order's email due; null while it waits for its condition. Absent if a listener of
   * the kind adds the rows.
   */
  due?: (ctx: Ctx, order: Pick<Order, 'createdAt' | 'fulfilledAt' | 'deliveredAt' | 'country'>) => Promise<Date | null>
  /** Returns the order's products for the email, or why there are none. Called just before sending. */
  about: (products: ReviewableState) => readonly ReviewableProduct[] | SkipReason
  /** Whether a review of the order ends the request. */
  endsWithReview: boolean
  /**
   * Our words around the merchant's, and their defaults. Stars and the late-parcel link show if the kind has words for
   * them.
   */
  words: MailWordIds
}
