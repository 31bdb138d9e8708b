import type { SkipReason } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import type { MailWordIds } from '../mail/mail-words.ts'
import type { ReviewableState, ReviewableProduct } from '../../shop/orders/reviewable.ts'

/**
 * A kind of email that the queue holds. Its receiver is the order's customer. Its template, merge fields and plan gate are those
 * of the settings document `emailTemplates`.
 */
export interface QueueKindRow {
  /** Whether the first email of an order counts toward the plan's monthly number. Reminders never do. */
  isMetered: boolean
  /**
   * When the email of an order is due by the settings; null while it waits for its condition. Absent: orders alone plan none, and a
   * listener of the kind adds the rows.
   */
  due?: (ctx: Ctx, order: Pick<Order, 'createdAt' | 'fulfilledAt' | 'deliveredAt' | 'country'>) => Promise<Date | null>
  /** The order's products that the email is about, or why it has none to ask about. Decided when it is due to leave. */
  about: (products: ReviewableState) => readonly ReviewableProduct[] | SkipReason
  /** Whether a review of the order ends it. */
  endsWithReview: boolean
  /** Our own words around and in place of the merchant's. Stars and the link for late parcels show if the kind has words for them. */
  words: MailWordIds
}
