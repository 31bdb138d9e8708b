import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { AccessRefused } from '../../core/errors.ts'
import { readDemoMetafields } from '../../demo/theme/metafields.ts'
import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { raiseProductVersions } from '../../shop/products/products.ts'
import { addProduct, postWebhook, type TestProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const across = () => world.app.deps.access.acrossShops('the demo platform')
const metafieldsOf = ({ platformId }: TestProduct, shop = world.shop) => readDemoMetafields(across(), shop, platformId)
const publish = async (product: TestProduct, ...rates: number[]) => {
  const rows = await addReviews(world.ctx, ...rates.map((rate) => ({ productId: product.id, rate })))
  await performReviewAction(world.ctx, { act: 'publish', ids: rows.map(({ id }) => id) })
  return rows.map(({ id }) => id)
}

/** Fails the jobs that wait for a retry, the last one so many minutes ago. */
const giveUp = async (minutes: number) => {
  const { pool } = world.app.database
  await pool.query(
    `update jobs.job set state = 'failed', completed_on = now() where name = 'ratings.send' and state = 'retry'`,
  )
  await pool.query(
    `update jobs.job set completed_on = completed_on - (select max(completed_on) from jobs.job where name = 'ratings.send' and state = 'failed') + now() - $1 * interval '1 minute' where name = 'ratings.send' and state >= 'completed'`,
    [minutes],
  )
}
const waiting = async () =>
  Number(
    (
      await world.app.database.pool.query<{ count: string }>(
        `select count(*) from jobs.job where name = 'ratings.send' and state < 'active'`,
      )
    ).rows[0]?.count,
  )

describe('ratings at the platform', () => {
  let warn: jest.SpiedFunction<World['app']['deps']['log']['warn']>
  beforeAll(() => {
    warn = jest.spyOn(world.app.deps.log, 'warn').mockImplementation(() => undefined)
  })
  afterAll(() => warn.mockRestore())

  test('follow the published reviews, and are deleted with the last one', async () => {
    const product = await addProduct(world, 'Rated')
    const ids = await publish(product, 5, 4, 5)
    await world.runJobs()
    expect(await metafieldsOf(product)).toEqual({
      'reviews.rating': { type: 'rating', value: '{"value":"4.67","scale_min":"1.0","scale_max":"5.0"}' },
      'reviews.rating_count': { type: 'number_integer', value: '3' },
    })
    await performReviewAction(world.ctx, { act: 'unpublish', ids: ids.slice(0, 1) })
    await world.runJobs()
    expect((await metafieldsOf(product))['reviews.rating_count']?.value).toBe('2')
    await performReviewAction(world.ctx, { act: 'unpublish', ids: ids.slice(1) })
    await world.runJobs()
    expect(await metafieldsOf(product)).toEqual({})
  })

  test('are sent in batches of 12 products, 24 metafields, and only when they changed', async () => {
    const products = []
    for (let index = 0; index < 15; index += 1) products.push(await addProduct(world, `Many ${index}`))
    for (const product of products) await publish(product, 3)
    await world.runJobs()
    const ids = products.map(({ id }) => id)
    await world.ctx.db.product.updateMany({
      where: { shopId: world.shop.id, id: { in: ids } },
      data: { ratingSent: null },
    })
    const calls: number[] = []
    const { setRatings } = world.app.deps.platform
    world.app.deps.platform.setRatings = (shop, ratings) => {
      calls.push(ratings.length)
      return setRatings(shop, ratings)
    }
    try {
      await raiseProductVersions(world.ctx, ids)
      await world.runJobs()
      expect(calls).toEqual([12, 3])
      await raiseProductVersions(world.ctx, ids)
      await world.runJobs()
      expect(calls).toEqual([12, 3])
    } finally {
      world.app.deps.platform.setRatings = setRatings
    }
    expect(await world.ctx.db.product.count({ where: { shopId: world.shop.id, ratingDue: true } })).toBe(0)
  })

  test('stay due when the platform fails, and another shop’s are not touched', async () => {
    const product = await addProduct(world, 'Unlucky')
    await publish(product, 2)
    const { setRatings } = world.app.deps.platform
    world.app.deps.platform.setRatings = () => Promise.reject(new Error('away'))
    await world.runJobs().catch(() => undefined)
    world.app.deps.platform.setRatings = setRatings
    expect(await world.ctx.db.product.findFirst({ where: { shopId: world.shop.id, id: product.id } })).toMatchObject({
      ratingDue: true,
      ratingSent: null,
    })
    await publish(product, 2)
    await world.runJobs()
    expect((await metafieldsOf(product))['reviews.rating_count']?.value).toBe('2')
    expect(await metafieldsOf(product, world.otherShop)).toEqual({})
  })

  test('are sent after the job ran out of retries', async () => {
    const product = await addProduct(world, 'Given up')
    const { setRatings } = world.app.deps.platform
    world.app.deps.platform.setRatings = () => Promise.reject(new Error('away'))
    await publish(product, 2)
    await world.runJobs()
    await giveUp(0)
    await world.runJobs()
    expect(await waiting()).toBe(0)
    world.app.deps.platform.setRatings = setRatings
    await giveUp(400)
    await world.runJobs()
    expect((await metafieldsOf(product))['reviews.rating_count']?.value).toBe('1')
  })

  test('are retried ever less often when the platform refuses access, with one log line a day', async () => {
    const product = await addProduct(world, 'Refused')
    const { setRatings } = world.app.deps.platform
    let calls = 0
    world.app.deps.platform.setRatings = () => {
      calls += 1
      return Promise.reject(new AccessRefused())
    }
    try {
      await publish(product, 2)
      let sinceFirst = 0
      for (let tries = 1; tries <= 9; tries += 1) {
        await world.runJobs()
        expect(calls).toBe(tries)
        const wait = Math.min(360, Math.max(5, sinceFirst))
        await giveUp(wait - 1)
        await world.runJobs()
        expect(calls).toBe(tries)
        await giveUp(wait + 1)
        sinceFirst += wait + 1
      }
      expect(sinceFirst).toBeGreaterThan(360)
      expect(warn.mock.calls.filter(([fields]) => (fields as { job?: string }).job === 'ratings.send')).toHaveLength(1)
    } finally {
      world.app.deps.platform.setRatings = setRatings
      await giveUp(400)
      await world.runJobs()
    }
    expect((await metafieldsOf(product))['reviews.rating_count']?.value).toBe('1')
  })
})

test('are sent again for a shop that reinstalled the app', async () => {
  const product = await addProduct(world, 'Back again')
  await publish(product, 4)
  await world.runJobs()
  expect(await postWebhook(world, 'app/uninstalled', { payload: { id: 1 } })).toBe(200)
  const sent: string[] = []
  const { setRatings } = world.app.deps.platform
  world.app.deps.platform.setRatings = (shop, ratings) => {
    sent.push(...ratings.map(({ platformId }) => platformId))
    return setRatings(shop, ratings)
  }
  await world.inject({ url: '/api/shops', headers: { authorization: `Bearer ${await world.idToken()}` } })
  await world.runJobs()
  world.app.deps.platform.setRatings = setRatings
  expect(sent).toContain(product.platformId)
})

test('need barcodes, so a catalog that was read without them is read again once', async () => {
  await across().shop.update({ where: { id: world.shop.id }, data: { catalogVersion: 1 } })
  await world.advance({ minutes: 2 })
  expect(await across().shop.findUnique({ where: { id: world.shop.id } })).toMatchObject({ catalogVersion: 2 })
  const row = await world.ctx.db.product.findFirst({ where: { shopId: world.shop.id, handle: 'hillside-mug' } })
  expect(row?.variants).toMatchObject([{ barcode: '9520000000004' }, {}, {}])
})
