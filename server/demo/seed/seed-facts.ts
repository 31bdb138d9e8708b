import type { Fact } from '../../../rules/facts.ts'
import { dayMs } from '../../../rules/dates.ts'
import type { WidgetKey } from '../../../client/storefront/widgets/widgets.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { makeOrders } from './seed-orders.ts'
import { uuidAt, type Random } from './seed-random.ts'
import { codeDays, earnsCode, type makeReviews } from './seed-reviews.ts'

const seenDays = 200
const shownWidgets: readonly WidgetKey[] = ['starRating', 'reviewBox', 'reviewCarousel', 'reviewSidebar']

/** Invents the store's visitors of past months: pages with widgets, and review forms. More on weekends, and growing. */
export function makeViews(
  random: Random,
  { products, now }: { products: readonly { id: string }[]; now: Date },
): Fact[] {
  const facts: Fact[] = []
  for (let day = seenDays; day >= 0; day--) {
    const begins = new Date(now.getTime() - (now.getTime() % dayMs) - day * dayMs)
    const isWeekend = [0, 6].includes(begins.getUTCDay())
    const busy = (1 + (seenDays - day) / 400) * (isWeekend ? 1.3 : 1)
    for (const hour of [8, 12, 17, 20]) {
      const at = new Date(begins.getTime() + hour * 3_600_000)
      if (at > now) continue
      const views = Math.round((30 + random.below(22)) * busy)
      const product = random.pick(products).id
      const opened = Math.round(views * (0.05 + random.next() * 0.04))
      const submitted = Math.round(opened * (0.25 + random.next() * 0.3))
      facts.push(
        { metric: 'pages.viewed', at, count: views },
        ...shownWidgets.map((widget, place): Fact => ({
          metric: 'widgets.viewed',
          at,
          count: Math.round(views * (1 - place * 0.2)),
          by: { widget, product },
        })),
        { metric: 'forms.opened', at, count: opened, by: { product } },
        { metric: 'forms.submitted', at, count: submitted, by: { product } },
      )
    }
  }
  return facts
}

/** Invents the discount codes that reviews of the last two months earned, and orders that used them. */
export function makeCodes(
  random: Random,
  {
    reviews,
    media,
    orders,
    now,
    currency,
  }: ReturnType<typeof makeReviews> & {
    orders: ReturnType<typeof makeOrders>['orders']
    now: Date
    currency: string
  },
): Prisma.DiscountCreateManyInput[] {
  const rewarded = reviews.filter((review) => earnsCode(review, now))
  const withPhotos = new Set(media.map(({ reviewId }) => reviewId))
  return rewarded.map((review) => {
    const startsAt = new Date(review.createdAt)
    const usedAt = new Date(startsAt.getTime() + (1 + random.below(25)) * dayMs)
    const order = usedAt < now && random.chance(0.4) ? random.pick(orders) : null
    const id = uuidAt(random, startsAt.getTime())
    const code = `THANKS-${random.below(1_000_000_000).toString(36).toUpperCase().padStart(6, '0')}`
    return {
      shopId: review.shopId,
      id,
      reason: `review ${review.id}`,
      reviewId: review.id,
      email: review.email ?? '',
      code,
      // As the demo platform names them.
      platformId: code,
      kind: withPhotos.has(review.id) ? 'photo' : 'text',
      type: 'percentage',
      value: 10,
      currency,
      shown: true,
      mailed: false,
      expireDays: codeDays,
      state: order ? 'redeemed' : 'issued',
      startsAt,
      endsAt: new Date(startsAt.getTime() + codeDays * dayMs),
      usedAt: order ? usedAt : null,
      usedOrderId: order?.id ?? null,
      usedOrderName: order?.name ?? '',
      revenueCents: order ? 1_800 + random.below(9_000) : 0,
      createdAt: startsAt,
    }
  })
}
