import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Review } from '../../generated/prisma/client.ts'
import { signProxyQuery } from '../../platform/proxy-signature.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, placeOrder, type TestProduct } from '../../testing/orders.ts'
import { addReviews, countDrift, type TestReview } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let mug: TestProduct
let bowl: TestProduct
let ada: { id: string; platformId: string }
let grace: { id: string; platformId: string }

beforeAll(async () => {
  world = await createWorld()
  // The demo store belongs to the oldest shop.
  await world.app.deps.access.acrossShops('the demo platform').shop.update({
    where: { id: world.otherShop.id },
    data: { createdAt: new Date(world.otherShop.createdAt.getTime() + 1000) },
  })
  mug = await addProduct(world, 'Mug')
  bowl = await addProduct(world, 'Bowl')
  for (const email of ['ada@reader.test', 'grace@reader.test'])
    await (await placeOrder(world, { email, products: [mug, bowl] })).fulfill()
  ada = await customer('ada@reader.test')
  grace = await customer('grace@reader.test')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.ctx.db.review.deleteMany({ where: { shopId: world.shop.id } })
  await world.ctx.db.reviewCount.deleteMany({ where: { shopId: world.shop.id } })
  await world.ctx.db.productReviewCount.deleteMany({ where: { shopId: world.shop.id } })
})

async function customer(email: string): Promise<{ id: string; platformId: string }> {
  const { id, platformId } = await world.ctx.db.customer.findFirstOrThrow({ where: { shopId: world.shop.id, email } })
  return { id, platformId: platformId ?? '' }
}

const general = (patch: object) => saveSetting(world.ctx, 'general', patch)
const settings = (patch: object) => saveSetting(world.ctx, 'customerPortalReviews', patch)
const write = async (of: { id: string }, more: TestReview = {}): Promise<Review> => {
  const [review] = await addReviews(world.ctx, {
    customerId: of.id,
    productId: mug.id,
    origin: 'customer',
    source: 'customer',
    status: 'published',
    rate: 4,
    title: 'Mine',
    content: 'A mug of my own',
    publishedAt: world.ctx.now(),
    ...more,
  })
  if (!review) throw new Error('no review')
  return review
}
const stored = (id: string) => world.ctx.db.review.findFirst({ where: { shopId: world.shop.id, id } })

/** Signs a query as the platform does, with the caller's own parameters. */
function signed(platformId: string, shop = world.shop): string {
  const query = new URLSearchParams({
    page: 'account',
    shop: shop.shopifyDomain,
    path_prefix: '/apps/candor',
    timestamp: String(Math.floor(Date.now() / 1000)),
    logged_in_customer_id: platformId,
  })
  query.append('signature', signProxyQuery(world.app.deps.env.SHOPIFY_API_SECRET, query))
  return query.toString()
}

const widget = (query: string, shop = world.shop) =>
  world.inject({ url: `/storefront/${shop.shopifyDomain}/widgets/customerPortalReviews?${query}` })
const ofCustomer = async ({ platformId }: { platformId: string }) => (await widget(signed(platformId))).body
const tokenOf = (body: string, id: string): string =>
  new RegExp(`reviews/${id}"[^>]*><input type="hidden" name="token" value="([^"]+)"`).exec(body)?.[1] ?? ''

interface Posted {
  by: { platformId: string }
  token?: string
  shop?: World['shop']
}

async function post({ by, token, shop = world.shop }: Posted, id: string, fields: Record<string, string>) {
  const proof = token ?? tokenOf(await ofCustomer(by), id)
  return world.inject({
    method: 'POST',
    url: `/storefront/${shop.shopifyDomain}/account/reviews/${id}?${signed(by.platformId, shop)}`,
    remoteAddress: `10.2.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token: proof, ...fields }).toString(),
  })
}
const edit = { act: 'edit', rate: '5', title: 'Better', content: 'I like it more now' }

describe('a customer’s account', () => {
  test('says why a review is not shown, and leads to the objection once', async () => {
    const { id } = await write(ada)
    await world.rest('POST', `/reviews/${id}/unpublish`, { body: { reason: 'offTopic', note: 'About <delivery>' } })
    const body = await ofCustomer(ada)
    expect(body).toContain('It isn’t about the product')
    expect(body).toContain('About &lt;delivery&gt;')
    const url = new URL(/href="([^"]+\/objection\/[^"]+)"/.exec(body)?.[1] ?? 'http://none').pathname
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await world.inject({ method: 'POST', url, payload: 'text=No', headers })).statusCode).toBe(303)
    expect(await ofCustomer(ada)).not.toContain('/objection/')
    expect(await ofCustomer(grace)).not.toContain('It isn’t about the product')
  })

  test('can change a review written on a page once its address is confirmed', async () => {
    const { id } = await write(ada, { origin: 'guest', source: 'guest', channel: 'page' })
    expect((await post({ by: ada }, id, edit)).statusCode).toBe(409)
    await world.ctx.db.review.updateMany({
      where: { shopId: world.shop.id, id },
      data: { emailConfirmedAt: world.ctx.now() },
    })
    expect((await post({ by: ada }, id, edit)).statusCode).toBe(303)
    expect(await stored(id)).toMatchObject({ title: 'Better', rate: 5 })
  })

  test('shows own reviews and products to review, and no other customer’s', async () => {
    await write(ada)
    await write(ada, { status: 'hidden', productId: bowl.id, content: 'Ada, hidden' })
    await write(grace, { content: 'Grace wrote this', status: 'pending' })
    await addReviews(world.ctx, {
      content: 'A guest with her address',
      email: 'ada@reader.test',
      status: 'published',
      productId: mug.id,
    })
    const body = await ofCustomer(ada)
    expect(body).toMatch(/^<section [^>]*data-candor-widget="customerPortalReviews"/)
    expect(body).toContain('A mug of my own')
    expect(body).toMatch(/Ada, hidden/)
    expect(body).toContain('Not shown in the store')
    expect(body).not.toMatch(/Grace wrote|A guest/)
    const other = await ofCustomer(grace)
    expect(other).toContain('Waiting for approval')
    expect(other).not.toContain('A mug of my own')
    expect(other).toMatch(/Waiting for your review[^]*Bowl[^]*#candor-\w+-write/)
    expect(body).not.toContain('Waiting for your review')
  })

  test.each([
    ['a signed-out shopper', () => 'page=account'],
    ['a signature without a customer', () => signed('')],
    ['a forged customer', () => signed(grace.platformId).replace(grace.platformId, ada.platformId)],
    ['a signature for another shop', () => signed(ada.platformId, world.otherShop)],
  ])('is empty and not cached for %s', async (_who, query) => {
    await write(ada)
    const answer = await widget(query())
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, '', 'private, no-store'])
  })

  test('is never cached for another customer, after a change or in another shop', async () => {
    await write(ada)
    expect(await ofCustomer(ada)).toContain('A mug of my own')
    expect(await ofCustomer(grace)).not.toContain('A mug of my own')
    await write(ada, { content: 'A second one', productId: bowl.id })
    expect(await ofCustomer(ada)).toContain('A second one')
    const elsewhere = await widget(signed(ada.platformId, world.otherShop), world.otherShop)
    expect(elsewhere.body).not.toContain('A mug of my own')
    expect((await widget(signed(ada.platformId))).headers['cache-control']).toBe('private, no-store')
  })

  test('follows its settings', async () => {
    await write(ada)
    await settings({ allowEdit: false, allowDelete: false, showToReview: false, customCss: '.candor-title{color:red}' })
    const body = await ofCustomer(ada)
    expect(body).not.toContain('<form')
    expect(body).not.toContain('Waiting for your review')
    expect(body).toContain('[data-candor-widget=customerPortalReviews]{.candor-title{color:red!important}}}</style>')
    await settings({ enabled: false })
    expect(await ofCustomer(ada)).toBe('')
    await settings({ enabled: true, allowEdit: true, allowDelete: true, showToReview: true, customCss: '' })
  })
})

describe('a customer changing their own review', () => {
  test('stores rating and text, keeps the counters right, and applies the publishing rules again', async () => {
    await general({ autoSubmitPublish: true, autoPublishThreshold: 4 })
    const review = await write(ada, {
      edited: true,
      original: { title: 'Before', content: 'The merchant’s edit', media: [] },
      editRequest: 'confirmed',
    })
    const answer = await post({ by: ada }, review.id, edit)
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      expect.stringContaining('/account#candor-edited'),
    ])
    expect(await stored(review.id)).toMatchObject({
      rate: 5,
      title: 'Better',
      content: 'I like it more now',
      status: 'published',
      decidedBy: 'rule',
      edited: false,
      original: null,
      editRequest: null,
    })
    await post({ by: ada }, review.id, { ...edit, rate: '2' })
    expect(await stored(review.id)).toMatchObject({ rate: 2, status: 'pending', why: { code: 'rule.belowThreshold' } })
    expect(await countDrift(world.ctx)).toEqual([])
    const history = await world.ctx.db.reviewHistory.findMany({
      where: { shopId: world.shop.id, reviewId: review.id },
      orderBy: { id: 'asc' },
    })
    expect(history).toMatchObject([
      { actor: 'customer', action: 'edited', before: { rate: 4 }, after: { rate: 5 } },
      { actor: 'customer', action: 'edited', after: { rate: 2, status: 'pending' } },
    ])
    await general({ autoSubmitPublish: false })
    await post({ by: ada }, review.id, edit)
    expect(await stored(review.id)).toMatchObject({ status: 'pending', why: { code: 'rule.everyReviewWaits' } })
    await general({ autoSubmitPublish: true, autoPublishThreshold: 1 })
  })

  test('does nothing without a difference', async () => {
    const review = await write(ada)
    await post({ by: ada }, review.id, { act: 'edit', rate: '4', title: 'Mine', content: 'A mug of my own' })
    expect((await stored(review.id))?.version).toBe(review.version)
  })

  test('shows the form again with the input and the reason for a refusal', async () => {
    const review = await write(ada)
    const answer = await post({ by: ada }, review.id, { ...edit, rate: '9', content: 'Typed <b>' })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([422, 'private, no-store'])
    expect(answer.body).toMatch(/Please check the marked fields[^]*Typed &lt;b&gt;/)
    expect(await stored(review.id)).toMatchObject({ rate: 4, version: review.version })
  })

  test.each<[string, TestReview]>([
    ['hid', { status: 'hidden' }],
    ['rejected', { status: 'rejected' }],
    ['imported', { origin: 'imported' }],
    ['trashed', { status: 'deleted' }],
  ])('is refused for a review that was %s', async (_what, more) => {
    const review = await write(ada, more)
    const token = world.app.deps.signer.sign(
      'portal',
      { shopId: world.shop.id, customerId: ada.id, reviewId: review.id },
      60,
    )
    expect((await post({ by: ada, token }, review.id, edit)).statusCode).toBe(409)
    expect(await stored(review.id)).toMatchObject({ content: 'A mug of my own', version: review.version })
  })
})

describe('deleting one’s own review', () => {
  test('moves it to the trash', async () => {
    const review = await write(ada)
    expect((await post({ by: ada }, review.id, { act: 'delete' })).statusCode).toBe(303)
    expect(await stored(review.id)).toMatchObject({
      status: 'deleted',
      why: { code: 'customer.trash' },
      beforeTrash: { status: 'published' },
    })
    expect(await countDrift(world.ctx)).toEqual([])
    expect(await ofCustomer(ada)).not.toContain('A mug of my own')
  })

  test('is final when the shop has no trash', async () => {
    await general({ isTrashFeatureEnabled: false })
    const review = await write(ada)
    await post({ by: ada }, review.id, { act: 'delete' })
    expect(await stored(review.id)).toBeNull()
    expect(await countDrift(world.ctx)).toEqual([])
    await general({ isTrashFeatureEnabled: true })
  })
})

test('limits the requests of one customer, without delaying others behind the platform’s address', async () => {
  const send = (platformId: string) =>
    world.inject({
      method: 'POST',
      url: `/storefront/${world.shop.shopifyDomain}/account/reviews/none?${signed(platformId)}`,
      remoteAddress: '10.3.0.1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'act=edit&token=x',
    })
  const codes: number[] = []
  for (let attempt = 0; attempt < 31; attempt += 1) codes.push((await send('990001')).statusCode)
  expect(codes.filter((code) => code === 429)).toHaveLength(1)
  expect((await send('990002')).statusCode).toBe(409)
})

describe('a customer’s review cannot be changed', () => {
  test.each<[string, (id: string) => Promise<{ statusCode: number }>]>([
    [
      'another customer, with the author’s token',
      async (id) => post({ by: grace, token: tokenOf(await ofCustomer(ada), id) }, id, edit),
    ],
    [
      'another customer, with a token of their own review',
      async (id) => post({ by: grace, token: tokenOf(await ofCustomer(grace), (await write(grace)).id) }, id, edit),
    ],
    ['a form with a forged token', async (id) => post({ by: ada, token: 'x' }, id, edit)],
    [
      'the author’s token in another shop',
      async (id) => post({ by: ada, token: tokenOf(await ofCustomer(ada), id), shop: world.otherShop }, id, edit),
    ],
    [
      'a call without the platform’s signature',
      async (id) =>
        world.inject({
          method: 'POST',
          url: `/storefront/${world.shop.shopifyDomain}/account/reviews/${id}`,
          payload: '',
        }),
    ],
    ['an unknown action', async (id) => post({ by: ada }, id, { ...edit, act: 'publish' })],
  ])('by %s', async (_who, send) => {
    const review = await write(ada)
    const { statusCode } = await send(review.id)
    expect([404, 409]).toContain(statusCode)
    expect(await stored(review.id)).toMatchObject({
      content: 'A mug of my own',
      status: 'published',
      version: review.version,
    })
  })

  test.each([
    ['edit', { allowEdit: false }],
    ['delete', { allowDelete: false }],
    ['delete', { enabled: false }],
  ])('by a customer who may not %s', async (act, patch) => {
    const review = await write(ada)
    const token = tokenOf(await ofCustomer(ada), review.id)
    await settings(patch)
    expect((await post({ by: ada, token }, review.id, { ...edit, act })).statusCode).toBe(409)
    expect(await stored(review.id)).toMatchObject({ version: review.version })
    await settings({ enabled: true, allowEdit: true, allowDelete: true })
  })
})

test('the demo’s account belongs to a customer with reviews, and its forms work', async () => {
  const review = await write(ada, { content: 'Shown in the demo' })
  const page = await world.inject({ url: '/demo/store/account?email=ada@reader.test' })
  expect(page.body).toContain('Shown in the demo')
  const cookie = String(page.headers['set-cookie']).split(';')[0] ?? ''
  const answer = await world.inject({
    method: 'POST',
    url: `/demo/store/apps/candor/${world.shop.shopifyDomain}/account/reviews/${review.id}`,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...edit, token: tokenOf(page.body, review.id) }).toString(),
  })
  expect(answer.statusCode).toBe(303)
  expect(await stored(review.id)).toMatchObject({ rate: 5, content: 'I like it more now' })
})
