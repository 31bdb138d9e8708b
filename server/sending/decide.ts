import type { SkipReason } from '../../rules/queue-status.ts'
import type { Ctx } from '../context.ts'
import { suppressions } from '../customers/suppressions.ts'
import type { SuppressionReason } from '../customers/suppressions.ts'
import type { Order } from '../generated/prisma/client.ts'
import { isMailAddress } from '../mail/mail.ts'
import { reviewableProducts } from '../orders/reviewable.ts'
import type { Reviewable, ReviewableProduct } from '../orders/reviewable.ts'
import { readSetting } from '../settings/settings.ts'
import type { ClaimedItem } from './claim.ts'

export type SendDecision = { send: true; products: ReviewableProduct[] } | { send: false; reason: SkipReason }

/**
 * Looks at each request once more, now that it is to leave: what was true when it was scheduled may not be any longer
 * (domain notes on requests: an order cancelled meanwhile, an address unsubscribed). All of one shop.
 */
export async function decideSends(ctx: Ctx, items: readonly ClaimedItem[]): Promise<Map<string, SendDecision>> {
  const { reviewReminder: template } = await readSetting(ctx, 'emailTemplates')
  const orders = await ctx.db.order.findMany({ where: { shopId: ctx.shop.id, id: { in: [...new Set(items.map(({ orderId }) => orderId))] } } })
  const byId = new Map(orders.map((order) => [order.id, order]))
  const reasons = await suppressions(ctx, items.map(({ customerEmail }) => customerEmail))
  const products = await reviewableProducts(ctx, orders)
  const decisions = new Map<string, SendDecision>()
  for (const item of items) {
    const order = byId.get(item.orderId)
    const of = products.get(item.orderId) ?? { left: [], reviewed: [] }
    const reason = reasonAgainst(item, {
      appOff: !ctx.shop.appStatus || ctx.shop.uninstalledAt !== null,
      templateOff: !template.enabled,
      order,
      suppressed: reasons.get(item.customerEmail.toLowerCase()),
      products: of,
    })
    decisions.set(item.id, reason ? { send: false, reason } : { send: true, products: of.left })
  }
  return decisions
}

interface Facts {
  appOff: boolean
  templateOff: boolean
  order: Order | undefined
  suppressed: Set<SuppressionReason> | undefined
  products: Reviewable
}

/** "Send anyway" overrides what the shop's own state says, never what the recipient said. */
function reasonAgainst(item: ClaimedItem, { appOff, templateOff, order, suppressed, products }: Facts): SkipReason | null {
  if (!item.customerEmail) return 'noCustomerEmail'
  if (!isMailAddress(item.customerEmail)) return 'noRecipients'
  if (suppressed?.has('unsubscribed')) return 'unsubscribed'
  if (suppressed?.has('blocked')) return 'customerBlocked'
  if (suppressed?.has('bounced')) return 'addressRefused'
  if (!item.manual) {
    if (appOff) return 'appOff'
    if (templateOff) return 'emailSettingDisabled'
    if (order?.cancelledAt) return 'orderCancelled'
    if (order?.refundedAt) return 'orderRefunded'
  }
  if (products.left.length > 0) return null
  return products.reviewed.length > 0 ? 'alreadyReviewed' : 'noProducts'
}
