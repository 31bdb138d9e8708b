import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { InstagramPost } from '../../../rules/settings/instagram-widget.ts'
import { openWeb } from '../../core/files/web.ts'
import { encodeId } from '../../core/global-ids.ts'
import { instagramDemo } from './stand-in.ts'
import { saveSecret, readSecret } from '../../core/secrets/shop-secrets.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let mug: TestProduct
let port = 0
beforeAll(async () => {
  // Sends requests for every host to the world's own server.
  const guard = {
    resolve: async () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    allows: () => true,
    get standIn() {
      return port
    },
  }
  world = await createWorld({ web: openWeb({ guard }) })
  port = Number(new URL(await world.url()).port)
  mug = await addProduct(world, 'Mug')
})
afterAll(() => world.close())

const feed = async () =>
  (await world.inject({ url: `/storefront/${world.shop.shopifyDomain}/widgets/instagramWidget?page=home` })).body
const settings = async () => {
  const answer = await world.rest('GET', '/settings/instagramWidget')
  return answer.json<{ data: { state: string; username: string; tokenRefreshedAt: string; posts: InstagramPost[] } }>()
    .data
}
const graphql = async (mutation: string, variables: object, token?: string) =>
  (await world.graphql(mutation, variables, token)).data as unknown as {
    r: { data?: unknown; code?: string; fields?: { path: string; code: string }[] }
  }
const tag = (postId: string, productIds: string[], token?: string) =>
  graphql(
    'mutation ($input: TagInstagramPostInput!) { r: tagInstagramPost(input: $input) { ... on TagInstagramPostSuccess { data { id } } ... on Refusal { code } ... on InvalidInputError { fields { path code } } } }',
    { input: { postId, productIds } },
    token,
  )
type Mode = 'standalone' | 'embedded'
/** Returns the address that the admin opens for a login. */
async function startOf(mode: Mode = 'standalone'): Promise<string> {
  const { r } = await graphql(
    'mutation ($input: StartInstagramLoginInput!) { r: startInstagramLogin(input: $input) { ... on StartInstagramLoginSuccess { data } ... on Refusal { code } } }',
    { input: { embedded: mode === 'embedded' } },
  )
  const { pathname, search } = new URL(String(r.data))
  return `${pathname}${search}`
}
/** Opens that address in a browser, and returns the cookie and Instagram's address. */
async function begin(start: string) {
  const answer = await world.inject({ url: start })
  return {
    status: answer.statusCode,
    cookie: answer.headers['set-cookie']?.toString() ?? '',
    at: answer.headers['location'] ? new URL(answer.headers['location']) : null,
  }
}
/** Confirms the login at Instagram and returns the callback address. */
async function agree(at: URL | null): Promise<string> {
  const agreed = await world.inject({ url: `${at?.pathname}${at?.search}` })
  expect(agreed.statusCode).toBe(302)
  const { pathname, search } = new URL(String(agreed.headers['location']))
  return `${pathname}${search}`
}
const valueOf = (cookie: string) => cookie.split(';')[0] ?? ''
const comeBack = (url: string, cookie = '') =>
  world.inject({ url, headers: cookie ? { cookie: `other=1; ${valueOf(cookie)}` } : {} })
async function login(mode: Mode = 'standalone'): Promise<string> {
  const { cookie, at } = await begin(await startOf(mode))
  expect(cookie).toMatch(/^candor-instagram=[\w-]{36}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
  return String((await comeBack(await agree(at), cookie)).headers['location'])
}

test('shows nothing before the shop is connected', async () => {
  await saveSetting(world.ctx, 'instagramWidget', { enabled: true })
  expect(await feed()).toBe('')
})

test('connects by a login at Instagram, copies the pictures and shows the posts', async () => {
  expect(await login()).toMatch(/\/display-settings\/instagram-feed\?login=done$/)
  await world.runJobs()
  const { state, username, posts } = await settings()
  expect({ state, username, count: posts.length }).toEqual({
    state: 'connected',
    username: instagramDemo.username,
    count: 8,
  })
  const body = await feed()
  expect(body).toContain('data-candor-widget="instagramWidget"')
  expect(body).toContain(`https://www.instagram.com/p/${posts[0]?.id ?? ''}/`)
  expect(body).not.toMatch(/cdninstagram|demo\/pictures/)
  expect((await world.inject({ url: posts[0]?.image ?? '' })).statusCode).toBe(200)
  // The token is stored encrypted and appears in no answer.
  expect(await readSecret(world.ctx, 'instagram.token')).toBe(instagramDemo.token)
  expect(JSON.stringify(await settings())).not.toContain(instagramDemo.token)
})

test('leads back to the embedded admin', async () => {
  expect(await login('embedded')).toMatch(/\/demo\/admin.*login%3Ddone|\/demo\/admin.*login=done/)
})

test('completes a login only in the browser that started it', async () => {
  const { cookie, at } = await begin(await startOf())
  const back = await agree(at)
  const other = await begin(await startOf())
  expect([(await comeBack(back)).statusCode, (await comeBack(back, other.cookie)).statusCode]).toEqual([404, 404])
  expect((await comeBack(back, cookie)).headers['location']).toMatch(/login=done$/)
})

test('opens the address of a login once', async () => {
  const start = await startOf()
  expect([
    (await begin(start)).status,
    (await begin(start)).status,
    (await begin('/instagram/login?begin=forged')).status,
  ]).toEqual([302, 404, 404])
})

test('refuses a forged login, one without a code, and a second use', async () => {
  expect((await comeBack('/instagram/callback?code=demo-code&state=forged')).statusCode).toBe(404)
  const nonce = randomUUID()
  const state = world.ctx.signer.sign('instagram', { shopId: world.shop.id, embedded: false, nonce }, 60)
  const outcome = async (query: string) =>
    (await comeBack(`/instagram/callback?${query}&state=${state}`, `candor-instagram=${nonce}`)).headers['location']
  expect(await outcome('error=access_denied')).toMatch(/login=refused$/)
  expect(await outcome('code=wrong')).toMatch(/login=failed$/)
  // A login works only once.
  expect(await outcome('code=demo-code')).toMatch(/login=failed$/)
})

test('shows the products that the merchant tags', async () => {
  const [post] = (await settings()).posts
  await tag(post?.id ?? '', [encodeId('Product', mug.id)])
  expect(await feed()).toContain('>Mug</bdi>')
  expect((await tag(post?.id ?? '', [encodeId('Product', '0198a000-0000-7000-8000-000000000000')])).r.fields).toEqual([
    { path: 'productIds', code: 'productMissing' },
  ])
  expect((await tag('1', [])).r.code).toBe('notFound')
  // Another shop does not know this post.
  expect((await tag(post?.id ?? '', [], world.otherToken)).r.code).toBe('notFound')
  await world.rest('PUT', '/settings/instagramWidget', { body: { posts: [] } })
  expect((await settings()).posts).toHaveLength(8)
})

test('refreshes the token each week and keeps tags', async () => {
  await world.advance({ days: 6 })
  expect(await readSecret(world.ctx, 'instagram.token')).toBe(instagramDemo.token)
  await world.advance({ days: 2 })
  expect(await readSecret(world.ctx, 'instagram.token')).toBe(`${instagramDemo.token}-refreshed`)
  expect((await settings()).posts[0]?.products).toMatchObject([{ title: 'Mug' }])
})

test('keeps the posts after the token was refused, until the merchant logs in again', async () => {
  await saveSecret(world.ctx, 'instagram.token', 'expired')
  await world.advance({ days: 2 })
  expect((await settings()).state).toBe('refused')
  expect(await feed()).toContain('data-candor-widget="instagramWidget"')
  expect(await login()).toMatch(/login=done$/)
  expect((await settings()).state).toBe('connected')
})

test('reports invalid values by their field', async () => {
  const answer = await world.rest('PUT', '/settings/instagramWidget', { body: { columns: 9, rows: 0 } })
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json<{ fields: object }>().fields).toSorted()).toEqual(['columns', 'rows'])
})

test('deletes the posts on disconnect', async () => {
  expect(
    await graphql(
      'mutation { r: disconnectIntegration(input: { key: "instagram" }) { ... on DisconnectIntegrationSuccess { data { isConnected } } ... on Refusal { code } } }',
      {},
    ),
  ).toEqual({ r: { data: { isConnected: false } } })
  expect(await settings()).toMatchObject({ state: 'disconnected', posts: [], username: '' })
  expect(await feed()).toBe('')
  const response = await world.inject({
    url: `/storefront/${world.shop.shopifyDomain}/widgets/instagramWidget?page=home`,
  })
  expect(response.statusCode).toBe(200)
})
