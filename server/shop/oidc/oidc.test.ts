import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { clientId, clientSecret, openSignInProvider, type ProviderStandIn } from '../../testing/sign-in-provider.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { providerStepLimit } from '../../../rules/limits.ts'
import { invitePerson } from '../session/people.ts'

const origin = 'http://candor.test'
let provider: ProviderStandIn
let world: World
let supportWorld: World

beforeAll(async () => {
  provider = await openSignInProvider(origin)
  const env = {
    CANDOR_OIDC_ISSUER: provider.issuer,
    CANDOR_OIDC_CLIENT_ID: clientId,
    CANDOR_OIDC_CLIENT_SECRET: clientSecret,
    CANDOR_LOCAL_TARGETS: provider.target,
  }
  world = await createWorld({ env: { ...env, CANDOR_OIDC_LABEL: 'Acme ID' } })
  supportWorld = await createWorld({
    env: { ...env, CANDOR_OIDC_DOMAINS: 'operator.test', CANDOR_OIDC_SUPPORT: '1' },
    plan: 'enterprise',
  })
})
afterEach(() => provider.interfere(null))
afterAll(async () => {
  await Promise.all([world.close(), supportWorld.close()])
  await provider.close()
})

const cookieOf = (answer: LightMyRequestResponse, name: string) =>
  [answer.headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''
const problemOf = (answer: LightMyRequestResponse) =>
  new URL(String(answer.headers.location), origin).searchParams.get('problem')

/** Starts a sign-in in a browser. Returns its cookie and the provider's page. */
async function begin(at = world, query = '') {
  const answer = await at.inject({ url: `/auth/oidc${query}` })
  return { answer, cookie: cookieOf(answer, 'candor-oidc'), page: String(answer.headers.location) }
}
const call = (url: URL, cookie: string, at = world) =>
  at.inject({ url: `${url.pathname}${url.search}`, headers: { cookie } })
const exchange = (cookie: string, at = world) =>
  at.inject({
    method: 'POST',
    url: '/apiSa/auth/provider',
    headers: { cookie },
    payload: { timeZone: 'Europe/Stockholm' },
  })

/** Goes through the provider as a person, up to the answer of our callback. */
async function arrive(subject: string | null, { at = world, query = '' } = {}) {
  provider.at.subject = subject
  const { cookie, page } = await begin(at, query)
  return call(await provider.visit(page), cookie, at)
}

/** Signs a person in. Returns the session's token. */
async function signIn(subject: string, options: { at?: World; query?: string } = {}): Promise<string> {
  const answer = await arrive(subject, options)
  expect(String(answer.headers.location)).toContain('from=provider')
  const opened = await exchange(cookieOf(answer, 'candor-oidc-login'), options.at)
  expect(opened.statusCode).toBe(200)
  return opened.json<{ token: string }>().token
}
const know = (subject: string, email: string, isVerified = true) =>
  provider.people.set(subject, { email, email_verified: isVerified, name: 'Eva Lind' })

describe('signing in through the provider', () => {
  test('opens the account of a verified address, and keeps the wanted page', async () => {
    know('s-merchant', 'Merchant@World.test')
    const answer = await arrive('s-merchant', { query: '?next=%2Freviews%2Flist' })
    expect(answer.headers.location).toBe('/auth/login?from=provider&next=%2Freviews%2Flist')
    const note = cookieOf(answer, 'candor-oidc-login')
    const { token } = (await exchange(note)).json<{ token: string }>()
    const shop = (await world.rest('GET', '/shops', { token })).json<{ data: object }>()
    expect(shop.data).toMatchObject({ name: 'Shop world', isCrmLogin: false })
    expect((await exchange(note)).statusCode).toBe(401)
  })

  test('finds the account by the subject after the address changed', async () => {
    know('s-moves', 'merchant@world.test')
    await signIn('s-moves')
    know('s-moves', 'renamed@world.test', false)
    const token = await signIn('s-moves')
    expect((await world.graphql('{ viewer { account { email } } }', {}, token)).data).toEqual({
      viewer: { account: { email: 'merchant@world.test' } },
    })
  })

  test('accepts the invitation of a verified address', async () => {
    await invitePerson(world.ctx, { email: 'new@world.test' })
    know('s-new', 'new@world.test')
    const token = await signIn('s-new')
    expect((await world.rest('GET', '/shops', { token })).json()).toMatchObject({ data: { name: 'Shop world' } })
  })

  test('works after the provider changed its keys', async () => {
    know('s-merchant', 'merchant@world.test')
    await signIn('s-merchant')
    provider.rotateKeys()
    await signIn('s-merchant')
  })

  test('shows its button’s label on the login page', async () => {
    expect((await world.inject({ url: '/auth/config' })).json()).toMatchObject({
      provider: { label: 'Acme ID', isSupport: false },
    })
  })
})

describe('refuses', () => {
  test.each([
    [
      'an address that the provider has not verified',
      { email: 'merchant@world.test', isVerified: false },
      'unverified',
    ],
    ['a person without an account', { email: 'stranger@world.test', isVerified: true }, 'unknown'],
    ['a domain as an address', { email: 'world.myshopify.com', isVerified: true }, 'unverified'],
  ])('%s', async (name, { email, isVerified }, problem) => {
    know(name, email, isVerified)
    const answer = await arrive(name)
    expect([problemOf(answer), cookieOf(answer, 'candor-oidc-login')]).toEqual([problem, ''])
  })

  test('a canceled sign-in, and leads back to the wanted page later', async () => {
    const answer = await arrive(null, { query: '?next=%2Fbranding' })
    expect(answer.headers.location).toBe('/auth/login?problem=cancelled&next=%2Fbranding')
  })

  test('another state, another browser, and a callback without a sign-in', async () => {
    know('s-merchant', 'merchant@world.test')
    provider.at.subject = 's-merchant'
    const { cookie, page } = await begin()
    const callback = await provider.visit(page)
    const forged = new URL(callback)
    forged.searchParams.set('state', 'x'.repeat(43))
    expect(problemOf(await call(forged, cookie))).toBe('invalid')
    expect(problemOf(await call(callback, (await begin()).cookie))).toBe('invalid')
    expect(problemOf(await call(callback, ''))).toBe('invalid')
  })

  test('a code that was used', async () => {
    know('s-merchant', 'merchant@world.test')
    provider.at.subject = 's-merchant'
    const { cookie, page } = await begin()
    const callback = await provider.visit(page)
    expect(problemOf(await call(callback, cookie))).toBeNull()
    expect(problemOf(await call(callback, cookie))).toBe('invalid')
  })

  test('an ID token for another nonce', async () => {
    know('s-merchant', 'merchant@world.test')
    provider.at.subject = 's-merchant'
    const { cookie, page } = await begin()
    const other = new URL(page)
    other.searchParams.set('nonce', 'another-nonce')
    expect(problemOf(await call(await provider.visit(other.href), cookie))).toBe('invalid')
  })

  test('the code of another sign-in’s verifier', async () => {
    provider.at.subject = 's-merchant'
    const { cookie, page } = await begin()
    const other = new URL(page)
    other.searchParams.set('code_challenge', 'x'.repeat(43))
    expect(problemOf(await call(await provider.visit(other.href), cookie))).toBe('invalid')
  })
})

describe('a provider that fails', () => {
  const isDiscovery = ({ url }: { url?: string | undefined }) => url?.startsWith('/.well-known/') === true
  /** Opens a world that has not asked the provider yet. */
  const withFreshWorld = async (check: (fresh: World) => Promise<void>) => {
    const { CANDOR_OIDC_ISSUER = '', CANDOR_LOCAL_TARGETS } = world.app.deps.env
    const fresh = await createWorld({
      env: {
        CANDOR_OIDC_ISSUER,
        CANDOR_OIDC_CLIENT_ID: clientId,
        CANDOR_OIDC_CLIENT_SECRET: clientSecret,
        CANDOR_LOCAL_TARGETS: CANDOR_LOCAL_TARGETS.join(),
      },
    })
    try {
      await check(fresh)
    } finally {
      await fresh.close()
    }
  }

  test.each([
    ['answers 500', { status: 500, body: '{}' }],
    ['names another issuer', { status: 200, body: '{"issuer":"https://evil.test"}' }],
    ['answers without JSON', { status: 200, body: '<html>' }],
  ])('%s is asked again by the next sign-in', async (_name, { status, body }) => {
    await withFreshWorld(async (fresh) => {
      provider.interfere((request, response) => {
        if (!isDiscovery(request)) return false
        response.writeHead(status, { 'content-type': 'application/json' }).end(body)
        return true
      })
      expect(problemOf((await begin(fresh)).answer)).toBe('away')
      provider.interfere(null)
      expect((await begin(fresh)).page).toContain(`${provider.issuer}/auth?`)
    })
  })

  test('hangs for seconds only', async () => {
    know('s-merchant', 'merchant@world.test')
    provider.at.subject = 's-merchant'
    const { cookie, page } = await begin()
    const callback = await provider.visit(page)
    provider.interfere(({ url }) => url === '/token')
    expect(problemOf(await call(callback, cookie))).toBe('away')
  }, 20_000)

  test('answers the code with 500', async () => {
    provider.at.subject = 's-merchant'
    const { cookie, page } = await begin()
    const callback = await provider.visit(page)
    provider.interfere(({ url }, response) => {
      if (url === '/token') response.writeHead(500).end()
      return url === '/token'
    })
    expect(problemOf(await call(callback, cookie))).toBe('away')
  })
})

test('a network with too many steps waits, before the provider is asked', async () => {
  const { cookie, page } = await begin()
  const callback = await provider.visit(page)
  const visit = (url: string, remoteAddress: string) => world.inject({ url, remoteAddress, headers: { cookie } })
  const flood = await Promise.all(
    Array.from({ length: providerStepLimit.posts }, () => visit('/auth/oidc', '192.0.2.7')),
  )
  expect(flood.map(problemOf).filter(Boolean)).toEqual([])
  const steps = ['/auth/oidc', `${callback.pathname}${callback.search}`, '/auth/oidc/logout']
  for (const url of steps) expect(problemOf(await visit(url, '192.0.2.7'))).toBe('limit')
  expect(problemOf(await visit('/auth/oidc', '192.0.2.8'))).toBeNull()
})

test('logging out ends our session, and leads to the provider’s logout', async () => {
  know('s-merchant', 'merchant@world.test')
  const token = await signIn('s-merchant')
  const out = await world.rest('POST', '/auth/logout', { token, body: {} })
  expect(out.json()).toMatchObject({ success: true, data: { leave: '/auth/oidc/logout' } })
  expect((await world.rest('GET', '/shops', { token })).statusCode).toBe(401)
  const leave = new URL(String((await world.inject({ url: '/auth/oidc/logout' })).headers.location))
  expect(leave.href).toContain(`${provider.issuer}/session/end?`)
  expect(leave.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/auth/login`)
  const again = await world.inject({
    method: 'POST',
    url: '/apiSa/auth/login',
    payload: { email: 'merchant@world.test', password: 'a-long-test-password' },
  })
  const plain = await world.rest('POST', '/auth/logout', { token: again.json<{ token: string }>().token, body: {} })
  expect(plain.json()).not.toHaveProperty('data')
})

describe('the operator’s support', () => {
  const history = '{ viewer { shop { settingHistory(first: 1) { edges { node { key actorName } } } } } }'
  const enter = (email: string, shop = 'world.myshopify.com') => {
    know(email, email)
    return arrive(email, { at: supportWorld, query: `?shop=${shop}` })
  }

  test('enters a shop, which its session and the shop’s history show', async () => {
    know('eva', 'eva@operator.test')
    const token = await signIn('eva', { at: supportWorld, query: '?shop=world.myshopify.com' })
    const shop = await supportWorld.rest('GET', '/shops', { token })
    expect(shop.json()).toMatchObject({ data: { name: 'Shop world', isCrmLogin: true } })
    expect((await supportWorld.graphql('{ viewer { shop { isCrmLogin } } }', {}, token)).data).toEqual({
      viewer: { shop: { isCrmLogin: true } },
    })
    expect((await supportWorld.graphql(history)).data).toMatchObject({
      viewer: { shop: { settingHistory: { edges: [{ node: { key: 'support', actorName: 'Support: Eva Lind' } }] } } },
    })
    expect((await supportWorld.rest('GET', '/shops')).json()).toMatchObject({ data: { isCrmLogin: false } })
  })

  test('gives no one else access and is not listed among the shop’s people', async () => {
    know('eva', 'eva@operator.test')
    const token = await signIn('eva', { at: supportWorld, query: '?shop=world.myshopify.com' })
    const friend = { token, body: { email: 'friend@operator.test' } }
    expect((await supportWorld.rest('POST', '/people/invitations', friend)).json()).toMatchObject({
      code: 'supportNotAllowed',
    })
    const created = await supportWorld.graphql(
      'mutation { createApiKey(input: { name: "x", scopes: [READ] }) { ... on NotAllowedError { code } } }',
      {},
      token,
    )
    expect(created.data).toMatchObject({ createApiKey: { code: 'supportNotAllowed' } })
    const invitation = await invitePerson(supportWorld.ctx, { email: 'colleague@world.test' })
    const refused = [
      await supportWorld.rest('DELETE', `/people/invitations/${invitation.id}`, { token }),
      await supportWorld.rest('PUT', '/dev_zone', { token, body: { dataUpdate: { plan: 'free' } } }),
    ]
    expect(refused.map((answer) => answer.json<object>())).toMatchObject(
      refused.map(() => ({ code: 'supportNotAllowed' })),
    )
    const people = await supportWorld.graphql('{ viewer { shop { people { email } } } }')
    expect(JSON.stringify(people)).not.toContain('operator.test')
  })

  test('refuses people of other domains, and what is no shop with the app', async () => {
    expect(problemOf(await enter('eva@rival.test'))).toBe('domain')
    expect(problemOf(await enter('eva@operator.test', 'stranger.myshopify.com'))).toBe('shop')
    expect(problemOf((await begin(supportWorld, '?shop=example.com')).answer)).toBe('shop')
  })

  test('needs the operator’s setting: others enter their own shops only', async () => {
    know('s-merchant', 'merchant@world.test')
    expect(problemOf(await arrive('s-merchant', { query: '?shop=other.myshopify.com' }))).toBe('shop')
  })
})

describe('accounts for everyone of the domains', () => {
  const ownShop = 'own.myshopify.com'
  let open: World
  beforeAll(async () => {
    const { CANDOR_OIDC_ISSUER = '', CANDOR_LOCAL_TARGETS } = world.app.deps.env
    open = await createWorld({
      env: {
        CANDOR_OIDC_ISSUER,
        CANDOR_OIDC_CLIENT_ID: clientId,
        CANDOR_OIDC_CLIENT_SECRET: clientSecret,
        CANDOR_LOCAL_TARGETS: CANDOR_LOCAL_TARGETS.join(),
        CANDOR_OIDC_DOMAINS: 'operator.test',
        CANDOR_OIDC_ACCOUNTS: 'created',
        CANDOR_OWN_SHOP: ownShop,
      },
    })
  })
  afterAll(() => open.close())
  const nameShop = async (token: string) =>
    (await open.rest('GET', '/shops', { token })).json<{ data: { name: string } }>().data.name

  test('open the own shop also to who came before it was connected, and once', async () => {
    know('early', 'early@operator.test')
    expect(problemOf(await arrive('early', { at: open }))).toBe('unknown')
    const shop = {
      name: 'Own shop',
      domain: 'own.test',
      email: 'owner@own.test',
      plan: 'pro',
      setupDone: true,
    } as const
    const now = open.app.deps.now()
    const times = { createdAt: now, installedAt: now, planStartedAt: now }
    const { id: shopId } = await open.app.deps.access
      .acrossShops('the demo platform')
      .shop.create({ data: { ...shop, ...times, id: randomUUID(), shopifyDomain: ownShop } })
    expect(await nameShop(await signIn('early', { at: open }))).toBe('Own shop')
    await open.app.deps.access.acrossShops('log in').accountShop.deleteMany({ where: { shopId } })
    expect(problemOf(await arrive('early', { at: open }))).toBe('unknown')
  })

  test('open it also to a person of another shop', async () => {
    await invitePerson(open.ctx, { email: 'both@operator.test' })
    know('both', 'both@operator.test')
    for (const [domain, name] of [
      [ownShop, 'Own shop'],
      ['world.myshopify.com', 'Shop world'],
    ])
      expect(await nameShop(await signIn('both', { at: open, query: `?shop=${domain}` }))).toBe(name)
  })
})
