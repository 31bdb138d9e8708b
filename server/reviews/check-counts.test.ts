import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { addReviews, countDrift } from '../testing/reviews.ts'
import { createWorld, worldStart, type World } from '../testing/world.ts'
import { checkCounts, repairCounts } from './check-counts.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('counters that say something else than the rows are found and set right, those of the shop only', async () => {
  const { ctx, shop, otherShop } = world
  const other = world.contextOf(otherShop)
  const productId = uuidv7()
  await ctx.db.product.create({ data: { shopId: shop.id, id: productId, platformId: '1', title: 'Mug', handle: 'mug', createdAt: worldStart, updatedAt: worldStart } })
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
