import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { submitReview } from '../../reviews/reviews/adding/submit.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { pauseMails, unpause } from '../sender/pause.ts'
import { issueDiscount } from './issue.ts'

let world: World
let product: TestProduct
beforeAll(async () => {
  world = await createWorld()
  product = await addProduct(world, 'Oak Board')
})
afterAll(() => world.close())

let number = 0
const words = 'Fifty characters are soon written when the board is good.'
/** Adds a review of a signed-in customer, or of a visitor who typed an address. */
async function review(content = words, rate = 5, typed?: { email: string; network: string }) {
  number += 1
  const email = typed?.email ?? `shopper${number}@reader.test`
  const platformCustomerId = `9000${number}`
  if (!typed)
    await world.ctx.db.customer.create({
      data: {
        ...{ shopId: world.shop.id, id: randomUUID(), platformId: platformCustomerId },
        ...{ email, createdAt: world.ctx.now() },
      },
    })
  const { id } = await submitReview(world.ctx, {
    productId: product.id,
    fields: { rate, content, name: 'Ada', email },
    media: { pictures: [], video: null, poster: null, tooMany: false },
    proof: typed ? { kind: 'none' } : { kind: 'customer', platformCustomerId },
    network: typed?.network,
  })
  await world.runJobs()
  const row = () => world.ctx.db.discount.findFirst({ where: { shopId: world.shop.id, reviewId: id } })
  const mails = async () =>
    (await world.mailbox()).filter(({ to, subject }) => to === email && !/^(?:Confirm y|Y)our review of/.test(subject))
  return { id, email, row, mails }
}
const settings = (more: object) =>
  saveSetting(world.ctx, 'discount', {
    enableDiscount: true,
    sendingMethod: 'reviews_approval',
    typeDiscount: 'all',
    ...more,
  })
const atPlatform = async () =>
  (await world.inject({ method: 'GET', url: '/demo/discounts.json' })).json<
    { code: string; type: string; value: number; usedAt: string | null; endsAt: string; productIds: string[] }[]
  >()

test('a code is emailed half an hour after a pending review, with one reminder before it expires', async () => {
  await settings({ sendingMethod: 'send_both' })
  await saveSetting(world.ctx, 'general', { autoSubmitPublish: false })
  const { id, row, mails } = await review()
  const code = (await row())?.code ?? ''
  expect(code).toMatch(/^THANKYOU-[A-Z0-9]{8}$/)
  expect(await atPlatform()).toEqual([expect.objectContaining({ code, type: 'percentage', value: 15, usedAt: null })])
  await world.advance({ minutes: 29 })
  expect(await mails()).toHaveLength(0)
  await world.advance({ minutes: 2 })
  expect((await mails()).map(({ html }) => html.includes(code))).toEqual([true])
  expect(await world.ctx.db.review.findFirst({ where: { id } })).toMatchObject({
    status: 'pending',
    incentivized: true,
  })
  await world.advance({ days: 25 })
  expect((await mails()).map(({ subject }) => subject)).toEqual([expect.any(String), 'Your discount code expires soon'])
  await world.advance({ days: 10 })
  expect(await mails()).toHaveLength(2)
})

test('a code that is only shown is valid from the publication and never emailed', async () => {
  await settings({})
  const { id, row, mails } = await review()
  expect((await row())?.state).toBe('offered')
  await world.advance({ days: 3 })
  await performReviewAction(world.ctx, { act: 'publish', ids: [id] })
  await world.runJobs()
  expect(await row()).toMatchObject({ state: 'issued', startsAt: world.ctx.now() })
  await performReviewAction(world.ctx, { act: 'unpublish', ids: [id] })
  await world.advance({ days: 26 })
  expect((await row())?.state).toBe('issued')
  expect(await mails()).toHaveLength(0)
})

test('a code of an unknown reviewer is emailed, to prove the address', async () => {
  await settings({})
  const { id, row, mails } = await review(words, 5, { email: 'guest@reader.test', network: '192.0.2.9' })
  expect(await row()).toMatchObject({ state: 'offered', shown: false, mailed: true })
  await world.advance({ hours: 1 })
  expect(await mails()).toHaveLength(0)
  await performReviewAction(world.ctx, { act: 'publish', ids: [id] })
  await world.advance({ hours: 1 })
  expect((await mails()).map(({ html }) => html).join()).toContain((await row())?.code)
})

test('one mailbox earns one code for a product, and one network a few a day', async () => {
  await settings({})
  const codeOf = async (email: string, network: string) => {
    const row = await (await review(words, 5, { email, network })).row()
    return row?.email ?? null
  }
  expect(await codeOf('ann+1@reader.test', '192.0.2.1')).toBe('ann+1@reader.test')
  expect(await codeOf('Ann+2@reader.test', '192.0.2.2')).toBeNull()
  const six = []
  for (let at = 1; at <= 6; at++) six.push(await codeOf(`visitor${at}@reader.test`, '192.0.2.3'))
  expect(six.map((email) => email !== null)).toEqual([true, true, true, true, true, false])
  await world.advance({ days: 1 })
  expect(await codeOf('visitor7@reader.test', '192.0.2.3')).not.toBeNull()
})

test('only a long enough text earns a discount by content, whatever the rating', async () => {
  await settings({ typeDiscount: 'by_content', valueTextDiscount: 10 })
  expect(await (await review('Too short')).row()).toBeNull()
  expect(await (await review(words, 1)).row()).toMatchObject({ type: 'percentage', value: 10 })
})

test('a trashed review loses its unused code', async () => {
  await settings({ sendingMethod: 'send_email' })
  const { id, row, mails } = await review()
  const before = await atPlatform()
  await performReviewAction(world.ctx, { act: 'trash', ids: [id] })
  await world.advance({ hours: 1 })
  expect((await row())?.state).toBe('withdrawn')
  expect(await atPlatform()).toHaveLength(before.length - 1)
  expect(await mails()).toHaveLength(0)
})

test('the checkout accepts a code once, records its revenue and stops its reminder', async () => {
  await settings({ sendingMethod: 'send_email' })
  const { row, mails } = await review()
  await world.advance({ hours: 1 })
  const code = (await row())?.code ?? ''
  // The demo's checkout uses the oldest shop.
  await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { createdAt: new Date('2025-01-01') } })
  const catalog = { products: await world.ctx.platform.searchProducts(world.shop, { search: '', limit: 10 }) }
  const buy = () =>
    world.inject({
      method: 'POST',
      url: '/demo/orders',
      payload: {
        email: 'buyer@reader.test',
        firstName: 'A',
        lastName: 'B',
        discountCode: code.toLowerCase(),
        items: [{ handle: catalog.products[0]?.handle }],
      },
    })
  expect((await buy()).statusCode).toBe(200)
  expect((await buy()).statusCode).toBe(422)
  expect(await row()).toMatchObject({
    state: 'redeemed',
    usedOrderName: expect.stringMatching(/^#/),
    revenueCents: expect.any(Number),
  })
  await world.advance({ days: 27 })
  expect(await mails()).toHaveLength(1)
  expect((await atPlatform()).find((each) => each.code === code)?.usedAt).not.toBeNull()
})

test('a code for selected products is made for them, and its email says so', async () => {
  const [chosen] = await world.ctx.platform.searchProducts(world.shop, { search: '', limit: 10 })
  const row = await world.ctx.db.product.findFirstOrThrow({ where: { shopId: world.shop.id, id: product.id } })
  await settings({ sendingMethod: 'send_both', appliesTo: 'products', selectedProducts: [product.id] })
  const { row: codeOf, mails } = await review()
  await world.advance({ hours: 1 })
  const made = await codeOf()
  expect(await atPlatform()).toContainEqual(expect.objectContaining({ code: made?.code, productIds: [row.platformId] }))
  expect((await mails())[0]?.html).toContain('15% off selected products')
  const buy = () =>
    world.inject({
      method: 'POST',
      url: '/demo/orders',
      payload: {
        email: 'other@reader.test',
        firstName: 'A',
        lastName: 'B',
        discountCode: made?.code,
        items: [{ handle: chosen?.handle }],
      },
    })
  expect((await buy()).statusCode).toBe(422)
  expect(
    (await world.rest('PUT', '/settings/discount', { body: { appliesTo: 'products', selectedProducts: [] } })).json(),
  ).toMatchObject({ fields: { selectedProducts: { code: 'required' } } })
  await settings({ appliesTo: 'order' })
})

test('the list tells expired codes from active ones', async () => {
  await settings({ sendingMethod: 'send_both', expireDiscount: 1 })
  const { row } = await review()
  const code = (await row())?.code
  const listed = async (state: string) =>
    (await world.rest('GET', `/discounts?state=${state}`))
      .json<{ data: { code: string }[] }>()
      .data.map((each) => each.code)
  expect([await listed('issued'), await listed('expired')]).toEqual([
    expect.arrayContaining([code]),
    expect.not.arrayContaining([code]),
  ])
  await world.advance({ days: 3 })
  expect([await listed('issued'), await listed('expired')]).toEqual([
    expect.not.arrayContaining([code]),
    expect.arrayContaining([code]),
  ])
  await settings({ expireDiscount: 30 })
})

test('a code’s email that waited for a pause leaves as soon as the merchant resumes', async () => {
  await settings({ sendingMethod: 'send_email' })
  const { mails } = await review()
  await pauseMails(world.ctx, 'smtp', '535 5.7.8 wrong login')
  await world.advance({ minutes: 31 })
  expect(await mails()).toHaveLength(0)
  await unpause(world.ctx)
  await world.runJobs()
  expect(await mails()).toHaveLength(1)
})

test('a repeated job creates no second code', async () => {
  await settings({ sendingMethod: 'send_both' })
  const { row } = await review()
  const made = await row()
  await world.ctx.db.discount.updateMany({ where: { id: made?.id ?? '' }, data: { state: 'pending' } })
  const before = (await atPlatform()).length
  await issueDiscount(world.ctx, made?.id ?? '')
  expect(await atPlatform()).toHaveLength(before)
  expect(await row()).toMatchObject({ state: 'issued', code: made?.code })
})

test('a plan without the discount email shows the code', async () => {
  await settings({ sendingMethod: 'send_email' })
  await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { plan: 'free' } })
  const free = { ...world, ctx: world.contextOf({ ...world.shop, plan: 'free' }) }
  const { id } = await submitReview(free.ctx, {
    productId: product.id,
    fields: { rate: 5, content: words, name: 'Ada', email: 'free@reader.test' },
    media: { pictures: [], video: null, poster: null, tooMany: false },
    proof: { kind: 'none' },
  })
  expect(await world.ctx.db.discount.findFirst({ where: { reviewId: id } })).toMatchObject({
    shown: true,
    mailed: false,
  })
})

test('the discounts are listed over REST and GraphQL', async () => {
  const { data } = (await world.rest('GET', '/discounts')).json<{ data: { code: string; state: string }[] }>()
  expect(data.length).toBeGreaterThan(4)
  const answer = await world.graphql(
    `{ viewer { shop { discounts(first: 2) { totalCount edges { node { code state } } } discountTotals { issued redeemed } discount { enableDiscount listCombines } } } }`,
  )
  expect(answer).toMatchObject({
    data: { viewer: { shop: { discounts: { edges: [{}, {}] }, discount: { enableDiscount: true } } } },
  })
})

test('codes count by what earned them, and their sum is that of all codes', async () => {
  await settings({ typeDiscount: 'by_content', sendingMethod: 'send_email', valueTextDiscount: 10 })
  await review()
  const where = { shopId: world.shop.id, state: { in: ['issued' as const, 'redeemed' as const] } }
  const rows = await world.ctx.db.discount.groupBy({ by: ['kind', 'state'], where, _count: true })
  const count = (kind: string) => rows.reduce((sum, row) => sum + (row.kind === kind ? row._count : 0), 0)
  const { data } = (await world.rest('GET', '/analytics/rewards?period=allTime')).json<{
    data: { totals: { codesIssued: number }; reward: { key: string; codesIssued: number }[] }
  }>()
  const issued = Object.fromEntries(data.reward.map(({ key, codesIssued }) => [key, codesIssued]))
  expect(issued.text).toBeGreaterThanOrEqual(count('text'))
  expect(count('text')).toBeGreaterThan(0)
  expect(Object.keys(issued).sort()).toEqual(['any', 'text'])
  expect(Object.values(issued).reduce((sum, each) => sum + each, 0)).toBe(data.totals.codesIssued)
})
