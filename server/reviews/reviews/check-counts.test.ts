import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../../core/context.ts'
import { addReviews, countDrift } from '../../testing/reviews.ts'
import { createWorld, worldStart, type World } from '../../testing/world.ts'
import { performReviewAction } from './changes/perform-action.ts'
import { checkCounts, repairCounts } from './check-counts.ts'
import { applyCounts } from './counts.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('counters that say something else than the rows are found and set right, those of the shop only', async () => {
  const { ctx, shop, otherShop } = world
  const other = world.contextOf(otherShop)
  const productId = uuidv7()
  await ctx.db.product.create({
    data: {
      shopId: shop.id,
      id: productId,
      platformId: '1',
      title: 'Mug',
      handle: 'mug',
      createdAt: worldStart,
      updatedAt: worldStart,
    },
  })
  await addReviews(ctx, { productId, rate: 4, status: 'published' }, { productId, rate: 5 }, { rate: 2 })
  await addReviews(other, { rate: 1 })
  expect(await checkCounts(ctx)).toBe(0)

  await ctx.db.reviewCount.updateMany({ where: { shopId: shop.id, rate: 4 }, data: { count: 7 } })
  await ctx.db.reviewCount.deleteMany({ where: { shopId: shop.id, rate: 2 } })
  await ctx.db.productReviewCount.create({ data: { shopId: shop.id, productId, status: 'hidden', rate: 1, count: 3 } })
  await other.db.reviewCount.updateMany({ where: { shopId: otherShop.id }, data: { count: 9 } })
  expect(await checkCounts(ctx)).toBe(3)

  expect(await repairCounts(ctx)).toBe(3)
  expect(await checkCounts(ctx)).toBe(0)
  expect(await countDrift(ctx)).toEqual([])
  expect(await checkCounts(other)).toBe(1)
})

test('a repair waits for the changes of its shop that have begun, and for no other shop’s', async () => {
  const { ctx, otherShop } = world
  const other = world.contextOf(otherShop)
  // The embedded database does one thing at a time anyway.
  if (world.app.database.embedded) return expect(await repairCounts(other)).toBe(1)
  let own: Promise<number> | undefined
  const [review] = await addReviews(ctx, { rate: 3 })
  await inTransaction(ctx, async (tx) => {
    await performReviewAction(tx, { act: 'pin', ids: [review?.id ?? ''] })
    await applyCounts(tx, [{ productId: null, status: 'published', source: 'guest', rate: 3, by: 1 }])
    expect(await repairCounts(other)).toBe(1)
    own = repairCounts(ctx)
    await expect(Promise.race([own, repairCounts(other).then(() => 'the other first')])).resolves.toBe(
      'the other first',
    )
    await applyCounts(tx, [{ productId: null, status: 'published', source: 'guest', rate: 3, by: -1 }])
  })
  expect(await own).toBe(0)
  expect(await checkCounts(ctx)).toBe(0)
})
