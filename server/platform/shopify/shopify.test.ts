import { AccessRefused } from '../../core/errors.ts'
import { apiVersion } from './headers.ts'
import { openShopifyPlatform } from './shopify.ts'
import { isShopDomain } from './shop-domain.ts'
import type { ShopTokens } from './access-tokens.ts'

const shop = { id: '018f', shopifyDomain: 'some-shop.myshopify.com' }
const graphqlUrl = `https://some-shop.myshopify.com/admin/api/${apiVersion}/graphql.json`
const tokenUrl = 'https://some-shop.myshopify.com/admin/oauth/access_token'

interface Call {
  url: string
  body: Record<string, unknown>
  token: string | null
}

/** Fakes the platform's API and the stored tokens. */
function farSide(
  answer: (call: Call, count: number) => { status?: number; body?: unknown },
  held: ShopTokens | null = null,
  ownShop: string | null = null,
) {
  const calls: Call[] = []
  const state = { tokens: held, now: 1_000_000 }
  let queue = Promise.resolve()
  const platform = openShopifyPlatform({
    apiKey: 'key',
    ownShop,
    billing: { kind: 'billing-api', appHandle: '' },
    secret: 'secret',
    now: () => state.now,
    store: {
      read: () => Promise.resolve(state.tokens),
      change: (_shopId, change) => {
        const changed = queue.then(async () => (state.tokens = await change(state.tokens)))
        queue = changed.then(
          () => undefined,
          () => undefined,
        )
        return changed
      },
    },
    fetch: (input, init) => {
      const call = {
        url: new Request(input).url,
        body: JSON.parse(init?.body as string) as Record<string, unknown>,
        token: new Headers(init?.headers).get('x-shopify-access-token'),
      }
      calls.push(call)
      const { status = 200, body = {} } = answer(call, calls.length)
      return Promise.resolve(new Response(JSON.stringify(body), { status }))
    },
  })
  return { platform, calls, state }
}

const fresh = (token: string): ShopTokens => ({
  accessToken: token,
  expiresAt: 1_000_000 + 3_600_000,
  refreshToken: `${token}-refresh`,
})
const mug = {
  legacyResourceId: '9007199254740993',
  handle: 'mug',
  title: 'Mug',
  status: 'ACTIVE',
  vendor: 'V',
  productType: 'Mugs',
  description: 'D',
  tags: ['a'],
  featuredMedia: { preview: { image: { url: 'https://cdn.test/mug.png' } } },
  variants: {
    nodes: [
      { legacyResourceId: '2', title: 'Blue', sku: null, price: '19.90' },
      { legacyResourceId: '1', title: 'Red', sku: 'R', price: '8.05' },
    ],
  },
}
const found = { body: { data: { products: { nodes: [mug] }, shop: { currencyCode: 'EUR' } } } }

test('searches products by words, never by operators', async () => {
  const { platform, calls } = farSide(() => found, fresh('t1'))
  const products = await platform.searchProducts(shop, {
    search: 'blue: "mug" OR -title:*',
    limit: 5,
    status: 'active',
    publishedStatus: 'published',
  })
  expect(products).toEqual([
    {
      platformId: '9007199254740993',
      handle: 'mug',
      title: 'Mug',
      image: 'https://cdn.test/mug.png',
      status: 'active',
      vendor: 'V',
      productType: 'Mugs',
      description: 'D',
      tags: ['a'],
      variants: [
        { id: '2', title: 'Blue', sku: '', barcode: '', priceCents: 1990 },
        { id: '1', title: 'Red', sku: 'R', barcode: '', priceCents: 805 },
      ],
      priceCents: 805,
      currency: 'EUR',
    },
  ])
  expect(calls).toMatchObject([
    {
      url: graphqlUrl,
      token: 't1',
      body: {
        variables: {
          first: 5,
          query: 'title:*blue* title:*mug* title:*title* status:active published_status:published',
        },
      },
    },
  ])
})

test('writes the theme values of a reinstalled shop to its new installation', async () => {
  let installs = 0
  const { platform, calls } = farSide(
    ({ body }) => ({
      body: {
        data: /currentAppInstallation/.test(String(body.query))
          ? { currentAppInstallation: { id: `gid://shopify/AppInstallation/${++installs}` } }
          : { metafieldsSet: { userErrors: [] } },
      },
    }),
    fresh('t1'),
  )
  for (const json of ['"old"', '"new"'])
    await platform.setThemeValues(shop, [{ platformId: null, key: 'widgets_en', json }])
  expect(
    calls.flatMap(
      ({ body }) =>
        (body.variables as { metafields?: { ownerId: string }[] } | undefined)?.metafields?.map(
          ({ ownerId }) => ownerId,
        ) ?? [],
    ),
  ).toEqual(['gid://shopify/AppInstallation/1', 'gid://shopify/AppInstallation/2'])
})

test('omits unknown and foreign ids', async () => {
  const { platform, calls } = farSide(
    () => ({ body: { data: { nodes: [mug, null, {}], shop: { currencyCode: 'EUR' } } } }),
    fresh('t1'),
  )
  expect(await platform.productsByIds(shop, ['9007199254740993', '5', '6', 'gid://x', '1) { shop'])).toHaveLength(1)
  expect(calls[0]?.body).toMatchObject({
    variables: {
      ids: ['gid://shopify/Product/9007199254740993', 'gid://shopify/Product/5', 'gid://shopify/Product/6'],
    },
  })
  expect(await platform.productsByIds(shop, ['x'])).toEqual([])
  expect(calls).toHaveLength(1)
})

test('exchanges an ID token for an expiring offline token once', async () => {
  const { platform, calls, state } = farSide(() => ({
    body: { access_token: 'a', expires_in: 3600, refresh_token: 'r' },
  }))
  await Promise.all([platform.connect(shop, 'jwt'), platform.connect(shop, 'jwt')])
  await platform.connect(shop, 'jwt')
  expect(calls).toMatchObject([
    { url: tokenUrl, body: { client_id: 'key', client_secret: 'secret', subject_token: 'jwt', expiring: '1' } },
  ])
  expect(state.tokens).toEqual({ accessToken: 'a', expiresAt: 1_000_000 + 3_600_000, refreshToken: 'r' })
})

test('refreshes an expiring token once for all concurrent callers', async () => {
  const { platform, calls, state } = farSide(
    ({ url, body }) =>
      url === tokenUrl
        ? { body: { access_token: `new-${String(body.refresh_token)}`, expires_in: 3600, refresh_token: 'r2' } }
        : found,
    fresh('old'),
  )
  state.now += 3_600_000 - 60_000
  await Promise.all([1, 2, 3, 4].map(() => platform.searchProducts(shop, { search: '', limit: 1 })))
  expect(calls.filter(({ url }) => url === tokenUrl)).toHaveLength(1)
  expect(calls.filter(({ url }) => url === graphqlUrl).map(({ token }) => token)).toEqual(
    Array(4).fill('new-old-refresh'),
  )
})

test('renews a refused token once, then reports that the merchant must authorize again', async () => {
  const refused = farSide(
    ({ url, token }) =>
      url === tokenUrl
        ? { body: { access_token: 'b', expires_in: 3600, refresh_token: 'r' } }
        : token === 'b'
          ? found
          : { status: 401 },
    fresh('a'),
  )
  expect(await refused.platform.searchProducts(shop, { search: '', limit: 1 })).toHaveLength(1)

  const hopeless = farSide(
    ({ url }) =>
      url === tokenUrl ? { body: { access_token: 'b', expires_in: 3600, refresh_token: 'r' } } : { status: 403 },
    fresh('a'),
  )
  await expect(hopeless.platform.searchProducts(shop, { search: '', limit: 1 })).rejects.toBeInstanceOf(AccessRefused)

  const withdrawn = farSide(() => ({ status: 400 }), { accessToken: 'a', expiresAt: 0, refreshToken: 'r' })
  await expect(withdrawn.platform.searchProducts(shop, { search: '', limit: 1 })).rejects.toBeInstanceOf(AccessRefused)
  expect(withdrawn.state.tokens).toBeNull()
})

test('retries throttled calls after a wait and reports other failures', async () => {
  const throttled = {
    body: {
      errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
      extensions: { cost: { requestedQueryCost: 10, throttleStatus: { currentlyAvailable: 9, restoreRate: 100 } } },
    },
  }
  const busy = farSide((_call, count) => (count === 1 ? throttled : found), fresh('a'))
  expect(await busy.platform.searchProducts(shop, { search: '', limit: 1 })).toHaveLength(1)
  const cases: [number, unknown][] = [
    [500, {}],
    [200, {}],
    [200, { data: {} }],
    [200, { errors: [{ message: 'x' }] }],
    [302, {}],
  ]
  for (const [status, body] of cases) {
    await expect(
      farSide(() => ({ status, body }), fresh('a')).platform.searchCustomers(shop, { search: 'x', limit: 1 }),
    ).rejects.toMatchObject({ code: 'upstreamFailed' })
  }
})

test('sets the headers for session renewal and the admin’s frame', () => {
  const { platform } = farSide(() => ({}))
  expect(platform.refusalHeaders({ kind: 'stale' })).toEqual({
    'X-Shopify-Retry-Invalid-Session-Request': '1',
    'Access-Control-Expose-Headers': 'X-Shopify-Retry-Invalid-Session-Request',
  })
  expect(platform.refusalHeaders({ kind: 'reauthorize' })).toMatchObject({
    'X-Shopify-API-Request-Failure-Reauthorize': '1',
    'X-Shopify-API-Request-Failure-Reauthorize-Url': '/api/auth',
  })
  expect(platform.adminUrl(shop, '/')).toBe('https://admin.shopify.com/store/some-shop/apps/key/')
  expect(platform.frameAncestors('some-shop.myshopify.com')).toEqual([
    'https://some-shop.myshopify.com',
    'https://admin.shopify.com',
  ])
  expect(platform.frameAncestors('evil.test; script-src *')).toEqual(['https://admin.shopify.com'])
  expect(platform.appBridge.tags).toBe(
    '<meta name="shopify-api-key" content="key"><script src="https://cdn.shopify.com/shopifycloud/app-bridge.js"></script>',
  )
})

test.each([
  ['some-shop.myshopify.com', true],
  ['a.myshopify.io', true],
  ['0_x.shop.dev', true],
  ['admin.shopify.com', false],
  ['accounts.shopify.com', false],
  ['Some-Shop.myshopify.com', false],
  ['a.b.myshopify.com', false],
  ['-a.myshopify.com', false],
  ['.myshopify.com', false],
  ['myshopify.com', false],
  ['evil.test', false],
  ['a.myshopify.com/', false],
  ['a.myshopify.com\n', false],
  [`${'a'.repeat(64)}.myshopify.com`, false],
])('treats %s as a shop domain: %s', (text, expected) => {
  expect(isShopDomain(text)).toBe(expected)
})

describe('an order of a plan', () => {
  const order = {
    plan: 'pro',
    interval: 'monthly',
    trialDays: 7,
    discount: null,
    atCycleEnd: false,
    returnUrl: 'https://candor.test/subscription',
  } as const
  const created = {
    confirmationUrl: 'https://some-shop.myshopify.com/confirm',
    appSubscription: { id: 'gid://shopify/AppSubscription/1' },
    userErrors: [],
  }
  const throttled = { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] }

  test('is repeated only while the platform throttles, so it is never made twice', async () => {
    const { platform, calls } = farSide(
      (_call, count) => ({ body: count === 1 ? throttled : { data: { appSubscriptionCreate: created } } }),
      fresh('t1'),
    )
    expect(await platform.billing.subscribe({ ...shop, test: false }, order)).toEqual({
      confirmationUrl: created.confirmationUrl,
      platformId: created.appSubscription.id,
    })
    expect(calls).toHaveLength(2)
    expect(calls[1]?.body).toMatchObject({ variables: { name: 'Candor Pro, monthly', trialDays: 7 } })
  })

  test.each([
    ['a server error', { status: 503 }, undefined],
    [
      'userErrors',
      {
        body: {
          data: {
            appSubscriptionCreate: {
              confirmationUrl: null,
              appSubscription: null,
              userErrors: [{ message: 'Price is too high' }],
            },
          },
        },
      },
      'Price is too high',
    ],
  ])('fails once on %s', async (...[, answer, cause]) => {
    const { platform, calls } = farSide(() => answer, fresh('t1'))
    await expect(platform.billing.subscribe({ ...shop, test: false }, order)).rejects.toMatchObject({
      code: 'upstreamFailed',
      ...(cause && { cause }),
    })
    expect(calls).toHaveLength(1)
  })
})
