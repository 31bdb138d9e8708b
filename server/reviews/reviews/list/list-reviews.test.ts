import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { REVIEW_SORTS, type ReviewFilter, type ReviewSort } from '../../../../rules/filters.ts'
import { foldText } from '../../../../rules/fold-text.ts'
import { REVIEW_SOURCES, REVIEW_STATUSES, VERIFIED_BY, type ReviewSource } from '../../../../rules/review-status.ts'
import { inTransaction } from '../../../core/context.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { randomFrom } from '../../../demo/seed/seed-random.ts'
import { createWorld, worldStart, type World } from '../../../testing/world.ts'
import { findReviewFacets } from './facets.ts'
import { buildReviewsWhere } from './filter-sql.ts'
import { countReviews, listReviews, buildReviewWhere } from './list-reviews.ts'

let world: World
const { next: random } = randomFrom(17)
const luck = (chance: number) => random() < chance
const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
const some = <T>(of: readonly T[]): T[] => of.filter(() => luck(0.4))
const sources = Object.keys(REVIEW_SOURCES) as ReviewSource[]
const stars = [1, 2, 3, 4, 5]
const day = (days: number) => new Date(worldStart.getTime() - days * 86_400_000)
const productIds = [uuidv7(), uuidv7(), uuidv7()]
const importIds = [uuidv7(), uuidv7()]
const texts = [
  '50% off',
  'a_b',
  'back\\slash',
  'die straße',
  'ünder',
  '日本語のレビュー',
  "o'clock",
  'plain',
  'مراجعة رائعة',
  'ביקורת',
  'qzé',
  'aqz',
  'qz.',
  'zq qzb',
  'ann.123456@mail',
  'bob 123456',
  'mail 1234567',
]
const terms = [
  '%',
  '_',
  '\\',
  'PLAIN',
  'nowhere',
  'a',
  'qz',
  'zq',
  '日',
  '本語',
  '日本語',
  'レビ',
  'رائ',
  'קו',
  'é',
  'ß',
  'Straße',
  'zé',
  '50%',
  'aq',
  "o'c",
  'x9',
  '.',
  'ann.123456',
  '.123456@',
  '123456',
  ' 123456',
  'l 1234567',
  'bob 654321',
]
const orderings: Record<ReviewSort, Prisma.ReviewOrderByWithRelationInput[]> = {
  RECENT: [],
  OLDEST: [],
  HIGHEST: [{ rate: 'desc' }],
  LOWEST: [{ rate: 'asc' }],
  MEDIA: [{ hasMedia: 'desc' }],
  UPDATED_ASC: [{ updatedAt: 'asc' }],
  UPDATED_DESC: [{ updatedAt: 'desc' }],
}

/** Number of rows: more than a search reads without its indexes. */
const rows = 4_000

beforeAll(async () => {
  world = await createWorld()
  const { ctx, shop, otherShop } = world
  await ctx.db.product.createMany({
    data: productIds.map((id) => ({
      shopId: shop.id,
      id,
      platformId: id,
      title: 'T',
      handle: id,
      createdAt: worldStart,
      updatedAt: worldStart,
    })),
  })
  const row = (index: number) => ({
    id: uuidv7(),
    rate: one(stars),
    status: one(REVIEW_STATUSES),
    source: one(sources),
    origin: 'customer' as const,
    productId: luck(0.2) ? null : one(productIds),
    importId: luck(0.4) ? null : one(importIds),
    searchText: index < 800 ? foldText(one(texts)) : 'nothing here',
    hasMedia: luck(0.3),
    verifiedBy: one(VERIFIED_BY),
    edited: luck(0.2),
    createdAt: day(index < 400 ? 40 + Math.floor(random() * 20) : Math.floor(random() * 40)),
    enteredAt: worldStart,
    updatedAt: day(Math.floor(random() * 30)),
  })
  await ctx.db.review.createMany({
    data: Array.from({ length: rows }, (_, index) => ({ ...row(index), shopId: shop.id })),
  })
  await world.contextOf(otherShop).db.review.createMany({
    data: Array.from({ length: 50 }, (_, index) => ({ ...row(index), productId: null, shopId: otherShop.id })),
  })
})
afterAll(() => world.close())

const filter = (): ReviewFilter => ({
  ...(luck(0.4) && { status: some(REVIEW_STATUSES) }),
  ...(luck(0.3) && { rate: some(stars) }),
  ...(luck(0.3) && { source: some(sources) }),
  ...(luck(0.3) && { productIds: some(productIds) }),
  ...(luck(0.2) && { importId: one(importIds) }),
  ...(luck(0.4) && { search: one(terms) }),
  ...(luck(0.2) && { hasMedia: luck(0.5) }),
  ...(luck(0.2) && { verified: luck(0.5) }),
  ...(luck(0.1) && { edited: luck(0.5) }),
  ...(luck(0.2) && { createdFrom: day(45) }),
  ...(luck(0.2) && { createdTo: day(5) }),
  ...(luck(0.2) && { updatedAfter: day(20) }),
  ...(luck(0.2) && { updatedBefore: day(3) }),
})

test('a list pages forward and backward through the filtered rows in order', async () => {
  const { ctx } = world
  const page = (sort: ReviewSort, asked: ReviewFilter, args: object) =>
    listReviews(ctx, { args, filter: asked, sort, select: {} })
  let selected = 0
  for (let round = 0; round < 120; round++) {
    const [asked, sort] = [filter(), one(REVIEW_SORTS)]
    const way = sort === 'OLDEST' || sort === 'UPDATED_ASC' ? 'asc' : 'desc'
    const byTime = sort.startsWith('UPDATED') ? [] : [{ createdAt: way } as const]
    const all = await ctx.db.review.findMany({
      where: buildReviewWhere(ctx, asked),
      select: { id: true },
      orderBy: [...orderings[sort], ...byTime, { id: way }],
    })
    const ids = all.map(({ id }) => id)
    const first = await page(sort, asked, { first: 7 })
    expect({ asked, sort, ids: first.edges.map(({ node }) => node.id) }).toEqual({ asked, sort, ids: ids.slice(0, 7) })
    if (
      asked.search ||
      asked.hasMedia !== undefined ||
      asked.verified !== undefined ||
      asked.createdFrom ||
      asked.updatedAfter
    )
      expect({ asked, count: await countReviews(ctx, asked) }).toEqual({ asked, count: ids.length })
    if (ids.length > 20) {
      const next = await page(sort, asked, { first: 9, after: first.pageInfo.endCursor })
      expect({ asked, sort, ids: next.edges.map(({ node }) => node.id) }).toEqual({
        asked,
        sort,
        ids: ids.slice(7, 16),
      })
      const back = await page(sort, asked, { last: 5, before: next.pageInfo.endCursor })
      expect({ asked, sort, ids: back.edges.map(({ node }) => node.id) }).toEqual({
        asked,
        sort,
        ids: ids.slice(10, 15),
      })
    }
    selected += ids.length
  }
  expect(selected).toBeGreaterThan(5_000)
})

test('raw statements select the same rows as the list for random filters', async () => {
  const { ctx, shop } = world
  let selected = 0
  for (let round = 0; round < 100; round++) {
    const asked = filter()
    const where = buildReviewWhere(ctx, asked)
    const listed = await ctx.db.review.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })
    const raw = await ctx.db.$queryRaw<
      { id: string }[]
    >`select id from "Review" where ${buildReviewsWhere(shop.id, asked)} order by id`
    expect({ asked, rows: raw }).toEqual({ asked, rows: listed })
    selected += listed.length
  }
  expect(selected).toBeGreaterThan(5_000)
})

test('a search for a long number with other words finds rows with both', async () => {
  const { ctx } = world
  for (const search of [
    'ann.123456@',
    'eve.123456@',
    'bob 123456',
    'rob 123456',
    'mail 1234567',
    'mail 12345678',
    'n.123456',
    '123456',
  ]) {
    const rows = await ctx.db.review.findMany({
      where: buildReviewWhere(ctx, { search }),
      select: { id: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    })
    // A frequent term fills a page quickly, without the index.
    const { edges } = await listReviews(ctx, { args: { first: 100 }, filter: { search }, sort: 'RECENT', select: {} })
    expect({ search, ids: edges.map(({ node }) => node.id) }).toEqual({
      search,
      ids: rows.slice(0, 100).map(({ id }) => id),
    })
  }
})

test('columns that need Prisma return the same rows', async () => {
  const { ctx } = world
  const select = { history: { select: { id: true }, take: 1 } }
  for (const asked of [{ search: '本語' }, { status: ['hidden' as const], rate: [2] }, {}]) {
    const [plain, more] = await Promise.all(
      [{}, select].map((columns) =>
        listReviews(ctx, { args: { first: 7 }, filter: asked, sort: 'RECENT', select: columns }),
      ),
    )
    expect(more?.edges.map(({ node }) => node.id)).toEqual(plain?.edges.map(({ node }) => node.id))
    expect(more?.edges[0]?.node).toHaveProperty('history', [])
    expect(plain?.edges.length).toBeGreaterThan(0)
  }
})

test('each review has the facet of its properties', async () => {
  const { ctx, shop } = world
  const found = await ctx.db.$queryRaw<
    { facet: number; status: never; rate: number; source: never; hasMedia: boolean; verified: boolean }[]
  >`
    select distinct facet, status, rate, source, "hasMedia", "verifiedBy" <> 'none' as verified from "Review" where "shopId" = ${shop.id}::uuid`
  expect(found.length).toBeGreaterThan(500)
  for (const { facet, status, rate, source, hasMedia, verified } of found)
    expect(findReviewFacets({ status: [status], rate: [rate], source: [source], hasMedia, verified })).toEqual([facet])
})

test('a search for another shop’s reviews finds nothing @oldest', async () => {
  const { ctx, otherShop } = world
  const find = (shopId: string) =>
    ctx.db.$queryRaw<
      unknown[]
    >`select id from candor_search(${shopId}::uuid, 'plain', null, null, null, '-infinity', ${'0'.repeat(32)}::uuid, 'infinity', ${'f'.repeat(32)}::uuid, true, 10)`
  const roles = await ctx.db.$queryRaw<{ role: string }[]>`select current_setting('role') as role`
  expect((await find(ctx.shop.id)).length).toBe(10)
  const others = await find(otherShop.id)
  if (roles[0]?.role !== 'candor_app') return
  expect(others).toEqual([])
  // A caller's temporary view must not replace the tables of the function's owner.
  const rollBack = new Error('taken back')
  await expect(
    inTransaction(ctx, async (tx) => {
      await tx.db
        .$executeRaw`create temporary view "Review" as select * from public."Review" where "searchText" = 'plain' limit 3`
      await tx.db.$executeRaw`grant select on pg_temp."Review" to public`
      expect(await tx.db.$queryRaw`select count(*)::int as seen from "Review"`).toEqual([{ seen: 3 }])
      expect(
        (
          await tx.db.$queryRaw<
            unknown[]
          >`select id from candor_search(${ctx.shop.id}::uuid, 'plain', null, null, null, '-infinity', ${'0'.repeat(32)}::uuid, 'infinity', ${'f'.repeat(32)}::uuid, true, 10)`
        ).length,
      ).toBe(10)
      throw rollBack
    }),
  ).rejects.toBe(rollBack)
})

test('the search function is limited to the application’s role and the tables’ owner @oldest', async () => {
  const { ctx } = world
  const [found] = await ctx.db.$queryRaw<{ open: boolean; path: string[] }[]>`
    select coalesce(proacl::text like '%{=X%' or proacl::text like '%,=X%', true) as open, proconfig as path from pg_proc where proname = 'candor_search'`
  expect(found).toEqual({ open: false, path: ['search_path=pg_catalog, public, pg_temp'] })
})
