import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { openDatabaseAccess } from '../../core/database/for-shop.ts'
import { UpstreamFailed } from '../../core/errors.ts'
import { makeSecretBox } from '../../core/secrets/secrets.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { makeAccessTokens, type ShopTokens } from './access-tokens.ts'
import { makeTokenStore } from './token-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const hour = 3_600_000
let now: number
let calls: Record<string, unknown>[]
/** Refresh tokens that the platform accepts: the newest, and the former until the newest was used. */
let accepted: { former: string; newest: string }
beforeEach(() => {
  now = Date.now()
  calls = []
  accepted = { former: '', newest: 'r0' }
})

/** Rotates refresh tokens like the platform. `fault` replaces the answer of a call after the platform has rotated. */
const platformFetch =
  (fault: (call: number) => Response | 'lost' | null = () => null): typeof fetch =>
  async (_url, init) => {
    const body = JSON.parse(init?.body as string) as Record<string, string>
    const call = calls.push(body)
    const given = body.refresh_token ?? ''
    if (given === accepted.newest) accepted = { former: given, newest: `r${call}` }
    else if (given !== accepted.former) return new Response('{"error":"invalid_grant"}', { status: 400 })
    const broken = fault(call)
    if (broken === 'lost') throw new TypeError('fetch failed')
    return broken ?? Response.json({ access_token: `a${call}`, expires_in: 3600, refresh_token: accepted.newest })
  }

/** A process of its own: its own connections to the database, and its own memory. */
async function openProcess(fetch: typeof globalThis.fetch, ownShop: string | null = null) {
  const access = await openDatabaseAccess(world.app.database)
  const store = makeTokenStore(access, makeSecretBox(world.app.deps.env.ENCRYPTION_KEY))
  return { store, ...makeAccessTokens({ apiKey: 'key', secret: 'secret', ownShop, store, fetch, now: () => now }) }
}

const expired = (): ShopTokens => ({ accessToken: 'a0', expiresAt: now - hour, refreshToken: 'r0' })

test('two processes that renew one token at once use one refresh token once', async () => {
  const fetch = platformFetch()
  const [one, other] = [await openProcess(fetch), await openProcess(fetch)]
  await one.store.change(world.shop.id, async () => expired())
  expect(await Promise.all([one, other, one, other].map((each) => each.accessToken(world.shop)))).toEqual(
    Array(4).fill('a1'),
  )
  expect(calls).toHaveLength(1)
})

test('a lost response, a rate limit or a fault of the platform costs no token', async () => {
  const fetch = platformFetch((call) =>
    call === 1
      ? 'lost'
      : call === 2
        ? new Response('', { status: 429 })
        : call === 3
          ? new Response('', { status: 503 })
          : null,
  )
  const [one, other] = [await openProcess(fetch), await openProcess(fetch)]
  await one.store.change(world.shop.id, async () => expired())
  for (const each of [one, other, one])
    await expect(each.accessToken(world.shop)).rejects.toBeInstanceOf(UpstreamFailed)
  expect(await other.store.read(world.shop.id)).toEqual(expired())
  expect(await other.accessToken(world.shop)).toMatch(/^a\d$/)
  now += 2 * hour
  expect(await one.accessToken(world.shop)).toMatch(/^a\d$/)
})

test('the own shop gets a token of a day from the app’s own credentials, and a new one after it', async () => {
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const call = calls.push(JSON.parse(init?.body as string) as Record<string, unknown>)
    return Response.json({ access_token: `own${call}`, expires_in: 86_399, scope: 'read_products' })
  }
  const own = await openProcess(fetch, world.shop.shopifyDomain)
  await own.store.change(world.shop.id, async () => null)
  expect(await own.accessToken(world.shop)).toBe('own1')
  now += 12 * hour
  expect(await own.accessToken(world.shop)).toBe('own1')
  now += 12 * hour
  expect(await own.accessToken(world.shop)).toBe('own2')
  expect(calls).toEqual(Array(2).fill({ client_id: 'key', client_secret: 'secret', grant_type: 'client_credentials' }))
})
