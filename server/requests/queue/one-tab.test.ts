import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { encodeId } from '../../core/global-ids.ts'
import { addProduct } from '../../testing/orders.ts'
import { openExplainer, type Explainer } from '../../testing/statements.ts'
import { createWorld, type World } from '../../testing/world.ts'

// The shop has many requests, all sent or opened. A statement that reads them all reads over 3,000 blocks.
const rows = 20_000
const mostBlocks = 1_500
const day = '2026-02-01T00:00:00.000Z'

let world: World
let cup: string
let unsold: string
let explainer: Explainer

beforeAll(async () => {
  world = await createWorld()
  cup = (await addProduct(world, 'Cup')).id
  unsold = (await addProduct(world, 'Vase')).id
  explainer = await openExplainer(world)
  await explainer.asSuperuser(`set session_replication_role = replica;
    with made as (
      insert into "QueueItem" ("shopId", id, "orderId", "orderName", "orderNumber", "customerEmail", "customerName", status, "lineItems", "productIds", "createdOrderAt", "scheduledAt", "sentAt", "searchText", "createdAt", "updatedAt")
      select '${world.shop.id}', gen_random_uuid(), gen_random_uuid(), '#' || i, i, 'buyer' || i || '@example.com', 'Buyer ' || i, case when i % 7 = 0 then 'opened' else 'success' end::"QueueStatus",
        jsonb_build_array(jsonb_build_object('title', repeat('A cup to drink from. ', 40))), array['${cup}']::uuid[], at, at, at, lower('#' || i || chr(10) || 'buyer' || i || '@example.com' || chr(10) || 'Buyer ' || i || chr(10) || 'Cup'), at, at
      from (select i, timestamptz '${day}' + i * interval '1 minute' as at from generate_series(1, ${rows}) i) numbered
      returning "shopId", id, "searchText", "productIds")
    insert into "QueueSearch" select * from made`)
  await explainer.asSuperuser('vacuum analyze "QueueItem"')
  await explainer.asSuperuser('vacuum analyze "QueueSearch"')
}, 120_000)
afterAll(async () => {
  await explainer.close()
  await world.close()
})

/** Counts the blocks that statements about requests read. */
const blocksOf = (ask: () => Promise<unknown>) => explainer.blocksOf(ask, /"QueueItem"|candor_queue_matches/)

async function list(filter: object, sort = 'CREATED_DESC', fields = ''): Promise<number> {
  const { errors, data } = await world.graphql(
    `query ($sort: QueueSort, $filter: QueueFilter) {
    viewer { shop { emailQueue(first: 20, sort: $sort, filter: $filter) { ${fields} edges { node { id orderName status lineItems { title } } } pageInfo { endCursor } } } }
  }`,
    { sort, filter },
  )
  expect(errors).toBeUndefined()
  return (data as unknown as { viewer: { shop: { emailQueue: { edges: unknown[] } } } }).viewer.shop.emailQueue.edges
    .length
}

describe('a large queue @oldest', () => {
  const sorts = ['CREATED_DESC', 'CREATED_ASC', 'SCHEDULED_DESC', 'SCHEDULED_ASC', 'ORDER_DESC', 'ORDER_ASC']

  test.each(
    sorts.flatMap((sort) =>
      [[], ['WAITING'], ['FAILED'], ['SUCCESS'], ['OPENED'], ['CANCELLED', 'PAUSED']].map((status) => ({
        sort,
        status,
      })),
    ),
  )('lists $status by $sort without reading all of it', async ({ sort, status }) => {
    expect(await blocksOf(() => list({ status }, sort))).toBeLessThan(mostBlocks)
  })

  test.each(['UPDATED_ASC', 'UPDATED_DESC'])('lists changed requests by %s without reading all of it', async (sort) => {
    for (const filter of [{}, { updatedAfter: '2026-01-01T00:00:00Z' }, { updatedAfter: '2099-01-01T00:00:00Z' }])
      expect(await blocksOf(() => list(filter, sort))).toBeLessThan(mostBlocks)
  })

  test.each([
    ['skipped', { status: ['CANCELLED'], skipped: true }, 0],
    ['a word that occurs nowhere', { search: 'zyxwvut' }, 0],
    ['a word of every row', { search: 'cup' }, 20],
    ['one order', { search: '#15777' }, 1],
    ['one buyer', { search: 'buyer15777@' }, 1],
    ['letters without a trigram', { search: '字' }, 0],
    ['a rare pair', { search: 'qz' }, 0],
    ['a common word in an empty tab', { search: 'cup', status: ['FAILED'] }, 0],
    ['a picked buyer', { buyers: ['buyer15777@example.com'] }, 1],
    ['days without sends', { executedFrom: '2020-01-01T00:00:00Z', executedTo: '2020-02-01T00:00:00Z' }, 0],
    ['days without orders', { createdOrderTo: '2020-02-01T00:00:00Z' }, 0],
  ])('finds %s without reading all of it', async (_name, filter, found) => {
    let shown = -1
    expect(
      await blocksOf(async () => {
        shown = await list(filter)
      }),
    ).toBeLessThan(mostBlocks)
    expect(shown).toBe(found)
  })

  test('finds a product of all or no requests without reading all of it', async () => {
    let [all, none] = [-1, -1]
    expect(
      await blocksOf(async () => {
        all = await list({ productIds: [encodeId('Product', cup)] })
      }),
    ).toBeLessThan(mostBlocks)
    expect(
      await blocksOf(async () => {
        none = await list({ productIds: [encodeId('Product', unsold)] })
      }),
    ).toBeLessThan(mostBlocks)
    expect([all, none]).toEqual([20, 0])
  })

  test('counts the matches of a rare search without reading all of it', async () => {
    expect(
      await blocksOf(() => list({ search: 'zyxwvut', status: ['SUCCESS'] }, 'CREATED_DESC', 'totalCount')),
    ).toBeLessThan(mostBlocks)
  })

  test('returns no requests of another shop to the application’s role', async () => {
    const other = new pg.Client({ ...world.app.database.connection, options: '-c role=candor_app' })
    await other.connect()
    await other.query(`select set_config('app.shop', $1, false)`, ['0193c1c0-0000-7000-8000-000000000001'])
    const {
      rows: [row],
    } = await other.query<{ ids: string[] }>(`select candor_queue_matches($1, '#15777', null, true, 10) as ids`, [
      world.shop.id,
    ])
    await other.end()
    expect(row?.ids).toEqual([])
  })
})
