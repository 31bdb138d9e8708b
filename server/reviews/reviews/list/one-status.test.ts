import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { forgetAll } from '../../../storefront/widgets/pages/page-cache.ts'
import { addProduct } from '../../../testing/orders.ts'
import { openExplainer, type Explainer } from '../../../testing/statements.ts'
import { createWorld, type World } from '../../../testing/world.ts'

// The shop's reviews share a status, product and day, as after an import. Its lists read 320 facets at most.
// A statement that reads all reviews reads 20,000 blocks.
const rows = 20_000
const mostBlocks = 1_500
const day = new Date('2026-02-01T00:00:00.000Z')

let world: World
let handle: string
let explainer: Explainer

beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
  const product = await addProduct(world, 'Cup')
  handle = product.handle
  explainer = await openExplainer(world)
  await explainer.asSuperuser(`set session_replication_role = replica;
    insert into "Review" ("shopId", id, "productId", rate, title, content, status, origin, source, "createdAt", "enteredAt", "updatedAt", "searchText")
    select '${world.shop.id}', gen_random_uuid(), '${product.id}', 5, 'Good', repeat('A long text of a review. ', 12), 'published', 'imported', 'imported', '${day.toISOString()}', now(), now(), 'good'
    from generate_series(1, ${rows})`)
}, 120_000)
afterAll(async () => {
  await explainer.close()
  await world.close()
})

/** Counts the blocks that statements about reviews read. */
const blocksOf = (ask: () => Promise<unknown>) => explainer.blocksOf(ask, /"Review"/)

const list =
  (more: object, columns = '') =>
  async () => {
    const { errors } = await world.graphql(
      `query ($first: Int, $after: String, $sort: ReviewSort, $filter: ReviewFilter) {
    viewer { shop { reviews(first: $first, after: $after, sort: $sort, filter: $filter) { edges { node { id title status product { title } ${columns} } } pageInfo { endCursor } } } }
  }`,
      { first: 20, ...more },
    )
    expect(errors).toBeUndefined()
  }

describe.each(['published', 'pending'])('a shop whose reviews are all %s @oldest', (status) => {
  beforeAll(async () => {
    await explainer.asSuperuser(`set session_replication_role = replica; update "Review" set status = '${status}'`)
    await explainer.asSuperuser('vacuum analyze "Review"')
    forgetAll()
  }, 120_000)

  test.each([
    ...['RECENT', 'OLDEST', 'HIGHEST', 'LOWEST', 'MEDIA'].map((sort) => ({ sort })),
    ...['PUBLISHED', 'PENDING', 'HIDDEN', 'DELETED'].map((one) => ({ filter: { status: [one] } })),
    ...['UPDATED_ASC', 'UPDATED_DESC'].flatMap((sort) => [
      { sort },
      { sort, filter: { updatedAfter: '2026-01-01T00:00:00Z' } },
      { sort, filter: { updatedAfter: '2099-01-01T00:00:00Z' } },
    ]),
    { filter: { createdFrom: '2026-01-01T00:00:00Z' } },
    { filter: { createdTo: '2026-01-01T00:00:00Z' } },
    { filter: { verified: true } },
    { filter: { hasMedia: true } },
  ])('lists a page without reading all of them: %j', async (more) => {
    expect(await blocksOf(list(more))).toBeLessThan(mostBlocks)
  })

  test('lists a page with columns that need Prisma', async () => {
    expect(await blocksOf(list({}, 'history { id }'))).toBeLessThan(mostBlocks)
  })

  test('lists a page from the middle of one day', async () => {
    const after = world.ctx.signer.sign('cursor', {
      s: world.shop.id,
      o: 'recent',
      k: [day.getTime(), `7fffffff${uuidv7().slice(8)}`],
    })
    expect(await blocksOf(list({ after }))).toBeLessThan(mostBlocks)
  })

  test.each(
    ['recent', 'oldest', 'highest', 'lowest', 'media'].flatMap((sort) =>
      ['', '&rate=5'].map((rate) => `sort=${sort}${rate}`),
    ),
  )('shows shoppers a product’s reviews: %s', async (query) => {
    const url = `/storefront/${world.shop.shopifyDomain}/products/${handle}/reviews?${query}`
    expect(
      await blocksOf(async () => expect((await world.inject({ method: 'GET', url })).statusCode).toBe(200)),
    ).toBeLessThan(mostBlocks)
  })
})
