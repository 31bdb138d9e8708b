import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { openWeb } from '../../core/files/web.ts'
import { submitReview } from '../../reviews/reviews/adding/submit.ts'
import { addPhotos } from '../../reviews/reviews/adding/add-photos.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { joyDemo } from './joy/stand-in.ts'

let world: World
beforeEach(async () => {
  // Sends requests for every host to this world's stand-ins.
  let port = 0
  world = await createWorld({
    web: openWeb({
      guard: {
        resolve: async () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
        allows: () => true,
        get standIn() {
          return port
        },
      },
    }),
  })
  port = Number(new URL(await world.url()).port)
})
afterEach(() => world.close())

async function connect(values: Record<string, string> = joyDemo): Promise<object> {
  const { data } = await world.graphql(
    'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { __typename ... on ConnectIntegrationSuccess { data { isConnected } } ... on InvalidInputError { fields { code } } } }',
    { input: { key: 'joy', secrets: Object.entries(values).map(([name, value]) => ({ name, value })) } },
  )
  return data as unknown as object
}
const turnOn = (more: object = {}) =>
  world.rest('PUT', '/settings/joy', {
    body: { enableReviewDiscount: true, pointsReview: 100, pointsPhoto: 150, ...more },
  })
const noMedia = { pictures: [], video: null, poster: null, tooMany: false }
let number = 0
/** Adds a pending review of a signed-in customer, or of a visitor who typed an address. */
async function review(email: string, { rate = 1, isTyped = false } = {}): Promise<string> {
  const product = await addProduct(world, 'Oak Board')
  const platformCustomerId = `8000${String((number += 1))}`
  if (!isTyped)
    await world.ctx.db.customer.create({
      data: {
        ...{ shopId: world.shop.id, id: randomUUID(), platformId: platformCustomerId },
        ...{ email, createdAt: world.ctx.now() },
      },
    })
  const { id } = await submitReview(world.ctx, {
    productId: product.id,
    fields: { rate, content: 'Warps in the rain', name: 'Ada', email },
    media: noMedia,
    proof: isTyped ? { kind: 'none' } : { kind: 'customer', platformCustomerId },
  })
  await world.runJobs()
  return id
}
async function publish(id: string): Promise<void> {
  await world.rest('POST', `/reviews/${id}/publish`)
  await world.runJobs()
}
interface Given {
  email: string
  points: number
  reference: string
}
const received = async () =>
  (await world.inject({ url: '/demo/received.json?name=joy' })).json<{ path: string; status: number; body: string }[]>()
const given = async () =>
  (await received())
    .filter(({ path, status }) => path === '/customers/points' && status === 200)
    .map(({ body }) => JSON.parse(body) as Given)
    .reverse()
async function totals(): Promise<object> {
  const { data } = await world.graphql('{ viewer { shop { pointsTotals { given waiting failed } } } }')
  return (data as unknown as { viewer: { shop: { pointsTotals: object } } }).viewer.shop.pointsTotals
}

test('gives points once a review is published, whatever its stars, and marks it as incentivized', async () => {
  expect(await connect()).toMatchObject({ connectIntegration: { data: { isConnected: true } } })
  await turnOn()
  await saveSetting(world.ctx, 'general', { autoSubmitPublish: false })
  const id = await review('ada@reader.test')
  expect(await given()).toEqual([])
  expect(await totals()).toEqual({ given: 0, waiting: 1, failed: 0 })
  expect(await world.ctx.db.review.findFirst({ where: { id } })).toMatchObject({ incentivized: true })
  await publish(id)
  expect(await given()).toMatchObject([{ email: 'ada@reader.test', points: 100, reference: id }])
  await world.rest('POST', `/reviews/${id}/unpublish`)
  await publish(id)
  expect(await given()).toHaveLength(1)
  expect(await totals()).toEqual({ given: 100, waiting: 0, failed: 0 })
})

test('gives nothing to an address that a visitor typed', async () => {
  await connect()
  await turnOn()
  const id = await review('ada@reader.test', { isTyped: true })
  await publish(id)
  expect(await given()).toEqual([])
  expect(await world.ctx.db.review.findFirst({ where: { id } })).toMatchObject({ incentivized: false })
})

test('gives the rest of the photo’s points when a photo follows', async () => {
  await connect()
  await turnOn()
  const product = await addProduct(world, 'Teapot')
  const order = await placeOrder(world, { products: [product], email: 'ada@reader.test' })
  const { id: orderId } = await world.ctx.db.order.findFirstOrThrow({ where: { shopId: world.shop.id } })
  await order.fulfill()
  const { id } = await submitReview(world.ctx, {
    productId: product.id,
    fields: { rate: 5, content: 'Pours well', name: 'Ada' },
    media: noMedia,
    proof: { kind: 'order', orderId },
  })
  await publish(id)
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1f5b45' } })
    .png()
    .toBuffer()
  await addPhotos(world.ctx, {
    orderId,
    productId: product.id,
    media: { ...noMedia, pictures: [{ name: 'teapot.png', bytes }] },
  })
  await world.runJobs()
  expect((await given()).map(({ points }) => points)).toEqual([100, 50])
})

test('keeps refused points, and gives them when Joy is connected again', async () => {
  await connect()
  await turnOn()
  const id = await review('refused@reader.test')
  await publish(id)
  expect(await totals()).toEqual({ given: 0, waiting: 0, failed: 1 })
  await world.ctx.db.review.updateMany({ where: { id }, data: { email: 'ada@reader.test' } })
  await connect()
  await world.runJobs()
  expect(await given()).toMatchObject([{ email: 'ada@reader.test', points: 100 }])
})

test('refuses wrong credentials', async () => {
  expect(await connect({ ...joyDemo, secretKey: 'wrong' })).toMatchObject({
    connectIntegration: { fields: [{ code: 'integrationLoginRefused' }] },
  })
})

test('names the points in the request and on the policy page, if the merchant wants it', async () => {
  await connect()
  await turnOn()
  const policy = async () => (await world.inject({ url: `/storefront/${world.shop.shopifyDomain}/review-policy` })).body
  expect(await policy()).toContain('150 loyalty points')
  const order = async (email: string) => {
    await (
      await placeOrder(world, { products: [await addProduct(world, `Cup of ${email.slice(0, 3)}`)], email })
    ).fulfill()
    await world.advance({ days: 8 })
    return (await world.mailbox()).find(({ to }) => to === email)?.html
  }
  expect(await order('ada@reader.test')).toContain('150 loyalty points')
  await turnOn({ enableReviewRequest: false })
  expect(await order('bob@reader.test')).not.toContain('loyalty points')
})
