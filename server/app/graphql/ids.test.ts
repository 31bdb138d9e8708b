import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { isObjectType } from 'graphql'
import { v7 as uuidv7 } from 'uuid'
import { encodeId } from '../../core/global-ids.ts'
import { createKey } from '../../shop/api-keys/api-keys.ts'
import { addProduct, placeOrder, type TestProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { statementsOf } from '../../testing/statements.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { schema } from './schema.ts'

let world: World
let mug: TestProduct
let foreign: TestProduct
let reviewId: string
let key: string
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
  mug = await addProduct(world, 'Mug')
  foreign = await addProduct(world, 'Foreign', world.otherShop.id)
  reviewId = (await addReviews(world.ctx, { productId: mug.id, content: 'Ours' }))[0]?.id ?? ''
  key = (await createKey(world.ctx, { name: 'Sync', scopes: ['WRITE'] })).key
})
afterAll(() => world.close())

interface Problem {
  message: string
  extensions?: { code?: string }
}

async function ask<Data>(query: string, variables: object = {}): Promise<{ data: Data | null; errors?: Problem[] }> {
  const answer = await fetch(`${await world.url()}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { data: Data | null; errors?: Problem[] }
}
const shop = async <T>(fields: string, args = '', variables: object = {}) => {
  const { data, errors } = await ask<{ viewer: { shop: T } }>(
    `query ${args} { viewer { shop { ${fields} } } }`,
    variables,
  )
  return { shop: data?.viewer.shop, codes: errors?.map(({ extensions }) => extensions?.code) }
}

describe('every id of a row', () => {
  const kinds = () => ({
    'global id': encodeId('Product', mug.id),
    UUID: mug.id,
    'UUID in capitals': mug.id.toUpperCase(),
    number: mug.platformId,
    'global id of the platform': `gid://shopify/Product/${mug.platformId}`,
  })

  test.each(['global id', 'UUID', 'UUID in capitals', 'number', 'global id of the platform'] as const)(
    'names a product by its %s',
    async (kind) => {
      const id = kinds()[kind]
      const answer = await shop(
        'product(id: $id) { uuid platformId platformGid handle } reviews(filter: { productIds: [$id] }) { edges { node { uuid } } }',
        '($id: ID!)',
        { id },
      )
      expect(answer.shop).toEqual({
        product: {
          uuid: mug.id,
          platformId: mug.platformId,
          platformGid: `gid://shopify/Product/${mug.platformId}`,
          handle: mug.handle,
        },
        reviews: { edges: [{ node: { uuid: reviewId } }] },
      })
    },
  )

  test('is known by no other shop: a foreign id answers as an unknown one', async () => {
    const query = 'product(id: $id) { uuid } emailQueue(filter: { productIds: [$id] }) { edges { node { id } } }'
    const none = { product: null, emailQueue: { edges: [] } }
    for (const id of [foreign.id, encodeId('Product', foreign.id), foreign.platformId, '99', uuidv7()])
      expect((await shop(query, '($id: ID!)', { id })).shop).toEqual(none)
  })

  test.each(['', 'x', '-1', '1e3', 'gid://shopify/Order/1', 'gid://shopify/Product/x', '9'.repeat(21), '🙂', ' '])(
    'is refused if it is malformed: %p',
    async (id) => {
      expect((await shop('product(id: $id) { uuid }', '($id: ID!)', { id })).codes).toEqual(['malformedId'])
      const { data } = await ask<{ trashReviews: { code: string } }>(
        'mutation ($id: ID!) { trashReviews(input: { ids: [$id] }) { ... on Refusal { code } } }',
        { id },
      )
      expect(data?.trashReviews.code).toBe('malformedId')
    },
  )

  test('of another type is malformed', async () => {
    const id = encodeId('Review', mug.id)
    expect((await shop('product(id: $id) { uuid }', '($id: ID!)', { id })).codes).toEqual(['malformedId'])
  })

  test('of a review names it by its UUID in a mutation', async () => {
    const { data } = await ask<{ publishReviews: { data: { reviews: object[] } } }>(
      'mutation ($id: ID!) { publishReviews(input: { ids: [$id] }) { ... on PublishReviewsSuccess { data { reviews { uuid status } } } } }',
      { id: reviewId },
    )
    expect(data?.publishReviews.data.reviews).toEqual([{ uuid: reviewId, status: 'PUBLISHED' }])
  })

  test('of the platform finds a node', async () => {
    const query = 'query ($id: ID!) { node(id: $id) { ... on Product { uuid } } }'
    const nodeOf = async (id: string) => (await ask<{ node: object | null }>(query, { id })).data?.node
    expect(await nodeOf(`gid://shopify/Product/${mug.platformId}`)).toEqual({ uuid: mug.id })
    expect(await nodeOf(`gid://shopify/Product/${foreign.platformId}`)).toBeNull()
  })

  test('stands beside the global id on each type of rows', () => {
    const named = Object.values(schema.getTypeMap()).filter(isObjectType)
    const without = named.filter((type) => {
      const { id, uuid } = type.getFields()
      return String(id?.type) === 'ID!' && !uuid && !type.name.endsWith('Settings')
    })
    // These have a key of their own, or stand for the shop.
    expect(without.map(({ name }) => name).sort()).toEqual([
      'DeletedView',
      'EmailSetting',
      'Integration',
      'MailSender',
      'ReviewTopics',
      'Suppression',
    ])
  })

  test('of orders and customers is shown with the platform’s', async () => {
    const { platformId } = await placeOrder(world, { email: 'buyer@reader.test', products: [mug] })
    const customer = await world.ctx.db.customer.findFirstOrThrow({
      where: { shopId: world.shop.id, email: 'buyer@reader.test' },
    })
    await addReviews(world.ctx, { email: customer.email, customerId: customer.id, status: 'rejected' })
    const { shop: found } = await shop<{ reviews: { edges: { node: object }[] } }>(
      'reviews(first: 1, filter: { status: [REJECTED] }) { edges { node { customer { uuid platformId platformGid } orders { platformId platformGid } } } }',
    )
    expect(found?.reviews.edges).toEqual([
      {
        node: {
          customer: {
            uuid: customer.id,
            platformId: customer.platformId,
            platformGid: customer.platformId && `gid://shopify/Customer/${customer.platformId}`,
          },
          orders: [{ platformId, platformGid: `gid://shopify/Order/${platformId}` }],
        },
      },
    ])
  })
})

describe('a product', () => {
  test('is found by its handle', async () => {
    expect((await shop(`product(handle: "${mug.handle.toUpperCase()}") { uuid }`)).shop).toEqual({
      product: { uuid: mug.id },
    })
    expect((await shop(`product(handle: "${foreign.handle}") { uuid }`)).shop).toEqual({ product: null })
  })

  test('takes an id or a handle, not both', async () => {
    expect((await shop('product { uuid }')).shop).toEqual({ product: null })
    expect((await shop(`product(id: "${mug.id}", handle: "${mug.handle}") { uuid }`)).codes).toEqual(['valueInvalid'])
  })
})

describe('a program that keeps a copy', () => {
  test.each(['reviews', 'products', 'emailQueue'])('reads each changed row of %s once, page by page', async (list) => {
    const since = world.ctx.now()
    await world.advance({ hours: 1 })
    const products = [await addProduct(world, `${list} 1`), await addProduct(world, `${list} 2`)]
    for (const product of products) {
      await placeOrder(world, { products: [product] })
      await addReviews(world.ctx, { productId: product.id })
    }
    const args = list === 'products' ? 'updatedAfter: $since' : 'filter: { updatedAfter: $since }'
    const uuids: string[] = []
    let after: string | null = null
    for (let page = 0; page < 9; page++) {
      const { shop: found } = await shop<Record<string, { edges: { node: { uuid: string } }[]; pageInfo: never }>>(
        `${list}(first: 1, after: $after, sort: UPDATED_ASC, ${args}) { edges { node { uuid updatedAt } } pageInfo { endCursor hasNextPage } }`,
        '($after: String, $since: DateTime)',
        { after, since },
      )
      const { edges, pageInfo } = found?.[list] ?? { edges: [], pageInfo: {} }
      uuids.push(...edges.map(({ node }) => node.uuid))
      const { endCursor, hasNextPage } = pageInfo as { endCursor: string | null; hasNextPage: boolean }
      if (!hasNextPage) break
      after = endCursor
    }
    expect(uuids).toHaveLength(2)
    expect(new Set(uuids).size).toBe(2)
  })

  test('needs one statement for a page', async () => {
    const page = () =>
      shop(
        'reviews(first: 20, sort: UPDATED_ASC, filter: { updatedAfter: "2020-01-01T00:00:00Z" }) { edges { node { uuid } } }',
      )
    await page()
    const sent = await statementsOf(page)
    expect(sent.filter(({ text }) => text.includes('"Review"'))).toHaveLength(1)
  })

  test('gets an error for a wrong range', async () => {
    const range = 'updatedAfter: "2026-02-01T00:00:00Z", updatedBefore: "2026-01-01T00:00:00Z"'
    expect((await shop(`reviews(filter: { ${range} }) { totalCount }`)).codes).toEqual(['invalidDateRange'])
    expect((await shop(`products(${range}) { totalCount }`)).codes).toEqual(['invalidDateRange'])
  })
})
