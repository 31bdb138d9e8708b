import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { maxShopperPosts } from '../../../rules/limits.ts'
import type { Eligibility } from '../../../rules/settings/general.ts'
import { makeHttpServer } from '../../app/http/server.ts'
import { signProxyQuery } from '../../platform/proxy-signature.ts'
import { buildMailLinks } from '../../requests/requests/mail-links.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, placeOrder, type TestProduct } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bought: TestProduct
let other: TestProduct
/** The platform's ids of a customer who bought one product, and of one without orders. */
let buyer: string
const stranger = '99000111'

beforeAll(async () => {
  world = await createWorld()
  // The demo store belongs to the oldest shop.
  await world.app.deps.access.acrossShops('the demo platform').shop.update({
    where: { id: world.otherShop.id },
    data: { createdAt: new Date(world.otherShop.createdAt.getTime() + 1000) },
  })
  bought = await addProduct(world, 'Oak Stool')
  other = await addProduct(world, 'Pine Stool')
  await placeOrder(world, { email: 'buyer@reader.test', products: [bought] })
  buyer = (await world.ctx.db.customer.findFirstOrThrow({ where: { email: 'buyer@reader.test' } })).platformId ?? ''
})
afterAll(() => world.close())

const secret = () => world.app.deps.env.SHOPIFY_API_SECRET
const eligibility = (value: Eligibility) => saveSetting(world.ctx, 'general', { eligibility: value })
const fields = { rate: 5, content: 'Sturdy', name: 'Ada Byron', email: 'buyer@reader.test' }
const countOf = () => world.ctx.db.review.count({ where: { shopId: world.shop.id } })

function signed(
  customerId: string | null,
  change: (query: URLSearchParams) => void = () => undefined,
  age = 0,
): string {
  const query = new URLSearchParams({
    shop: world.shop.shopifyDomain,
    path_prefix: '/apps/candor',
    timestamp: String(Math.floor(Date.now() / 1000) - age),
    logged_in_customer_id: customerId ?? '',
  })
  query.append('signature', signProxyQuery(secret(), query))
  change(query)
  return `?${query.toString()}`
}

const post = (product: TestProduct, query = '', headers: Record<string, string> = { accept: 'application/json' }) =>
  world.inject({
    method: 'POST',
    url: `/storefront/${world.shop.shopifyDomain}/products/${product.handle}/reviews${query}`,
    headers,
    payload: fields,
    remoteAddress: `10.1.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
  })

describe('a post from the storefront', () => {
  test('counts equal reviews of two signed-in customers as two, without JavaScript', async () => {
    await eligibility('everyone')
    const before = await countOf()
    const same = new URLSearchParams({ rate: '5', name: 'Alex' }).toString()
    for (const customer of [buyer, stranger, stranger]) {
      const url = `/storefront/${world.shop.shopifyDomain}/products/${bought.handle}/reviews${signed(customer)}`
      expect(
        (
          await world.inject({
            method: 'POST',
            url,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: same,
          })
        ).statusCode,
      ).toBe(303)
    }
    expect(await countOf()).toBe(before + 2)
  })

  test.each<[Eligibility, string, () => Promise<{ statusCode: number; json(): unknown }>, string | null]>([
    ['everyone', 'a guest', () => post(bought), null],
    ['logged_in_users', 'a guest with a buyer’s address typed', () => post(bought), 'onlyCustomersMayReview'],
    ['logged_in_users', 'a signed-out shopper', () => post(bought, signed(null)), 'onlyCustomersMayReview'],
    ['logged_in_users', 'a customer without orders', () => post(bought, signed(stranger)), null],
    ['logged_in_users', 'a buyer of something else', () => post(other, signed(buyer)), null],
    ['verified_buyers', 'a guest with a buyer’s address typed', () => post(bought), 'onlyBuyersMayReview'],
    ['verified_buyers', 'a customer without orders', () => post(bought, signed(stranger)), 'onlyBuyersMayReview'],
    ['verified_buyers', 'a buyer of something else', () => post(other, signed(buyer)), 'onlyBuyersMayReview'],
    ['verified_buyers', 'its buyer', () => post(bought, signed(buyer)), null],
  ])('%s: %s', async (...[setting, _who, send, code]) => {
    await eligibility(setting)
    const before = await countOf()
    const answer = await send()
    if (code) expect([answer.statusCode, answer.json()]).toMatchObject([409, { success: false, code }])
    else expect(answer.json()).toMatchObject({ success: true })
    expect(await countOf()).toBe(before + (code ? 0 : 1))
  })

  test.each<[string, () => string]>([
    ['another customer', () => signed(stranger, (query) => query.set('logged_in_customer_id', buyer))],
    ['another shop', () => signed(buyer, (query) => query.set('shop', world.otherShop.shopifyDomain))],
    ['a parameter more', () => signed(buyer, (query) => query.append('extra', '1'))],
    ['two customers', () => signed(buyer, (query) => query.append('logged_in_customer_id', '1'))],
    ['no signature', () => signed(buyer, (query) => query.delete('signature'))],
    ['an old signature', () => signed(buyer, undefined, 120)],
  ])('is refused with %s', async (_case, query) => {
    await eligibility('logged_in_users')
    expect((await post(bought, query())).statusCode).toBe(409)
  })

  test('is limited by customer, not by the platform’s address', async () => {
    const send = (customerId: string) =>
      world.inject({
        method: 'POST',
        url: `/storefront/${world.shop.shopifyDomain}/products/${bought.handle}/reviews${signed(customerId)}`,
        headers: { accept: 'application/json' },
        payload: { ...fields, rate: 9 },
        remoteAddress: '10.3.0.2',
      })
    const codes: number[] = []
    for (let attempt = 0; attempt < 31; attempt += 1) codes.push((await send('99000222')).statusCode)
    expect(codes.filter((code) => code === 429)).toHaveLength(1)
    expect((await send('99000333')).statusCode).toBe(422)
  })

  test('gets a sentence instead of the form in a browser', async () => {
    await eligibility('verified_buyers')
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
    const answer = await fetch(
      `${await world.url()}/storefront/${world.shop.shopifyDomain}/products/${bought.handle}/reviews?part=form`,
      { method: 'POST', body },
    )
    const text = await answer.text()
    expect([
      answer.status,
      text.includes('Only customers who bought this can write a review'),
      text.includes('<form'),
    ]).toEqual([403, true, false])
    expect(text).toContain('Sign in at the store')
  })

  test('counts as a customer’s when signed in, and as verified when they bought the product', async () => {
    await eligibility('everyone')
    const byId = async (query: string) =>
      world.ctx.db.review.findFirst({
        where: { id: (await post(bought, query)).json<{ data: { id: string } }>().data.id },
        select: { origin: true, verifiedBy: true, email: true },
      })
    expect(await byId(signed(buyer))).toEqual({ origin: 'customer', verifiedBy: 'order', email: 'buyer@reader.test' })
    expect(await byId(signed(stranger))).toMatchObject({ origin: 'customer', verifiedBy: 'none' })
    expect(await byId('')).toMatchObject({ origin: 'guest', verifiedBy: 'none' })
  })
})

describe('the demo store', () => {
  const product = async (cookie = '', handle = bought.handle) => {
    const ctx = world.contextOf(
      await world.app.deps.access
        .acrossShops('the demo platform')
        .shop.findUniqueOrThrow({ where: { id: world.shop.id } }),
    )
    const { renderWidgets } = await import('../widgets/widgets.ts')
    const { signedIn, proxyPrefix } = await import('../../demo/store/shopper.ts')
    const shopper = signedIn(secret(), { headers: { cookie } } as never)
    return (
      (
        await renderWidgets(ctx, {
          place: 'product',
          handle,
          keys: ['reviewBox'],
          customer: shopper ? { platformId: shopper.customerId, proxy: proxyPrefix } : undefined,
        })
      ).markup.reviewBox ?? ''
    )
  }
  const cookieOf = (answer: { headers: Record<string, unknown> }) =>
    String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const login = async (customer: string) =>
    world.inject({
      method: 'POST',
      url: '/demo/store/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ customer, back: '//evil.test' }).toString(),
    })

  test('lists its customers, signs them in by a signed cookie, and out again', async () => {
    expect((await world.inject({ url: '/demo/store/login' })).body).toMatch(/name="customer" value="\d+"/)
    const answer = await login(buyer)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/demo/store'])
    const home = await world.inject({ url: '/demo/store/account', headers: { cookie: cookieOf(answer) } })
    expect(home.body).toMatch(/store-signed[^]*Ada Byron/)
    expect((await login('1234')).statusCode).toBe(404)
    expect(cookieOf(await world.inject({ method: 'POST', url: '/demo/store/logout' }))).toBe('candor-demo-session=')
  })

  test('shows the form to eligible shoppers, and a sentence to others', async () => {
    const cookie = cookieOf(await login(buyer))
    const forged = cookie.replace(/\.[^.]*$/, '.AAAA')
    for (const [setting, given, handle, sentence] of [
      ['everyone', '', bought.handle, null],
      ['logged_in_users', '', bought.handle, 'Please sign in to the store to write a review'],
      ['logged_in_users', forged, bought.handle, 'Please sign in to the store to write a review'],
      ['logged_in_users', cookie, other.handle, null],
      ['verified_buyers', cookie, other.handle, 'Only customers who bought this can write a review'],
      ['verified_buyers', cookie, bought.handle, null],
      ['verified_buyers', '', bought.handle, 'Only customers who bought this can write a review'],
    ] as const) {
      await eligibility(setting)
      const box = await product(given, handle)
      expect([
        setting,
        handle,
        box.includes('candor-form"'),
        box.includes('-write"'),
        sentence === null || box.includes(sentence),
      ]).toEqual([setting, handle, sentence === null, sentence === null, true])
      // Offers no login to a signed-in customer.
      expect(box.includes('href="http://candor.test/demo/store/login?back=')).toBe(
        sentence !== null && given !== cookie,
      )
      if (given === cookie && sentence === null)
        expect(box).toContain(`action="/demo/store/apps/candor/${world.shop.shopifyDomain}/products/${handle}/reviews"`)
    }
  })

  test('leads from the link in the form’s place through the login to the form', async () => {
    await eligibility('logged_in_users')
    const link =
      /href="([^"]*\/demo\/store\/login[^"]*)"/.exec(await product())?.[1]?.replace('http://candor.test', '') ?? ''
    const back = /name="back" value="([^"]*)"/.exec((await world.inject({ url: link })).body)?.[1] ?? ''
    const signedIn = await world.inject({
      method: 'POST',
      url: '/demo/store/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ customer: buyer, back }).toString(),
    })
    const form = await world.inject({ url: String(signedIn.headers.location), headers: { cookie: cookieOf(signedIn) } })
    expect(form.body).toContain(
      `action="/demo/store/apps/candor/${world.shop.shopifyDomain}/products/${bought.handle}/reviews"`,
    )
    expect(form.body).not.toContain('Sign in at the store')
  })

  test('forwards a post in the customer’s name, whatever identity the caller claims', async () => {
    await eligibility('verified_buyers')
    const cookie = cookieOf(await login(buyer))
    const url = (query = '') =>
      `/demo/store/apps/candor/${world.shop.shopifyDomain}/products/${bought.handle}/reviews${query}`
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
    const request = new Request('http://x', { method: 'POST', body })
    const payload = Buffer.from(await request.arrayBuffer())
    const send = (headers: Record<string, string>, query = '') =>
      world.inject({
        method: 'POST',
        url: url(query),
        headers: { 'content-type': request.headers.get('content-type') ?? '', ...headers },
        payload,
      })
    const taken = await send({ cookie }, '?part=form')
    expect([taken.statusCode, taken.body]).toEqual([200, expect.stringContaining('Thank you')])
    expect((await send({}, `?logged_in_customer_id=${buyer}`)).statusCode).toBe(403)
    expect((await send({ cookie: 'candor-demo-session=e30.AAAA' })).statusCode).toBe(403)
    for (const path of ['../../graphql', '%2e%2e/%2e%2e/api/shops', 'x//y'])
      expect(
        (await world.inject({ method: 'POST', url: `/demo/store/apps/candor/${path}`, payload: '' })).statusCode,
      ).toBe(404)
  })
})

describe('the form of an email', () => {
  test('proves a purchase until the order is cancelled', async () => {
    const product = await addProduct(world, 'Elm Stool')
    const order = await placeOrder(world, { email: 'elm@reader.test', products: [product] })
    await order.fulfill()
    await world.advance({ days: 8 })
    const item = await world.ctx.db.queueItem.findFirstOrThrow({
      where: { shopId: world.shop.id, customerEmail: 'elm@reader.test' },
    })
    const url = buildMailLinks(world.ctx, item.id).reviewUrl.replace('http://candor.test', '')
    for (const setting of ['everyone', 'logged_in_users', 'verified_buyers'] as const) {
      await eligibility(setting)
      expect((await world.inject({ url })).body).toContain('enctype="multipart/form-data"')
    }
    await order.cancel()
    const closed = await world.inject({ url })
    expect([
      closed.body.includes('Only customers who bought this can write a review'),
      closed.body.includes('<form'),
    ]).toEqual([true, false])
    await eligibility('everyone')
  })
})

const proxyOf = (hops: number) => `23.227.38.${hops}`
/** Numbers of trusted proxies, and the addresses that they append. */
const setups: [number, string[]][] = [
  [0, []],
  [1, [proxyOf(1)]],
  [2, [proxyOf(2), '10.0.0.9']],
]

describe.each(setups)('behind %i own proxies', (hops, ours) => {
  let http: FastifyInstance
  beforeAll(async () => {
    const { parts } = world.app
    http = await makeHttpServer({
      ...parts,
      deps: { ...parts.deps, env: { ...parts.deps.env, CANDOR_TRUST_PROXY: hops } },
    })
  })
  afterAll(() => http.close())

  /** Posts a review that is refused for its rating, and counted. */
  const post = async (query: string, shopper: string) => {
    const answer = await http.inject({
      method: 'POST',
      url: `/storefront/${world.shop.shopifyDomain}/products/${bought.handle}/reviews${query}`,
      payload: { rate: 9 },
      headers: { accept: 'application/json', 'x-forwarded-for': [shopper, ...ours].join(', ') },
      remoteAddress: hops === 0 ? proxyOf(0) : '10.0.0.2',
    })
    return answer.statusCode
  }
  const postUntilLimited = async (query: string, shopper: (index: number) => string) => {
    for (let index = 0; index < maxShopperPosts; index++) expect(await post(query, shopper(index))).toBe(422)
  }

  test('limits each shopper of the platform’s proxy separately, whatever address they claim', async () => {
    const [one, other] = [`198.51.${hops}.1`, `198.51.${hops}.2`]
    await postUntilLimited(signed(null), (index) => `203.0.113.${index}, ${one}`)
    expect([await post(signed(null), `203.0.113.99, ${one}`), await post(signed(null), other)]).toEqual([429, 422])
  })

  test('limits by the caller’s own address without a valid platform signature or address', async () => {
    await postUntilLimited('', (index) => `198.51.100.${index}`)
    expect([
      await post('', '198.51.100.200'),
      await post(signed(null), 'nonsense'),
      await post(signed(null), `192.0.2.${hops + 1}`),
    ]).toEqual([429, 429, 422])
  })
})
