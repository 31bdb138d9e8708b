import type { SkipReason } from '../../rules/queue-status.ts'
import type { Ctx } from '../context.ts'
import { suppressions } from '../customers/suppressions.ts'
import type { SuppressionReason } from '../customers/suppressions.ts'
import type { Order } from '../generated/prisma/client.ts'
import { isMailAddress } from '../mail/mail.ts'
import { reviewableProducts } from '../orders/reviewable.ts'
import type { ReviewableProduct } from '../orders/reviewable.ts'
import { queueKinds, templateKeyOf } from '../queue-kinds/kinds.ts'
import { lockedBy } from '../../rules/settings/document.ts'
import { EMAIL_TEMPLATES } from '../../rules/settings/email-templates.ts'
import { readSetting } from '../settings/settings.ts'
import type { ClaimedItem } from './claim.ts'

export type SendDecision = { send: true; products: readonly ReviewableProduct[] } | { send: false; reason: SkipReason }

/**
 * Looks at each request once more, now that it is to leave: what was true when it was scheduled may not be any longer
 * (domain notes on requests: an order cancelled meanwhile, an address unsubscribed). All of one shop.
 */
export async function decideSends(ctx: Ctx, items: readonly ClaimedItem[]): Promise<Map<string, SendDecision>> {
  const templates = await readSetting(ctx, 'emailTemplates')
  const orders = await ctx.db.order.findMany({ where: { shopId: ctx.shop.id, id: { in: [...new Set(items.map(({ orderId }) => orderId))] } } })
  const byId = new Map(orders.map((order) => [order.id, order]))
  const reasons = await suppressions(ctx, items.map(({ customerEmail }) => customerEmail))
  const products = await reviewableProducts(ctx, orders)
  const decisions = new Map<string, SendDecision>()
  for (const item of items) {
    const order = byId.get(item.orderId)
    const key = templateKeyOf(item.type)
    const reason = reasonAgainst(item, {
      appOff: !ctx.shop.appStatus || ctx.shop.uninstalledAt !== null,
      locked: lockedBy(EMAIL_TEMPLATES, key, ctx.shop.plan) !== null,
      templateOff: !templates[key].enabled,
      order,
      suppressed: reasons.get(item.customerEmail.toLowerCase()),
    })
    const about = reason ?? queueKinds[item.type].about(products.get(item.orderId) ?? { left: [], reviewed: [] })
    decisions.set(item.id, typeof about === 'string' ? { send: false, reason: about } : { send: true, products: about })
  }
  return decisions
}

interface Facts {
  appOff: boolean
  /** The shop's plan does not include the template. */
  locked: boolean
  templateOff: boolean
  order: Order | undefined
  suppressed: Set<SuppressionReason> | undefined
}

/** "Send anyway" overrides what the shop's own state says, never what the recipient said. */
function reasonAgainst(item: ClaimedItem, { appOff, locked, templateOff, order, suppressed }: Facts): SkipReason | null {
  if (!item.customerEmail) return 'noCustomerEmail'
  if (!isMailAddress(item.customerEmail)) return 'noRecipients'
  if (suppressed?.has('unsubscribed') || suppressed?.has('complained')) return 'unsubscribed'
  if (suppressed?.has('blocked')) return 'customerBlocked'
  if (suppressed?.has('bounced')) return 'addressRefused'
  if (locked) return 'planLacksEmail'
  if (!item.manual) {
    if (appOff) return 'appOff'
    if (templateOff) return 'emailSettingDisabled'
    if (order?.cancelledAt) return 'orderCancelled'
    if (order?.refundedAt) return 'orderRefunded'
  }
  return null
}
