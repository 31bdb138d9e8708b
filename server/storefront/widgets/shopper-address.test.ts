import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { maxShopperPosts } from '../../../rules/limits.ts'
import { makeHttpServer } from '../../app/http/server.ts'
import { signProxyQuery } from '../../platform/proxy-signature.ts'
import { addProduct } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

const proxyOf = (hops: number) => `23.227.38.${hops}`
let world: World
let handle: string
beforeAll(async () => {
  world = await createWorld()
  handle = (await addProduct(world, 'Oak Stool')).handle
})
afterAll(() => world.close())

function signed(): string {
  const query = new URLSearchParams({
    shop: world.shop.shopifyDomain,
    path_prefix: '/apps/candor',
    timestamp: String(Math.floor(Date.now() / 1000)),
    logged_in_customer_id: '',
  })
  query.append('signature', signProxyQuery(world.app.deps.env.SHOPIFY_API_SECRET, query))
  return `?${query.toString()}`
}

/** Our server behind so many proxies of ours; `ours` are the addresses that these append. */
const setups: [number, string[]][] = [
  [0, []],
  [1, [proxyOf(1)]],
  [2, [proxyOf(2), '10.0.0.9']],
]

describe.each(setups)('behind %i proxies of ours', (hops, ours) => {
  let http: FastifyInstance
  beforeAll(async () => {
    const { parts } = world.app
    http = await makeHttpServer({
      ...parts,
      deps: { ...parts.deps, env: { ...parts.deps.env, CANDOR_TRUST_PROXY: hops } },
    })
  })
  afterAll(() => http.close())

  /** A post that is refused for its rating, and counted. */
  const post = async (query: string, shopper: string) => {
    const answer = await http.inject({
      method: 'POST',
      url: `/storefront/${world.shop.shopifyDomain}/products/${handle}/reviews${query}`,
      payload: { rate: 9 },
      headers: { accept: 'application/json', 'x-forwarded-for': [shopper, ...ours].join(', ') },
      remoteAddress: hops === 0 ? proxyOf(0) : '10.0.0.2',
    })
    return answer.statusCode
  }
  const postUntilLimited = async (query: string, shopper: (index: number) => string) => {
    for (let index = 0; index < maxShopperPosts; index++) expect(await post(query, shopper(index))).toBe(422)
  }

  test('limits each shopper of the platform’s proxy alone, whatever they claim to be', async () => {
    const [one, other] = [`198.51.${hops}.1`, `198.51.${hops}.2`]
    await postUntilLimited(signed(), (index) => `203.0.113.${index}, ${one}`)
    expect([await post(signed(), `203.0.113.99, ${one}`), await post(signed(), other)]).toEqual([429, 422])
  })

  test('limits the caller’s own address where the platform has not signed the call, or names no address', async () => {
    await postUntilLimited('', (index) => `198.51.100.${index}`)
    expect([
      await post('', '198.51.100.200'),
      await post(signed(), 'nonsense'),
      await post(signed(), `192.0.2.${hops + 1}`),
    ]).toEqual([429, 429, 422])
  })
})
