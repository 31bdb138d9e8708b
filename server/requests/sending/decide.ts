import { findOrderSkip } from '../../../rules/order-skip.ts'
import { findLockingFeature } from '../../../rules/settings/document.ts'
import { EMAIL_TEMPLATES } from '../../../rules/settings/email-templates.ts'
import { excludedTag, type RequestRules } from '../../../rules/settings/request-rules.ts'
import type { MoveReason, SkipReason } from '../../../rules/queue-status.ts'
import type { SuppressionReason } from '../../../rules/suppressions.ts'
import type { Ctx } from '../../core/context.ts'
import { findSuppressionSkip, readSuppressions } from '../../shop/customers/suppressions.ts'
import type { Customer, Order } from '../../generated/prisma/client.ts'
import { isMailAddress } from '../mail/mail.ts'
import { reviewableProducts, type ReviewableState, type ReviewableProduct } from '../../shop/orders/reviewable.ts'
import { queueKinds, findTemplateKey } from '../queue-kinds/kinds.ts'
import { selectLines, planParcels } from '../requests/parcels.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import type { ClaimedItem } from './claim.ts'
import { loadPaceCheck } from './pace-check.ts'

/** Whether a request is sent, skipped or postponed. `value` is the tag, country or number of the rule. */
type SendDecision =
  | { send: true; products: readonly ReviewableProduct[] }
  | { send: false; reason: SkipReason; value?: string }
  | { send: false; moveTo: Date; reason: MoveReason; value?: string }

/**
 * Checks each request just before sending, since its conditions may have changed since it was scheduled. Examples: a
 * cancelled order, an unsubscribed address (domain notes on requests). All items belong to one shop.
 */
export async function decideSends(ctx: Ctx, items: readonly ClaimedItem[]): Promise<Map<string, SendDecision>> {
  const rules = await readSetting(ctx, 'requestRules')
  const templates = await readSetting(ctx, 'emailTemplates')
  const orders = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, id: { in: [...new Set(items.map(({ orderId }) => orderId))] } },
  })
  const byId = new Map(orders.map((order) => [order.id, order]))
  const customers = await customersOf(ctx, { items, rules })
  const reasons = await readSuppressions(
    ctx,
    items.map(({ customerEmail }) => customerEmail),
  )
  const products = await productsOf(ctx, { items, orders: byId, rules })
  const pace = await loadPaceCheck(ctx, items, rules)
  const decisions = new Map<string, SendDecision>()
  // By ascending id, so that every process picks the same one of two emails to a customer.
  for (const item of items.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const order = byId.get(item.orderId)
    const key = findTemplateKey(item.type)
    const skip = skipOf(item, {
      appOff: !ctx.shop.appStatus || ctx.shop.uninstalledAt !== null,
      locked: findLockingFeature(EMAIL_TEMPLATES, key, ctx.shop.plan) !== null,
      templateOff: !templates[key].enabled,
      order,
      hasFailed: order !== undefined && planParcels(ctx, order, rules)[0]?.hasFailed === true,
      customer: customers.get(item.customerId ?? ''),
      rules,
      suppressed: reasons.get(item.customerEmail),
    })
    const about = skip ?? aboutOf(item, products.get(item.id) ?? { left: [], reviewed: [] }, rules)
    const ready: SendDecision = Array.isArray(about)
      ? { send: true, products: about }
      : { send: false, ...(about as Skip) }
    decisions.set(item.id, ready.send ? (pace(item) ?? ready) : ready)
  }
  return decisions
}

interface Skip {
  reason: SkipReason
  value?: string
}

async function customersOf(
  ctx: Ctx,
  { items, rules }: { items: readonly ClaimedItem[]; rules: RequestRules },
): Promise<Map<string, Customer>> {
  if (!rules.requireMarketingConsent && rules.excludedCustomerTags.length === 0) return new Map()
  const ids = [...new Set(items.map(({ customerId }) => customerId).filter((id) => id !== null))]
  const rows = await ctx.db.customer.findMany({ where: { shopId: ctx.shop.id, id: { in: ids } } })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the reviewable products of each email by item id: of the order, or of the email's parcel. */
function productsOf(
  ctx: Ctx,
  { items, orders, rules }: { items: readonly ClaimedItem[]; orders: ReadonlyMap<string, Order>; rules: RequestRules },
): Promise<Map<string, ReviewableState>> {
  return reviewableProducts(
    ctx,
    items.flatMap((item) => {
      const order = orders.get(item.orderId)
      if (!order) return []
      // A row without a planned parcel has no lines: the order or the setting changed.
      const planned = planParcels(ctx, order, rules).find(({ parcel }) => parcel === item.parcel)
      const lineItems = planned ? selectLines(order, planned) : []
      return [
        {
          key: item.id,
          id: order.id,
          customerId: order.customerId,
          lineItems: lineItems as unknown as Order['lineItems'],
        },
      ]
    }),
  )
}

function aboutOf(
  item: ClaimedItem,
  products: ReviewableState,
  { excludedProductTags }: RequestRules,
): readonly ReviewableProduct[] | Skip {
  const about = queueKinds[item.type].about(products)
  if (typeof about === 'string') return { reason: about }
  if (item.manual) return about
  const tags = about.map((product) => excludedTag(excludedProductTags, product.tags))
  const first = tags.find((tag) => tag !== null)
  return first && tags.every((tag) => tag !== null)
    ? { reason: 'productTagExcluded', value: first }
    : about.filter((_, index) => tags[index] === null)
}

interface Facts {
  appOff: boolean
  /** The shop's plan does not include the template. */
  locked: boolean
  templateOff: boolean
  order: Order | undefined
  /** The carrier can't deliver any parcel of the order. */
  hasFailed: boolean
  customer: Customer | undefined
  rules: RequestRules
  suppressed: Set<SuppressionReason> | undefined
}

/** "Send anyway" overrides the shop's state and rules, never the recipient's choice. */
function skipOf(
  item: ClaimedItem,
  { appOff, locked, templateOff, order, hasFailed, customer, rules, suppressed }: Facts,
): Skip | null {
  if (!item.customerEmail) return { reason: 'noCustomerEmail' }
  if (!isMailAddress(item.customerEmail)) return { reason: 'noRecipients' }
  const barred = findSuppressionSkip(suppressed)
  if (barred) return { reason: barred }
  if (rules.requireMarketingConsent && customer?.acceptsMarketing !== true) return { reason: 'noMarketingConsent' }
  if (locked) return { reason: 'planLacksEmail' }
  if (item.manual) return null
  if (appOff) return { reason: 'appOff' }
  if (templateOff) return { reason: 'emailSettingDisabled' }
  const ended = order && findOrderSkip(order)
  if (ended) return { reason: ended }
  if (hasFailed) return { reason: 'notFulfilled' }
  const tag = excludedTag(rules.excludedCustomerTags, customer?.tags ?? [])
  if (tag) return { reason: 'customerTagExcluded', value: tag }
  const country = order?.country?.toUpperCase()
  return country && rules.excludedCountries.includes(country) ? { reason: 'countryExcluded', value: country } : null
}
