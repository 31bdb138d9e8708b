import { METRICS, type Metric } from '../../../rules/facts.ts'
import { isoDay } from '../../../rules/dates.ts'
import { REVIEW_ACTS, type ReviewAct } from '../../../rules/review-status.ts'
import { UserError } from '../../core/errors.ts'
import { randomFrom, type Random } from '../../demo/seed/seed-random.ts'
import type { Review } from '../../generated/prisma/client.ts'
import { startBulk, undoBulk } from '../../reviews/bulk/bulk.ts'
import { submitReview } from '../../reviews/reviews/adding/submit.ts'
import { createPostedMedia } from '../../reviews/reviews/media/posted-media.ts'
import { reviseOwnReview } from '../../reviews/reviews/changes/own-review.ts'
import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { buildMailLinks } from '../../requests/requests/mail-links.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { importClient } from '../import-client.ts'
import { addProduct, placeOrder, type TestProduct } from '../orders.ts'
import type { World } from '../world.ts'
import { emptyVerdict, recordPlanted, type Verdict } from './verdict.ts'

/** A metric, dimension, value and day, with its number of events and their sum. */
type Sums = Map<string, [count: number, sum: number]>

interface Stage {
  world: World
  random: Random
  products: TestProduct[]
  /** Reviews that were deleted for good: history keeps them. */
  gone: Review[]
  /** Number of operations so far, for names that occur once. */
  at: number
}

/**
 * Runs random operations through the doors of the services, in a fixed order. Then compares each day's facts with count(*)
 * over the rows. Sums by day and month must equal those by hour.
 */
export async function checkFacts(world: World, operations: number): Promise<Verdict> {
  const verdict = emptyVerdict()
  const products = [await addProduct(world, 'Kettle'), await addProduct(world, 'Lamp'), await addProduct(world, 'Desk')]
  const stage: Stage = { world, random: randomFrom(31), products, gone: [], at: 0 }
  await saveSetting(world.ctx, 'discount', { enableDiscount: true, sendingMethod: 'reviews_approval' })
  await submit(stage)
  for (; stage.at < operations; stage.at++) {
    const run = stage.random.weighted(steps)
    // Rules refuse some steps, such as a reply to a review in the trash.
    await run(stage).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error
    })
  }
  await pass(stage)
  const counted = await countRows(stage)
  verdict.tried = counted.size
  verdict.found.push(...(await compare(stage, counted)))
  const db = world.app.deps.access.acrossShops('the demo platform')
  const where = { shopId: world.shop.id, metric: 'reviews.submitted', dimension: '' }
  await db.fact.updateMany({ where, data: { count: { increment: 1 } } })
  recordPlanted(verdict, 'one event too many', (await compare(stage, counted)).length > verdict.found.length)
  await db.fact.updateMany({ where, data: { count: { decrement: 1 } } })
  return verdict
}

const steps: readonly (readonly [(stage: Stage) => Promise<unknown>, number])[] = [
  [submit, 26],
  [create, 6],
  [act, 30],
  [revise, 10],
  [bulkAndUndo, 2],
  [importFile, 1],
  [order, 8],
  [followLink, 8],
  [useCode, 3],
  [pass, 6],
]

async function submit({ world, random, products, at }: Stage): Promise<void> {
  const isCustomer = random.chance(0.6)
  const platformCustomerId = String(9_000_000 + at)
  const email = `ada${at}@reader.test`
  if (isCustomer)
    await world.ctx.db.customer.create({
      data: {
        shopId: world.shop.id,
        id: crypto.randomUUID(),
        platformId: platformCustomerId,
        email,
        createdAt: world.ctx.now(),
      },
    })
  await submitReview(world.ctx, {
    productId: random.pick(products).id,
    fields: { rate: 1 + random.below(5), content: `A text of its own, number ${at}`, name: 'Ada', email },
    media: createPostedMedia(),
    proof: isCustomer ? { kind: 'customer', platformCustomerId } : { kind: 'none' },
  })
}

async function create({ world, random, products, at }: Stage): Promise<void> {
  await world.rest('POST', '/reviews', {
    body: {
      productId: random.pick(products).platformId,
      rate: 1 + random.below(5),
      content: `Ours ${at}`,
      firstName: 'Bo',
      status: random.pick(['pending', 'published']),
    },
  })
}

const idsOf = async ({ world, random }: Stage, most: number): Promise<string[]> => {
  const rows = await world.ctx.db.$queryRaw<{ id: string }[]>`
    select id from "Review" where "shopId" = ${world.shop.id}::uuid order by id desc limit 400`
  return random.sample(rows, 1 + random.below(most)).map(({ id }) => id)
}
const refusal = { reason: 'spam' }

async function act(stage: Stage): Promise<void> {
  const { world, random, gone, at } = stage
  const ids = await idsOf(stage, 4)
  const one: ReviewAct = random.pick(REVIEW_ACTS)
  const before = await world.ctx.db.review.findMany({ where: { shopId: world.shop.id, id: { in: ids } } })
  const { changed } = await performReviewAction(world.ctx, { act: one, ids, content: `Thanks ${at}`, ...refusal })
  if (one === 'delete') gone.push(...before.filter(({ id }) => changed.includes(id)))
}

async function revise({ world, random, at }: Stage): Promise<void> {
  const own = await world.ctx.db.review.findMany({
    where: {
      shopId: world.shop.id,
      origin: 'customer',
      customerId: { not: null },
      status: { in: ['published', 'pending'] },
    },
    orderBy: { id: 'desc' },
    take: 100,
    select: { id: true, customerId: true },
  })
  if (own.length === 0) return
  const { id, customerId } = random.pick(own)
  await reviseOwnReview(
    world.ctx,
    { id, customerId: customerId ?? '' },
    { rate: 1 + random.below(5), title: '', content: `On second thought ${at}` },
  )
}

async function bulkAndUndo(stage: Stage): Promise<void> {
  const { world, random } = stage
  const one = random.pick(['publish', 'unpublish', 'trash', 'restore', 'reply', 'deleteReply'] as const)
  const { id } = await startBulk(world.ctx, { act: one, ids: await idsOf(stage, 20), content: 'Thank you', ...refusal })
  await world.runJobs()
  if (random.chance(0.7)) await undoBulk(world.ctx, id)
  await world.runJobs()
}

async function importFile({ world, random, products, at }: Stage): Promise<void> {
  const lines = Array.from(
    { length: 1 + random.below(6) },
    (_, row) => `Imported ${at} ${row},${1 + random.below(5)},${random.pick(products).handle}`,
  )
  const answer = await importClient(world).upload(['body,rating,product_handle', ...lines, ''].join('\n'))
  const { data } = answer.json<{ data: { id: string } }>()
  await world.rest('POST', `/imports/${data.id}/start`, { body: {} })
  await world.runJobs()
}

async function order({ world, random, products, at }: Stage): Promise<void> {
  const placed = await placeOrder(world, {
    products: [random.pick(products)],
    email: `grace${at}@reader.test`,
    country: random.pick(['GB', 'DE', 'US']),
  })
  await placed.fulfill()
}

/** Opens, clicks or unsubscribes by the links of an email. */
async function followLink({ world, random }: Stage): Promise<void> {
  const sent = await world.ctx.db.queueItem.findMany({
    where: { shopId: world.shop.id, sentAt: { not: null } },
    orderBy: { sentAt: 'desc' },
    take: 100,
    select: { id: true },
  })
  if (sent.length === 0) return
  const links = buildMailLinks(world.ctx, random.pick(sent).id)
  const path = (url: string) => url.replace(world.app.deps.origin, '')
  const kind = random.below(10)
  if (kind === 0) await world.inject({ method: 'POST', url: path(links.unsubscribeUrl) })
  else await world.inject({ url: path(kind < 5 ? links.openUrl : links.reviewUrl) })
}

/** Buys with the code of a review at the demo's checkout. */
async function useCode({ world, random }: Stage): Promise<void> {
  const codes = await world.ctx.db.discount.findMany({
    where: { shopId: world.shop.id, state: 'issued' },
    take: 50,
    orderBy: { id: 'desc' },
  })
  const [product] = await world.ctx.platform.searchProducts(world.shop, { search: '', limit: 1 })
  if (codes.length === 0 || !product) return
  const items = [{ handle: product.handle }]
  const payload = {
    email: 'b@reader.test',
    firstName: 'A',
    lastName: 'B',
    discountCode: random.pick(codes).code,
    items,
  }
  await world.inject({ method: 'POST', url: '/demo/orders', payload })
}

/** Lets time pass, in which the trash is emptied. */
async function pass({ world, random, gone }: Stage): Promise<void> {
  const trash = await world.ctx.db.review.findMany({ where: { shopId: world.shop.id, status: 'deleted' } })
  await world.advance({ hours: 1 + random.below(30) })
  const kept = await world.ctx.db.review.findMany({
    where: { shopId: world.shop.id, id: { in: trash.map(({ id }) => id) } },
    select: { id: true },
  })
  const left = new Set(kept.map(({ id }) => id))
  gone.push(...trash.filter(({ id }) => !left.has(id)))
}

interface Event {
  by?: Record<string, string | null>
  sum?: number
}

/** Counts the rows by the day on which each event happened. Deleted reviews stay in the history. */
async function countRows({ world, gone }: Stage): Promise<Sums> {
  const { shop } = world
  const sums: Sums = new Map()
  const db = world.app.deps.access.acrossShops('the demo platform')
  const where = { where: { shopId: shop.id } }
  const count = (metric: Metric, at: Date | null, { by = {}, sum = 0 }: Event = {}) => {
    if (!at) return
    const known: readonly string[] = METRICS[metric]
    for (const [dimension, value] of [['', ''], ...Object.entries(by)] as const)
      if (value !== null && (dimension === '' || known.includes(dimension)))
        add(sums, [metric, dimension, value, isoDay(at, shop.ianaTimezone)].join(' '), [1, Math.round(sum)])
  }
  for (const review of [...(await db.review.findMany(where)), ...gone]) {
    const { rate, source, country, productId: product, origin, importId, publishedAt, replyAt } = review
    const arrival = importId || origin === 'imported' ? 'imported' : origin === 'admin' ? 'created' : 'submitted'
    const at = arrival === 'submitted' ? review.createdAt : review.enteredAt
    const by = { rate: String(rate), source, country, product, arrival }
    count(`reviews.${arrival}`, at, { by, sum: rate })
    count('reviews.published', publishedAt && (publishedAt > at ? publishedAt : at), { by, sum: rate })
    if (replyAt && replyAt > at) count('reviews.replied', replyAt, { sum: (replyAt.getTime() - at.getTime()) / 1_000 })
  }
  for (const { type, createdAt, sentAt, openedAt, clickedAt, reviewedAt } of await db.queueItem.findMany(where)) {
    const by = { template: type }
    count('requests.scheduled', createdAt, { by })
    count('requests.sent', sentAt, { by })
    count('requests.opened', openedAt, { by })
    count('requests.clicked', clickedAt, { by })
    count('requests.reviewed', reviewedAt, { by })
  }
  for (const { state, platformId, startsAt, usedAt, revenueCents } of await db.discount.findMany(where)) {
    // A withdrawn code was issued, too.
    if (platformId) count('discounts.issued', startsAt)
    if (state === 'redeemed') count('discounts.redeemed', usedAt, { sum: revenueCents })
  }
  for (const { reason, createdAt } of await db.suppression.findMany(where))
    if (reason === 'unsubscribed') count('requests.unsubscribed', createdAt)
  return sums
}

function add(sums: Sums, key: string, [count, sum]: [number, number]): void {
  const [before, total] = sums.get(key) ?? [0, 0]
  sums.set(key, [before + count, total + sum])
}

/** Returns the differences between the counted rows and the facts of each day and month, as sums and by hour. */
async function compare({ world }: Stage, counted: Sums): Promise<string[]> {
  const { shop } = world
  const db = world.app.deps.access.acrossShops('the demo platform')
  const metrics = new Set([...counted.keys()].map((key) => key.split(' ')[0]))
  const known = new Set([...counted.keys()].map((key) => key.split(' ').slice(0, 2).join(' ')))
  const rows: Sums = new Map()
  for (const [key, sums] of counted) for (const each of [key, monthOf(key)]) add(rows, each, sums)
  const stored: Sums = new Map()
  const hours: Sums = new Map()
  for (const { metric, dimension, value, hour, count, sum } of await db.fact.findMany({ where: { shopId: shop.id } })) {
    const [name = '', grain] = dimension.split('@')
    if (!metrics.has(metric) || !known.has(`${metric} ${name}`)) continue
    const day = [metric, name, value, isoDay(hour, shop.ianaTimezone)].join(' ')
    if (grain) add(stored, grain === 'day' ? day : monthOf(day), [count, Number(sum)])
    else for (const key of [day, monthOf(day)]) add(hours, key, [count, Number(sum)])
  }
  return [...new Set([...rows.keys(), ...stored.keys(), ...hours.keys()])].flatMap((key) => {
    const of = (sums: Sums) => (sums.get(key) ?? [0, 0]).join(' and ')
    return of(rows) === of(stored) && of(rows) === of(hours)
      ? []
      : [`${key}: ${of(rows)} in the rows, ${of(stored)} in the sums, ${of(hours)} by hour`]
  })
}

/** Returns the key of a day's month. */
const monthOf = (key: string): string => key.slice(0, -'-31'.length)
