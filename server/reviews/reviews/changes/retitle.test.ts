import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../../../core/context.ts'
import type { PlatformProduct } from '../../../platform/platform.ts'
import { saveProducts } from '../../../shop/products/sync.ts'
import { addReviews } from '../../../testing/reviews.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { performReviewAction } from './perform-action.ts'
import { retitleReviews } from './retitle.ts'
import { buildSearchText } from '../search-text.ts'

/** Number of reviews: more than a batch. */
const rows = 503

let world: World
let productId: string
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  const { app } = world
  await world.runJobs()
  await app.database.pool.query(`delete from jobs.job where name = 'reviews.retitle'`)
  const db = app.deps.access.acrossShops('the demo platform')
  await db.review.deleteMany()
  await db.product.deleteMany()
  productId = await keep('Blue Kettle')
  await write(productId, rows)
})

const about: Omit<PlatformProduct, 'title'> = {
  platformId: '41',
  handle: 'kettle',
  image: null,
  status: 'active',
  vendor: 'V',
  productType: 'T',
  description: 'D',
  tags: [],
  variants: [],
  priceCents: 100,
  currency: 'USD',
}
const keep = async (title: string, ctx = world.ctx, more: Partial<PlatformProduct> = {}) =>
  (await saveProducts(ctx, [{ ...about, title, ...more }]))[0] ?? ''
const text = { title: 'Good', content: 'Boils', firstName: 'Ada', lastName: 'Byron', email: 'ada@reader.test' }
const write = (of: string, count: number, ctx = world.ctx) =>
  addReviews(
    ctx,
    ...Array.from({ length: count }, (_one, at) => ({
      ...text,
      id: uuidv7(),
      productId: of,
      rate: 1 + (at % 5),
      status: at % 7 === 0 ? ('deleted' as const) : ('published' as const),
      searchText: buildSearchText(text, 'Blue Kettle'),
    })),
  )

/** Counts reviews by the product title in their search text, which both tables must share. */
async function titles(ctx = world.ctx): Promise<Record<string, number>> {
  const shopId = ctx.shop.id
  const rows = await ctx.db.$queryRaw<{ title: string; count: number; copied: boolean }[]>`
    select split_part("searchText", chr(10), 5) as title, count(*)::int as count, false as copied from "Review" where "shopId" = ${shopId}::uuid group by 1
    union all select split_part("searchText", chr(10), 5), count(*)::int, true from "ReviewSearch" where "shopId" = ${shopId}::uuid group by 1`
  const [own, copied] = [false, true].map((of) =>
    Object.fromEntries(rows.filter((row) => row.copied === of).map(({ title, count }) => [title, count])),
  )
  expect(copied).toEqual(own)
  return own ?? {}
}
const found = async (search: string) => {
  const { data } = await world.graphql(
    'query ($search: String!) { viewer { shop { reviews(first: 1, filter: { search: $search }) { totalCount } } } }',
    { search },
  )
  return (data as unknown as { viewer: { shop: { reviews: { totalCount: number } } } }).viewer.shop.reviews.totalCount
}
const later = () =>
  world.app.database.pool.query(
    `update jobs.job set start_after = now() where name = 'reviews.retitle' and state = 'created'`,
  )
const versions = () => world.ctx.db.review.groupBy({ by: ['version', 'updatedAt'], where: { shopId: world.shop.id } })

test('reviews are found by the product’s new title only, without a history entry', async () => {
  await write(await keep('Red Pan', world.ctx, { platformId: '42', handle: 'pan' }), 2)
  const other = world.contextOf(world.otherShop)
  await write(await keep('Blue Kettle', other), 2, other)
  const before = await versions()
  await keep('Green Samovar')
  await world.runJobs()
  expect(await titles()).toEqual({ 'green samovar': rows, 'blue kettle': 2 })
  expect(await titles(other)).toEqual({ 'blue kettle': 2 })
  expect(await found('samovar')).toBe(rows - Math.ceil(rows / 7))
  expect(await versions()).toEqual(before)
  expect(await world.ctx.db.reviewHistory.count({ where: { shopId: world.shop.id } })).toBe(0)
})

test('each of several renamed products queues one job now and one a minute later', async () => {
  const pan = await keep('Red Pan', world.ctx, { platformId: '42', handle: 'pan' })
  await saveProducts(world.ctx, [
    { ...about, title: 'Green Samovar' },
    { ...about, platformId: '42', handle: 'pan', title: 'Iron Pan' },
    { ...about, platformId: '43', handle: 'new', title: 'New' },
  ])
  const { rows: queued } = await world.app.database.pool.query<{ id: string; late: boolean }>(`
    select data ->> 'productId' as id, start_after > now() + interval '50 s' as late from jobs.job where name = 'reviews.retitle' and data ->> 'shopId' = '${world.shop.id}' order by late`)
  expect(
    queued
      .filter(({ late }) => !late)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([productId, pan].sort())
  expect(
    queued
      .filter(({ late }) => late)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([productId, pan].sort())
})

test('reviews saved with the old title during the rename are updated by the later job', async () => {
  await keep('Green Samovar')
  await world.runJobs()
  await write(productId, 3)
  expect(await titles()).toEqual({ 'green samovar': rows, 'blue kettle': 3 })
  await later()
  await world.runJobs()
  expect(await titles()).toEqual({ 'green samovar': rows + 3 })
})

test('a rename continues after the last committed batch and keeps nothing of a failed one', async () => {
  await world.ctx.db.product.updateMany({
    where: { shopId: world.shop.id, id: productId },
    data: { title: 'Green Samovar' },
  })
  const job = { productId, title: 'Green Samovar' }
  await expect(
    inTransaction(world.ctx, async (tx) => {
      await retitleReviews(tx, job)
      expect(await titles(tx)).toEqual({ 'green samovar': 500, 'blue kettle': rows - 500 })
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  await world.runJobs()
  expect(await titles()).toEqual({ 'blue kettle': rows })
  await retitleReviews(world.ctx, job)
  await world.runJobs()
  expect(await titles()).toEqual({ 'green samovar': rows })
})

test('a second rename replaces the first', async () => {
  // Jobs start at the commit, so no job of the first rename runs before the second.
  await inTransaction(world.ctx, async (tx) => {
    await keep('Green Samovar', tx)
    await keep('Copper Pot', tx)
    await retitleReviews(tx, { productId, title: 'Green Samovar' })
    expect(await titles(tx)).toEqual({ 'blue kettle': rows })
  })
  await world.runJobs()
  expect(await titles()).toEqual({ 'copper pot': rows })
})

test('other product changes queue nothing; a concurrent action on a review is kept', async () => {
  await keep('Blue Kettle', world.ctx, { priceCents: 200 })
  const queued = () => world.app.database.pool.query(`select from jobs.job where name = 'reviews.retitle'`)
  expect((await queued()).rowCount).toBe(0)
  await keep('Green Samovar')
  const { id } = await world.ctx.db.review.findFirstOrThrow({ where: { shopId: world.shop.id, status: 'published' } })
  await Promise.all([world.runJobs(), performReviewAction(world.ctx, { act: 'pin', ids: [id] })])
  expect(await titles()).toEqual({ 'green samovar': rows })
  expect(await world.ctx.db.review.findFirstOrThrow({ where: { shopId: world.shop.id, id } })).toMatchObject({
    pinned: true,
    version: 2,
  })
})
