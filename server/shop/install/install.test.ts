import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { UpstreamFailed } from '../../core/errors.ts'
import { signCallback } from '../../platform/callback-signature.ts'
import { SCOPE_FEATURES, SCOPED_FEATURES, type Scope, type ScopedFeature } from '../../../rules/scopes.ts'
import type { Ctx } from '../../core/context.ts'
import { addProduct, postWebhook } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const across = () => world.app.deps.access.acrossShops('the demo platform')
const shopOf = (shopifyDomain: string) => across().shop.findUnique({ where: { shopifyDomain } })
const cookieOf = (answer: { headers: Record<string, unknown> }, name: string) =>
  [answer.headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith(`${name}=`))

/** Starts a grant in a browser. Returns its cookie and the platform's page. */
async function begin(shop: string, more = '') {
  const answer = await world.inject({ url: `/auth/shopify?shop=${shop}${more}` })
  expect(answer.statusCode).toBe(302)
  const page = new URL(String(answer.headers.location))
  return { cookie: cookieOf(answer, 'candor-oauth')?.split(';')[0] ?? '', page }
}

/** Presses Install on the platform's page. Returns the address of the callback. */
async function press({ page }: { page: URL }, scopes: string[] = []): Promise<URL> {
  const shop = page.pathname.split('/')[3] ?? ''
  const form = new URLSearchParams({
    redirectUri: page.searchParams.get('redirect_uri') ?? '',
    state: page.searchParams.get('state') ?? '',
    act: 'grant',
    ...(scopes.length > 0 && { scopes: scopes.join() }),
  })
  const answer = await world.inject({
    method: 'POST',
    url: `/demo/shops/${shop}/grant`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  })
  return new URL(String(answer.headers.location))
}

const call = (url: URL, cookie: string) => world.inject({ url: `${url.pathname}${url.search}`, headers: { cookie } })

function resign(url: URL, change: (query: URLSearchParams) => void): URL {
  const changed = new URL(url)
  changed.searchParams.delete('hmac')
  change(changed.searchParams)
  changed.searchParams.set('hmac', signCallback(world.app.deps.env.SHOPIFY_API_SECRET, changed.searchParams))
  return changed
}

const pressButton = (path: string, shop: string) => world.inject({ method: 'POST', url: path, payload: { shop } })

describe('standalone installation', () => {
  test('connects the shop, reads its catalog and signs the merchant in', async () => {
    const started = await begin('fresh.myshopify.com')
    expect(started.page.searchParams.get('scope')).toContain('read_orders')
    const answer = await call(await press(started), started.cookie)
    expect(answer.headers.location).toBe('/auth/login?from=platform')
    const cookie = cookieOf(answer, 'candor-platform-login') ?? ''
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
    const login = await world.inject({
      method: 'POST',
      url: '/apiSa/auth/platform',
      headers: { cookie: cookie.split(';')[0] ?? '' },
    })
    const { token } = login.json<{ token: string }>()
    const { data } = await world.graphql('{ viewer { shop { name firstImport { status step } } } }', {}, token)
    expect(data).toMatchObject({
      viewer: { shop: { name: 'fresh', firstImport: { status: 'running', step: 'products' } } },
    })
    await world.runJobs()
    const done = await world.graphql('{ viewer { shop { firstImport { status products orders } } } }', {}, token)
    const catalog = await world.ctx.platform.searchProducts(world.shop, { search: '', limit: 100 })
    expect(done.data).toMatchObject({
      viewer: { shop: { firstImport: { status: 'done', products: catalog.length, orders: 6 } } },
    })
    const shop = await shopOf('fresh.myshopify.com')
    expect(shop?.platformTokens).not.toBeNull()
    expect(await across().order.count({ where: { shopId: shop?.id ?? '' } })).toBe(6)
  })

  test('refuses forged, late, replayed and foreign callbacks and stores nothing', async () => {
    const started = await begin('victim.myshopify.com')
    const url = await press(started)
    const other = await begin('attacker.myshopify.com')
    const foreign = await press(other)
    const bad: [string, URL, string][] = [
      ['without the cookie', url, ''],
      ['with another grant’s cookie', url, other.cookie],
      ['with a changed shop', new URL(url.href.replace('victim', 'another')), started.cookie],
      [
        'of another shop under this state',
        resign(url, (query) => query.set('shop', 'attacker.myshopify.com')),
        started.cookie,
      ],
      [
        'too old',
        resign(url, (query) => query.set('timestamp', String(Math.floor(Date.now() / 1000) - 91))),
        started.cookie,
      ],
      ['of a host that is no shop', resign(url, (query) => query.set('shop', 'victim.evil.test')), started.cookie],
      ['with a repeated name', new URL(`${url.href}&shop=victim.myshopify.com`), started.cookie],
      [
        'with another shop’s code',
        resign(url, (query) => query.set('code', foreign.searchParams.get('code') ?? '')),
        started.cookie,
      ],
    ]
    for (const [name, address, cookie] of bad) {
      const answer = await call(address, cookie)
      expect([
        name,
        answer.statusCode,
        answer.headers['content-type'],
        answer.body.includes('Nothing was changed'),
      ]).toEqual([name, name === 'with another shop’s code' ? 403 : 400, 'text/html; charset=utf-8', true])
    }
    expect(await shopOf('victim.myshopify.com')).toBeNull()
    expect(await shopOf('attacker.myshopify.com')).toBeNull()
    expect((await call(url, started.cookie)).statusCode).toBe(302)
    expect((await call(url, started.cookie)).statusCode).toBe(403)
    for (const shop of ['', 'evil.test', 'a.myshopify.com.evil.test', 'admin.shopify.com'])
      expect((await world.inject({ url: `/auth/shopify?shop=${shop}` })).statusCode).toBe(400)
    expect((await world.inject({ method: 'POST', url: '/apiSa/auth/platform' })).statusCode).toBe(401)
  })
})

describe('a first import', () => {
  test('goes on after a platform that breaks off, and starts again after a file that failed', async () => {
    const { bulk } = world.app.deps.platform
    const { read, state } = bulk
    let breaks = 2
    Object.assign(bulk, {
      async *read(...[file, position]: Parameters<typeof read>) {
        for await (const batch of read(file, position)) {
          yield batch
          if (breaks-- > 0) throw new UpstreamFailed('upstreamFailed')
        }
      },
      state: async (...args: Parameters<typeof state>) =>
        breaks === 2 && breaks-- ? { status: 'failed', reason: 'upstreamFailed' } : state(...args),
    })
    expect((await pressButton('/demo/install', 'broken.myshopify.com')).statusCode).toBe(200)
    const shop = await shopOf('broken.myshopify.com')
    const row = () => across().firstImport.findFirstOrThrow({ where: { shopId: shop?.id ?? '' } })
    for (let round = 0; round < 6 && (await row()).status === 'running'; round++) {
      await across().firstImport.updateMany({ where: { shopId: shop?.id ?? '' }, data: { leaseUntil: null } })
      await world.advance({ minutes: 1 })
    }
    Object.assign(bulk, { read, state })
    const catalog = await world.ctx.platform.searchProducts(world.shop, { search: '', limit: 100 })
    expect(await row()).toMatchObject({ status: 'done', products: catalog.length, orders: 6 })
  })

  test('ends with a reason when access is refused, and can be started again', async () => {
    const { bulk } = world.app.deps.platform
    const { state } = bulk
    Object.assign(bulk, { state: async () => ({ status: 'failed', reason: 'accessRefused' }) })
    await pressButton('/demo/install', 'refused.myshopify.com')
    await world.runJobs()
    Object.assign(bulk, { state })
    const shop = await shopOf('refused.myshopify.com')
    const ofShop = { where: { shopId: shop?.id ?? '' }, orderBy: { createdAt: 'desc' as const } }
    expect(await across().firstImport.findFirst(ofShop)).toMatchObject({ status: 'failed', error: 'accessRefused' })
  })
})

test('a first connection that breaks off is made again at the next visit', async () => {
  const shopDomain = 'broken-off.myshopify.com'
  const { platform } = world.app.deps
  const { shopDetails } = platform
  platform.shopDetails = () => Promise.reject(new UpstreamFailed('upstreamFailed'))
  const visit = async () =>
    world.inject({ url: '/api/shops', headers: { authorization: `Bearer ${await world.idToken(shopDomain)}` } })
  expect((await visit()).statusCode).toBe(502)
  platform.shopDetails = shopDetails
  expect((await visit()).statusCode).toBe(200)
  const shop = await shopOf(shopDomain)
  expect(shop?.installedAt).not.toBeNull()
  expect(await across().firstImport.count({ where: { shopId: shop?.id ?? '' } })).toBe(1)
  expect((await visit()).statusCode).toBe(200)
  expect(await across().firstImport.count({ where: { shopId: shop?.id ?? '' } })).toBe(1)
})

describe('a shop that leaves and returns', () => {
  const domain = 'returner.myshopify.com'

  test('keeps its data and settings, reads only changes, and ignores the late event of its first leave', async () => {
    await pressButton('/demo/install', domain)
    await world.runJobs()
    const before = await shopOf(domain)
    const ctx = world.contextOf(before!)
    await ctx.db.setting.create({
      data: { shopId: before!.id, key: 'general', value: { a: 1 }, updatedAt: world.ctx.now() },
    })
    await world.advance({ days: 1 })
    expect((await pressButton('/demo/uninstall', domain)).statusCode).toBe(200)
    expect(await shopOf(domain)).toMatchObject({
      appStatus: false,
      platformTokens: null,
      uninstalledAt: world.ctx.now(),
    })
    const product = await ctx.db.product.findFirstOrThrow({ where: { shopId: before!.id } })
    for (const path of [
      `/q/${domain}/${product.platformId}`,
      `/storefront/${domain}/reviews?product=${product.handle}`,
    ]) {
      const page = await world.inject({ url: path })
      expect([path, page.statusCode < 500, page.body.includes('<form')]).toEqual([path, true, false])
    }
    const left = world.ctx.now()
    const lost = await addProduct(world, 'Deleted while away', before?.id)
    await world.advance({ days: 3 })
    await pressButton('/demo/install', domain)
    await world.runJobs()
    const back = await shopOf(domain)
    expect(back).toMatchObject({ id: before?.id, appStatus: true, uninstalledAt: null, createdAt: before?.createdAt })
    expect(await across().setting.count({ where: { shopId: before!.id, key: 'general' } })).toBe(1)
    const gone = await across().product.findMany({ where: { shopId: before!.id, deletedAt: { not: null } } })
    expect(gone.map(({ id }) => id)).toEqual([lost.id])
    const imports = await across().firstImport.findMany({
      where: { shopId: before!.id },
      orderBy: { createdAt: 'asc' },
    })
    expect(imports.map(({ since, status, orders }) => [since, status, orders])).toEqual([
      [null, 'done', 6],
      [left, 'done', 0],
    ])
    await postWebhook(world, 'app/uninstalled', { shopDomain: domain, payload: { id: 2 }, triggeredAt: left })
    expect(await shopOf(domain)).toMatchObject({ uninstalledAt: null })
  })
})

describe('granted access', () => {
  test('locks what is not granted, with a reason, until it is', async () => {
    const domain = 'careful.myshopify.com'
    await pressButton('/demo/install', domain)
    const started = await begin(domain, '&feature=discounts')
    expect(started.page.searchParams.get('scope')).toContain('write_discounts')
    const shop = await shopOf(domain)
    const { token } = await signIn(started)
    const locks = async () =>
      (await world.graphql('{ viewer { shop { lockedFeatures missingScopes } } }', {}, token)).data
    expect(await locks()).toMatchObject({
      viewer: { shop: { lockedFeatures: ['discounts'], missingScopes: ['write_discounts'] } },
    })
    const enable = () => world.rest('PUT', '/settings/discount', { body: { enableDiscount: true }, token })
    const refused = await enable()
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('enableDiscount')])
    await world.inject({ method: 'POST', url: '/demo/scopes', payload: { shop: domain, scopes: ['write_discounts'] } })
    await world.runJobs()
    expect(await locks()).toMatchObject({ viewer: { shop: { lockedFeatures: [], missingScopes: [] } } })
    expect((await shopOf(domain))?.grantedScopes).toContain('write_discounts')
    expect((await enable()).statusCode).toBe(200)
    expect(shop?.grantedScopes).not.toContain('write_discounts')
  })

  const grant = async (grantedScopes: string[]) => {
    const shop = await across().shop.update({ where: { id: world.shop.id }, data: { grantedScopes } })
    world.app.deps.publish(shop.id, 'shop', shop.id)
    return world.contextOf(shop)
  }
  const reasonOf = (call: Promise<unknown>) => call.then(() => '', String)
  const put = async (document: string, body: object) =>
    (await world.rest('PUT', `/settings/${document}`, { body })).body
  /** Uses a feature. The platform itself forwards no calls of a store without `storefront`. */
  const uses: Record<Exclude<ScopedFeature, 'storefront'>, (ctx: Ctx) => Promise<string>> = {
    products: async () => (await world.rest('GET', '/shopify/searchProducts?search=lamp')).body,
    customers: async () => (await world.rest('GET', '/shopify/searchCustomers?search=ada')).body,
    requests: async () => (await world.rest('GET', '/email-previous')).body,
    discounts: () => put('discount', { enableDiscount: true }),
    delivery: () => put('requestTiming', { sendMethod: 'delivery' }),
    themes: async () => JSON.stringify(await world.graphql('{ viewer { shop { themeBrand { problem } } } }')),
    ratings: ({ platform, shop }) => reasonOf(platform.setRatings(shop, [])),
    languages: ({ platform, shop }) => reasonOf(platform.publishedLocales(shop)),
  }

  test.each(SCOPED_FEATURES.filter((feature) => feature !== 'storefront'))(
    'locks %s while its access is missing, with the reason',
    async (feature) => {
      const all = Object.keys(SCOPE_FEATURES) as Scope[]
      const needed = all.find((scope) => (SCOPE_FEATURES[scope] as readonly string[]).includes(feature))
      const others = all.filter((scope) => ![needed, needed?.replace('read_', 'write_')].includes(scope))
      expect(await uses[feature](await grant(others))).toContain('hasn’t given us the access')
      expect(await uses[feature](await grant(all))).not.toContain('hasn’t given us the access')
    },
  )

  test('sends ratings that became due without access once the access is granted', async () => {
    await grant(['write_app_proxy'])
    const { id } = await addProduct(world, 'Jug')
    const row = { where: { shopId_id: { shopId: world.shop.id, id } } }
    await world.ctx.db.product.update({ ...row, data: { ratingDue: true } })
    await world.ctx.enqueue('ratings.send', {})
    await world.runJobs()
    expect(await world.ctx.db.product.findUniqueOrThrow(row)).toMatchObject({ ratingDue: true })
    await grant(Object.keys(SCOPE_FEATURES))
    await postWebhook(world, 'app/scopes_update', { payload: { id: 1 } })
    await world.runJobs()
    expect(await world.ctx.db.product.findUniqueOrThrow(row)).toMatchObject({ ratingDue: false })
  })

  /** Finishes a grant without optional scopes. */
  async function signIn(started: Awaited<ReturnType<typeof begin>>): Promise<{ token: string }> {
    const answer = await call(await press(started), started.cookie)
    const cookie = cookieOf(answer, 'candor-platform-login')?.split(';')[0] ?? ''
    return (await world.inject({ method: 'POST', url: '/apiSa/auth/platform', headers: { cookie } })).json()
  }
})

test.each(['shop/update', 'app/scopes_update', 'themes/publish', 'locales/create', 'locales/destroy'])(
  'reads the shop again after %s',
  async (topic) => {
    const { platform } = world.app.deps
    const { shopDetails } = platform
    const details = await shopDetails(world.shop)
    platform.shopDetails = () =>
      Promise.resolve({
        ...details,
        name: `By ${topic}`,
        ianaTimezone: 'Asia/Tokyo',
        primaryLocale: 'ja',
        shopifyPlan: 'plus',
      })
    await postWebhook(world, topic, { payload: { id: 1 } })
    await world.runJobs()
    platform.shopDetails = shopDetails
    expect(await shopOf(world.shop.shopifyDomain)).toMatchObject({
      name: `By ${topic}`,
      ianaTimezone: 'Asia/Tokyo',
      primaryLocale: 'ja',
      shopifyPlan: 'plus',
    })
  },
)
