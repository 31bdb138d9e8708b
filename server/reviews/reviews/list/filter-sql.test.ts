import { v7 as uuidv7 } from 'uuid'
import type { ReviewFilter } from '../../../../rules/filters.ts'
import { REVIEW_SOURCES, REVIEW_STATUSES, VERIFIED_BY, type ReviewSource } from '../../../../rules/review-status.ts'
import { randomFrom } from '../../../demo/seed/seed-random.ts'
import { createWorld, worldStart, type World } from '../../../testing/world.ts'
import { buildReviewsWhere } from './filter-sql.ts'
import { buildReviewWhere } from './list-reviews.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const { next: random } = randomFrom(26)
const luck = (chance: number) => random() < chance
const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
const some = <T>(of: readonly T[]): T[] => of.filter(() => luck(0.4))
const sources = Object.keys(REVIEW_SOURCES) as ReviewSource[]
const words = ['50%', 'a_b', 'back\\slash', 'Straße', 'ünder', '日本', "o'clock", 'plain']
const day = (days: number) => new Date(worldStart.getTime() - days * 86_400_000)

test('the list and raw statements select the same rows, whatever the filter', async () => {
  const { ctx, shop, otherShop } = world
  const productIds = [uuidv7(), uuidv7(), uuidv7()]
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
  const importIds = [uuidv7(), uuidv7()]
  const row = () => {
    const content = one(words)
    return {
      id: uuidv7(),
      rate: one([1, 2, 3, 4, 5]),
      status: one(REVIEW_STATUSES),
      source: one(sources),
      origin: 'customer' as const,
      productId: luck(0.2) ? null : one(productIds),
      importId: luck(0.4) ? null : one(importIds),
      content,
      searchText: content.toLowerCase(),
      hasMedia: luck(0.3),
      verifiedBy: one(VERIFIED_BY),
      edited: luck(0.2),
      createdAt: day(Math.floor(random() * 20)),
      enteredAt: worldStart,
      updatedAt: worldStart,
    }
  }
  await ctx.db.review.createMany({ data: Array.from({ length: 400 }, () => ({ ...row(), shopId: shop.id })) })
  await world.contextOf(otherShop).db.review.createMany({
    data: Array.from({ length: 50 }, () => ({ ...row(), productId: null, shopId: otherShop.id })),
  })
  const filter = (): ReviewFilter => ({
    ...(luck(0.5) && { status: some(REVIEW_STATUSES) }),
    ...(luck(0.4) && { rate: some([1, 2, 3, 4, 5]) }),
    ...(luck(0.4) && { source: some(sources) }),
    ...(luck(0.3) && { productIds: some(productIds) }),
    ...(luck(0.2) && { importId: one(importIds) }),
    ...(luck(0.3) && { search: one([...words, '%', '_', '\\', 'PLAIN', 'nowhere']) }),
    ...(luck(0.2) && { hasMedia: luck(0.5) }),
    ...(luck(0.3) && { verified: luck(0.5) }),
    ...(luck(0.2) && { edited: luck(0.5) }),
    ...(luck(0.3) && { createdFrom: day(15) }),
    ...(luck(0.3) && { createdTo: day(5) }),
  })
  let selected = 0
  for (let round = 0; round < 150; round++) {
    const asked = filter()
    const listed = await ctx.db.review.findMany({
      where: buildReviewWhere(ctx, asked),
      select: { id: true },
      orderBy: { id: 'asc' },
    })
    const raw = await ctx.db.$queryRaw<
      { id: string }[]
    >`select id from "Review" where ${buildReviewsWhere(shop.id, asked)} order by id`
    expect({ asked, rows: raw }).toEqual({ asked, rows: listed })
    selected += listed.length
  }
  expect(selected).toBeGreaterThan(1_000)
})
