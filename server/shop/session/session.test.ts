import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { SignJWT } from 'jose'
import { Unauthenticated } from '../../core/errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { makeHttpServer } from '../../app/http/server.ts'
import { statementsOf } from '../../testing/statements.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { makeShopCache } from '../shops/shop-cache.ts'
import { createAccount } from './accounts.ts'
import { hashToken } from './login.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { makeSessionReader } from './session.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const logIn = (email: string, password: string, remoteAddress = '10.0.0.1') =>
  world.inject({ method: 'POST', url: '/apiSa/auth/login', payload: { email, password }, remoteAddress })

describe('passwords', () => {
  test('match their own hash only, and never a missing account', async () => {
    const hash = await hashPassword('correct horse')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwordMatches('correct horse', hash)).toBe(true)
    expect(await passwordMatches('correct hors', hash)).toBe(false)
    expect(await passwordMatches('', null)).toBe(false)
  })
})

describe('signing in', () => {
  test('returns a token that opens the API until sign-out', async () => {
    const { token } = (await logIn('Merchant@World.test ', 'a-long-test-password')).json<{ token: string }>()
    expect((await world.rest('GET', '/shops', { token })).json()).toMatchObject({
      success: true,
      data: { name: 'Shop world' },
    })
    const out = await world.inject({ method: 'POST', url: '/apiSa/auth/logout', headers: { 'x-auth-token': token } })
    expect(out.json()).toEqual({ success: true, message: 'Logged successfully' })
    expect((await world.rest('GET', '/shops', { token })).statusCode).toBe(401)
  })

  test('answers an unknown address like a wrong password', async () => {
    const [unknown, wrong] = [
      await logIn('stranger@world.test', 'x', '10.0.0.2'),
      await logIn('merchant@world.test', 'x', '10.0.0.3'),
    ]
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body])
    expect(unknown.statusCode).toBe(401)
  })

  test.each([
    ['a known address', 'merchant@world.test'],
    ['an unknown one', 'ghost@world.test'],
  ])('blocks guesses at %s after five failures, but not from other IPs', async (_name, email) => {
    const ip = `10.1.${email.length}.1`
    for (let attempt = 0; attempt < 5; attempt++) expect((await logIn(email, 'wrong', ip)).statusCode).toBe(401)
    const blocked = await logIn(email, 'a-long-test-password', ip)
    expect(blocked.statusCode).toBe(429)
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(800)
    expect((await logIn(email, 'a-long-test-password', '10.9.9.9')).statusCode).toBe(
      email.startsWith('merchant') ? 200 : 401,
    )
  })

  test.each([
    [1, '203.0.113.5'],
    [['10.0.0.0/8'], '203.0.113.6'],
  ])(
    'counts guesses behind a trusted proxy (%j) by the client address that the proxy saw',
    async (trusted, guesser) => {
      const { parts } = world.app
      const http = await makeHttpServer({
        ...parts,
        deps: { ...parts.deps, env: { ...parts.deps.env, CANDOR_TRUST_PROXY: trusted } },
      })
      const guess = (address: string, claimed: string) =>
        http.inject({
          method: 'POST',
          url: '/apiSa/auth/login',
          payload: { email: `behind-${guesser}@world.test`, password: 'wrong' },
          remoteAddress: '10.0.0.2',
          headers: { 'x-forwarded-for': `${claimed}, ${address}` },
        })
      for (let attempt = 0; attempt < 5; attempt++)
        expect((await guess(guesser, `198.51.100.${attempt}`)).statusCode).toBe(401)
      expect((await guess(guesser, '198.51.100.99')).statusCode).toBe(429)
      expect((await guess('203.0.113.77', '198.51.100.99')).statusCode).toBe(401)
    },
  )

  test('counts concurrent guesses like consecutive ones', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => logIn('merchant@world.test', 'wrong', '10.7.7.7')),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15)
  })

  test('refuses NUL in an address or a path', async () => {
    expect((await logIn('a\u0000@b.test', 'x', '10.7.7.8')).statusCode).toBe(401)
    expect((await world.rest('GET', '/manual-import?searchText=%00')).statusCode).toBe(422)
  })

  test.each([[{}], [{ email: 'a@b.test' }], [{ email: 1, password: [] }], [[]], ['text']])(
    'refuses %j by its fields',
    async (payload) => {
      const answer = await world.inject({
        method: 'POST',
        url: '/apiSa/auth/login',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      })
      expect([400, 422]).toContain(answer.statusCode)
      expect(answer.json()).toMatchObject({ success: false })
    },
  )

  test('lets an account of two shops choose one of its own', async () => {
    await createAccount(world.app.deps, {
      email: 'both@world.test',
      password: 'another-long-password',
      shopifyDomain: world.shop.shopifyDomain,
    })
    await createAccount(world.app.deps, {
      email: 'both@world.test',
      password: '',
      shopifyDomain: world.otherShop.shopifyDomain,
    })
    const { token } = (await logIn('both@world.test', 'another-long-password')).json<{ token: string }>()
    const asked = await world.graphql('{ viewer { shop { name } account { shops { id name } } } }', {}, token)
    expect(asked.data).toMatchObject({
      viewer: { shop: null, account: { shops: [{ name: 'Shop other' }, { name: 'Shop world' }] } },
    })
    expect((await world.rest('GET', '/shops', { token })).json()).toMatchObject({ code: 'shopNotChosen' })
    const choose = (shopId: string, as = token) =>
      world.inject({ method: 'POST', url: '/apiSa/auth/shop', headers: { 'x-auth-token': as }, payload: { shopId } })
    expect((await choose(world.otherShop.id)).statusCode).toBe(200)
    expect((await world.rest('GET', '/shops', { token })).json()).toMatchObject({ data: { name: 'Shop other' } })
    expect((await choose(world.otherShop.id, world.token)).statusCode).toBe(404)
  })
})

describe('the platform’s tokens', () => {
  test('open /api but not /apiSa, and a standalone token does not open /api', async () => {
    expect((await world.rest('GET', '/shops', { mode: 'embedded' })).statusCode).toBe(200)
    const idToken = await world.idToken()
    expect((await world.inject({ url: '/apiSa/shops', headers: { 'x-auth-token': idToken } })).statusCode).toBe(401)
    expect(
      (await world.inject({ url: '/api/shops', headers: { authorization: `Bearer ${world.token}` } })).statusCode,
    ).toBe(401)
  })

  test('are refused with headers that request a new one', async () => {
    const { SHOPIFY_API_KEY } = world.app.deps.env
    const forged = await new SignJWT({ dest: `https://${world.shop.shopifyDomain}` })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(`https://${world.shop.shopifyDomain}/admin`)
      .setAudience(SHOPIFY_API_KEY)
      .setExpirationTime('1m')
      .sign(new TextEncoder().encode('not-the-secret'))
    const answer = await world.inject({ url: '/api/shops', headers: { authorization: `Bearer ${forged}` } })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers).toMatchObject({ 'x-shopify-retry-invalid-session-request': '1' })
  })

  test('install a shop on its first request', async () => {
    const answer = await world.inject({
      url: '/api/shops',
      headers: { authorization: `Bearer ${await world.idToken('newcomer.myshopify.com')}` },
    })
    expect(answer.json()).toMatchObject({
      data: { shopifyDomain: 'newcomer.myshopify.com', plan: 'free', setupDone: false, isNewShop: true },
    })
    expect(answer.body).not.toMatch(/sharedSecret|platformTokens|themeSent|themeRelease|feedsVersion|catalogVersion/)
  })
})

describe('a cached session', () => {
  const rowsRead = async (work: () => Promise<unknown>): Promise<number> =>
    (await statementsOf(work)).filter(({ text }) => text.includes('"LoginSession"')).length
  const signedIn = async () =>
    (await logIn('merchant@world.test', 'a-long-test-password', '10.8.8.8')).json<{ token: string }>().token

  test('is read once', async () => {
    const token = await signedIn()
    expect(await rowsRead(() => world.rest('GET', '/shops', { token }))).toBe(1)
    expect(await rowsRead(() => world.rest('GET', '/shops', { token }))).toBe(0)
  })

  test('ends in every process with its login or a new password', async () => {
    const { deps, shops, pubsub } = world.app.parts
    const elsewhere = makeSessionReader(deps, shops)
    pubsub.onNotification((_shopId, topic, hash) => {
      if (topic === 'session') elsewhere.drop(hash)
    })
    const [first, second] = [await signedIn(), await signedIn()]
    const { account } = await elsewhere.standalone(first)
    await elsewhere.standalone(second)
    await world.inject({ method: 'POST', url: '/apiSa/auth/logout', headers: { 'x-auth-token': first } })
    await expect(elsewhere.standalone(first)).rejects.toThrow(Unauthenticated)
    await expect(elsewhere.standalone(second)).resolves.toMatchObject({ account })
  })

  test('is not cached if it ended during the read', async () => {
    const { deps, shops } = world.app.parts
    const reader = makeSessionReader(deps, shops)
    const token = await signedIn()
    const reading = reader.standalone(token)
    reader.drop(hashToken(token))
    await reading
    expect(await rowsRead(() => reader.standalone(token))).toBe(1)
  })
})

describe('/api/auth', () => {
  const ask = (query: string) => world.inject({ url: `/api/auth${query}` })

  test('redirects to the app in the platform’s admin, whatever else the URL contains', async () => {
    const answer = await ask(
      '?shop=world.myshopify.com&host=ZXZpbC50ZXN0&redirect_uri=https://evil.test&return_to=//evil.test',
    )
    expect([answer.statusCode, answer.headers.location]).toEqual([
      302,
      'http://candor.test/demo/admin/?shop=world.myshopify.com',
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test.each([
    '',
    '?shop=',
    '?shop=evil.test',
    '?shop=evil.test/.myshopify.com',
    '?shop=world.myshopify.com.evil.test',
    '?shop=world.myshopify.com%0d%0aLocation:x',
    '?shop=world.myshopify.com%2F..',
    '?shop=admin.shopify.com',
    '?shop=a.myshopify.com&shop=b.myshopify.com',
  ])('refuses %s', async (query) => {
    const answer = await ask(query)
    expect([answer.statusCode, answer.headers.location]).toEqual([422, undefined])
  })
})

describe('the shop over REST', () => {
  test('turns the app off and on with the specification’s names', async () => {
    expect((await world.rest('PUT', '/shops?type=updateAppStatus', { body: { appStatus: false } })).json()).toEqual({
      success: true,
      message: 'Disabled successfully.',
    })
    expect((await world.rest('GET', '/shops')).json()).toMatchObject({ data: { appStatus: false } })
    expect((await world.rest('PUT', '/shops?type=updateAppStatus', { body: { appStatus: true } })).json()).toEqual({
      success: true,
      message: 'Enabled successfully.',
    })
    expect((await world.rest('PUT', '/shops?type=updateIsRated', { body: {} })).json()).toEqual({
      success: true,
      message: 'Rated successfully.',
    })
  })

  test('refuses malformed input by its fields, without a stack trace', async () => {
    const answer = await world.rest('PUT', '/shops', { body: { appStatus: 'yes' } })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ success: false, fields: { appStatus: { code: 'valueInvalid' } } })
    expect(answer.body).not.toContain('at ')
  })

  test('shows a snoozed banner again twice, then no more', async () => {
    const dismiss = () => world.rest('POST', '/shop/dismiss-banner', { body: { banner: 'upgrade', isDismiss: true } })
    expect((await dismiss()).json()).toEqual({ success: true, data: { dismissedBanners: ['upgrade'] } })
    const snooze =
      'mutation { dismissBanner(input: { banner: "survey", snooze: true }) { ... on DismissBannerSuccess { data { dismissedBanners } } } }'
    const hidden = async () =>
      (
        (await world.graphql('{ viewer { shop { dismissedBanners } } }')).data as unknown as {
          viewer: { shop: { dismissedBanners: string[] } }
        }
      ).viewer.shop.dismissedBanners
    for (let day = 1; day <= 3; day++) {
      await world.graphql(snooze)
      // A second tab on the same day.
      await world.graphql(snooze)
      expect(await hidden()).toContain('survey')
      await world.advance({ hours: 25 })
      expect((await hidden()).includes('survey')).toBe(day === 3)
      const rest = (await world.rest('GET', '/shops')).json<{ data: { dismissedBanners: string[] } }>()
      expect(rest.data.dismissedBanners.includes('survey')).toBe(day === 3)
    }
  })

  test('answers unknown paths and wrong methods with JSON', async () => {
    expect((await world.rest('GET', '/nowhere')).json()).toMatchObject({ success: false, code: 'notFound' })
  })
})

describe('a read-only session', () => {
  test('reads but does not write, over both APIs', async () => {
    await world.app.deps.access
      .acrossShops('log in')
      .accountShop.updateMany({ where: { shopId: world.otherShop.id }, data: { readOnly: true } })
    expect((await world.rest('GET', '/shops', { token: world.otherToken })).statusCode).toBe(200)
    expect(
      (await world.rest('PUT', '/shops', { token: world.otherToken, body: { isRated: true } })).json(),
    ).toMatchObject({ code: 'readOnly' })
    const { errors } = await world.graphql(
      'mutation { updateShop(input: { isRated: true }) { __typename } }',
      {},
      world.otherToken,
    )
    expect(errors?.[0]?.extensions?.code).toBe('readOnly')
  })
})

describe('a cached shop', () => {
  test.each(['findById', 'findByDomain'] as const)(
    'is not cached if it was invalidated during the read (%s)',
    async (by) => {
      const { access } = world.app.deps
      let afterRead: () => Promise<unknown> = async () => undefined
      const slow = {
        ...access,
        acrossShops: () =>
          access.acrossShops('the demo platform').$extends({
            query: {
              shop: {
                async findUnique({ args, query }) {
                  const row = await query(args)
                  await afterRead()
                  return row
                },
              },
            },
          }) as unknown as PrismaClient,
      }
      const cache = makeShopCache(slow)
      const key = by === 'findById' ? world.otherShop.id : world.otherShop.shopifyDomain
      const rename = (name: string) =>
        access.acrossShops('the demo platform').shop.update({ where: { id: world.otherShop.id }, data: { name } })
      await rename('Before')
      afterRead = async () => {
        afterRead = async () => undefined
        await rename('After')
        cache.drop(world.otherShop.id)
      }
      expect((await cache[by](key))?.name).toBe('Before')
      expect((await cache[by](key))?.name).toBe('After')
      // A row without an invalidation is cached.
      afterRead = () => Promise.reject(new Error('read once more'))
      expect((await cache[by](key))?.name).toBe('After')
    },
  )
})
