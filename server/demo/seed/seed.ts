import { backfillFacts } from '../../shop/analytics/backfill.ts'
import type { App } from '../../app/compose.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { isoDay, mondayOf, dayMs } from '../../../rules/dates.ts'
import { applyQueueCounts, buildCountDelta } from '../../requests/requests/queue-counts.ts'
import type { Prisma, Shop } from '../../generated/prisma/client.ts'
import { applyCounts } from '../../reviews/reviews/counts.ts'
import { hashPassword } from '../../shop/session/passwords.ts'
import { demoLogin } from '../../shop/session/login.rest.ts'
import { findCycleStart } from '../../requests/sending/usage.ts'
import { demoCatalog, demoShopDomain, otherCatalog, otherShopDomain, type CatalogProduct } from '../catalog/catalog.ts'
import { recordFacts } from '../../shop/analytics/facts.ts'
import { makeCodes, makeViews } from './seed-facts.ts'
import { makeFeatures } from './seed-features.ts'
import { seedInstagram } from './seed-instagram.ts'
import { firstOrderNumber, makeOrders } from './seed-orders.ts'
import { displayNameOf, inventPerson } from './seed-people.ts'
import { insertRows } from './seed-insert.ts'
import { randomFrom, uuidAt, type Random } from './seed-random.ts'
import { makeHistory } from './seed-history.ts'
import { makeSuspicions } from './seed-suspicions.ts'
import { seedSurvey } from './seed-survey.ts'
import { codeDays, makeReviews, type SeedCustomer, type SeedProduct } from './seed-reviews.ts'

/** Same numbers in every run; dates are relative to the business clock. */
const seedNumber = 20_260_301

interface SeedSize {
  reviews: number
  customers: number
  orders: boolean
}

const demoSize: SeedSize = { reviews: 3000, customers: 400, orders: true }
const otherSize: SeedSize = { reviews: 0, customers: 0, orders: false }

/** Settings of the demo's shop: optional widgets and the discount. */
const demoSettings = [
  ['starRating', { enableSidebar: true }],
  ['carousel', { enableCarousel: true }],
  ['popup', { enabled: true, excludedPages: '/demo/store/products/*' }],
  ['general', { richSnippetProduct: true }],
  // The codes of `makeCodes`.
  ['discount', { enableDiscount: true, valueAllDiscount: 10, expireDiscount: codeDays, discountCodePrefix: 'THANKS' }],
] as const

/** Signs in to the second shop only: it has just installed the app, and can't see the first. */
export const otherLogin = { email: 'other@candor.test', password: demoLogin.password }

/** Key in DemoState: number of the demo store's next order. */
export const nextOrderKey = 'nextOrderNumber'
/** Key in DemoState: origin of the pictures when the rows were written. */
export const pictureOriginKey = 'pictureOrigin'

/**
 * Fills an empty database with the demo, all or nothing. Creates a shop on plan advanced with 42 products, 400
 * customers, 3,000 reviews and 600 requests. Adds a new, empty shop, and a login for each.
 * @throws Error when the database has a shop
 */
export async function seedDemo(app: Pick<App, 'deps' | 'contextOf'>): Promise<void> {
  const db = app.deps.access.acrossShops('the demo platform')
  if (await db.shop.findFirst({ select: { id: true } })) throw new Error('Demo data goes into an empty database only.')
  const random = randomFrom(seedNumber)
  const [{ origin }, now] = [app.deps, app.deps.now()]
  const passwordHash = await hashPassword(demoLogin.password)
  const shops = [
    {
      row: shopRow(random, { now, domain: demoShopDomain, name: 'Fernhill Goods', plan: 'advanced' }),
      catalog: demoCatalog(origin),
      size: demoSize,
      email: demoLogin.email,
    },
    {
      row: shopRow(random, { now, domain: otherShopDomain, name: 'Brook & Barn', plan: 'free' }),
      catalog: otherCatalog(origin),
      size: otherSize,
      email: otherLogin.email,
    },
  ]
  await db.$transaction(
    async (tx) => {
      for (const [index, { row, catalog, size, email }] of shops.entries()) {
        const shop = await tx.shop.create({ data: row })
        // Starts the demo after this week's summary. The demo's clock moves in whole days, so a request due in seven
        // days is sent after seven steps.
        const settings = [['requestRules', { sendHour: null }] as const, ...(size === demoSize ? demoSettings : [])]
        await tx.setting.createMany({
          data: settings.map(([key, value]) => ({ shopId: shop.id, key, value, updatedAt: now })),
        })
        await tx.reviewNotice.create({
          data: { shopId: shop.id, summaryDay: new Date(mondayOf(isoDay(now, shop.ianaTimezone))) },
        })
        const shopOf = { create: { shopId: shop.id } }
        await tx.account.create({
          data: { id: uuidAt(random, now.getTime()), email, passwordHash, createdAt: now, shops: shopOf },
        })
        await fillShop(
          { ...app.contextOf(shop, { kind: 'system', name: 'seed' }), db: tx },
          randomFrom(seedNumber + 1 + index),
          { catalog, size, email },
        )
      }
      await tx.feature.createMany({ data: makeFeatures(random, now) })
      await insertRows(tx, 'DemoState', [
        { key: nextOrderKey, value: firstOrderNumber + 600 },
        { key: pictureOriginKey, value: origin },
      ])
    },
    { timeout: 60_000 },
  )
  for (const shop of await db.shop.findMany()) {
    const ctx = app.contextOf(shop, { kind: 'system', name: 'seed' })
    await backfillFacts(ctx)
    if (shop.shopifyDomain !== demoShopDomain) continue
    await seedViews(ctx, random)
    await seedSurvey(ctx, randomFrom(seedNumber))
  }
}

/** Records the views of widgets, which no row tells. */
async function seedViews(ctx: Ctx, random: Random): Promise<void> {
  const { shop } = ctx
  const products = await ctx.db.product.findMany({
    where: { shopId: shop.id },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  await inTransaction(ctx, async (tx) => recordFacts(tx, makeViews(random, { products, now: ctx.now() })))
}

function shopRow(
  random: Random,
  { now, domain, name, plan }: { now: Date; domain: string; name: string; plan: string },
): Prisma.ShopCreateManyInput & { id: string } {
  const createdAt = new Date(now.getTime() - 290 * dayMs)
  return {
    id: uuidAt(random, createdAt.getTime()),
    shopifyDomain: domain,
    domain,
    name,
    vendor: name,
    firstName: 'Robin',
    email: `hello@${domain.split('.')[0] ?? ''}.test`,
    plan,
    planStartedAt: new Date(now.getTime() - 100 * dayMs),
    ianaTimezone: 'Europe/London',
    setupDone: plan !== 'free',
    createdAt,
    installedAt: createdAt,
    factsSince: now,
  }
}

async function fillShop(
  tx: Ctx,
  random: Random,
  { catalog, size, email }: { catalog: readonly CatalogProduct[]; size: SeedSize; email: string },
): Promise<void> {
  const { shop, db } = tx
  const [shopId, now] = [shop.id, tx.now()]
  const opened = shop.createdAt.getTime()
  const products: SeedProduct[] = catalog.map((product) => ({ id: uuidAt(random, opened), product }))
  const customers: SeedCustomer[] = Array.from({ length: size.customers }, (_, number) => ({
    ...inventPerson(random, number + 1),
    id: uuidAt(random, opened + number),
  }))
  await insertRows(
    db,
    'Product',
    products.map(({ id, product }) => productRow(shop, { id, product })),
  )
  await insertRows(
    db,
    'Customer',
    customers.map((customer, number) => ({
      shopId,
      id: customer.id,
      platformId: String(7_300_000_000_001 + number),
      email: customer.email,
      firstName: customer.firstName,
      lastName: customer.lastName,
      displayName: displayNameOf(customer),
      locale: customer.texts.locale,
      country: customer.country,
      createdAt: new Date(now.getTime() - random.next() * 280 * dayMs),
    })),
  )
  const { media, ...made } = makeReviews(random, { shopId, products, customers, count: size.reviews, now })
  const { reviews, suspicions } = makeSuspicions(made.reviews, { products, now })
  await insertRows(db, 'Review', reviews)
  await insertRows(db, 'ReviewMedia', media)
  await insertRows(db, 'ReviewSuspicion', suspicions)
  await insertRows(db, 'ReviewHistory', makeHistory(random, { reviews, merchant: email, now }))
  await applyCounts(
    tx,
    reviews.map(({ productId, status, source, rate }) => ({
      productId: productId ?? null,
      status,
      source,
      rate,
      by: 1,
    })),
  )
  if (!size.orders) return
  await seedInstagram(tx, products)
  await seedOrders(tx, random, { products, customers, reviews, media })
}

interface OrderSeed {
  products: readonly SeedProduct[]
  customers: readonly SeedCustomer[]
  reviews: Parameters<typeof makeCodes>[1]['reviews']
  media: Parameters<typeof makeCodes>[1]['media']
}

/** Fills orders, the requests about them, and what these led to. */
async function seedOrders(tx: Ctx, random: Random, { products, customers, reviews, media }: OrderSeed): Promise<void> {
  const { shop, db } = tx
  const [shopId, now] = [shop.id, tx.now()]
  const { orders, queue } = makeOrders(random, { shopId, shopDomain: shop.domain, products, customers, now })
  await insertRows(db, 'Order', orders)
  await insertRows(db, 'QueueItem', queue)
  await insertRows(db, 'Discount', makeCodes(random, { reviews, media, orders, now, currency: shop.currency }))
  await applyQueueCounts(
    db,
    queue.map((item) =>
      buildCountDelta(shopId, { type: 'review-reminder', status: item.status, skipReason: item.skipReason ?? null }, 1),
    ),
  )
  const unsubscribed = [
    ...new Set(
      queue.filter(({ skipReason }) => skipReason === 'unsubscribed').map(({ customerEmail }) => customerEmail),
    ),
  ]
  await insertRows(
    db,
    'Suppression',
    unsubscribed.map((email) => ({ shopId, email, reason: 'unsubscribed', createdAt: now })),
  )
  const cycleStart = findCycleStart(shop, now)
  const sent = queue.filter(({ sentAt }) => sentAt && new Date(sentAt) >= cycleStart).length
  await insertRows(db, 'RequestUsage', [{ shopId, cycleStart, sent }])
}

function productRow(shop: Shop, { id, product }: SeedProduct): Prisma.ProductCreateManyInput {
  const {
    platformId,
    handle,
    title,
    image,
    status,
    vendor,
    productType,
    description,
    tags,
    variants,
    priceCents,
    currency,
  } = product
  return {
    shopId: shop.id,
    id,
    platformId,
    handle,
    title,
    image,
    status,
    vendor,
    productType,
    description,
    tags,
    variants: variants as unknown as Prisma.InputJsonArray,
    priceCents,
    currency,
    createdAt: shop.createdAt,
    updatedAt: shop.createdAt,
  }
}
