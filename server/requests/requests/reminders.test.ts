import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { submitReview } from '../../reviews/reviews/adding/submit.ts'
import { addPhotos } from '../../reviews/reviews/adding/add-photos.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await saveSetting(world.ctx, 'emailTemplates', { photoReminder: { enabled: true } })
})
afterAll(() => world.close())

const noMedia = { pictures: [], video: null, poster: null, tooMany: false }
let number = 0
async function reviewedOrder(rate = 5) {
  number += 1
  const email = `buyer${number}@photo.test`
  const product = await addProduct(world, `Mug ${number}`)
  const placed = await placeOrder(world, { email, products: [product] })
  const order = await world.ctx.db.order.findFirstOrThrow({
    where: { shopId: world.shop.id, platformId: placed.platformId },
  })
  await submitReview(world.ctx, {
    productId: product.id,
    fields: { rate, content: 'Fine', name: 'Ada' },
    media: noMedia,
    proof: { kind: 'order', orderId: order.id },
  })
  await world.runJobs()
  const mails = async () => (await world.mailbox()).filter(({ to }) => to === email)
  const reminder = () => world.ctx.db.queueItem.findFirst({ where: { orderId: order.id, type: 'photo-reminder' } })
  return { placed, order, product, mails, reminder }
}

test('a photo is asked for a week after a review without one', async () => {
  const { mails, reminder } = await reviewedOrder()
  expect(await reminder()).toMatchObject({ status: 'waiting' })
  await world.advance({ days: 8 })
  expect(await mails()).toHaveLength(1)
  expect(await reminder()).toMatchObject({ status: 'success' })
})

test('two stars are not asked for a photo', async () => {
  expect(await (await reviewedOrder(2)).reminder()).toBeNull()
})

test('photos that arrive stop it, and a refund does', async () => {
  const one = await reviewedOrder()
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  await addPhotos(world.ctx, {
    orderId: one.order.id,
    productId: one.product.id,
    media: { ...noMedia, pictures: [{ name: 'mug.png', bytes: picture }] },
  })
  const other = await reviewedOrder()
  await other.placed.refund()
  await world.advance({ days: 8 })
  expect(await one.reminder()).toMatchObject({ status: 'cancelled', skipReason: 'hasPhotos' })
  expect(await other.reminder()).toMatchObject({ status: 'cancelled', skipReason: 'orderRefunded' })
  expect([await one.mails(), await other.mails()]).toEqual([[], []])
})
