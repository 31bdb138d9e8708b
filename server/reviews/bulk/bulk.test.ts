import { createClient } from 'graphql-ws'
import { v7 as uuidv7 } from 'uuid'
import { WebSocket } from 'ws'
import { runWork } from '../../core/background/claim.ts'
import type { Ctx } from '../../core/context.ts'
import type { Review, Shop } from '../../generated/prisma/client.ts'
import { applyCounts } from '../reviews/counts.ts'
import { encodeId } from '../../core/global-ids.ts'
import { setPlan } from '../../testing/things.ts'
import { createWorld, worldStart, type World } from '../../testing/world.ts'
import { purgeBulks } from './purge.ts'
import { bulkWork } from './run.ts'

let world: World
let productId: string
beforeAll(async () => {
  world = await createWorld()
  productId = uuidv7()
  await world.ctx.db.product.create({
    data: {
      shopId: world.shop.id,
      id: productId,
      platformId: '1',
      title: 'Bag',
      handle: 'bag',
      createdAt: worldStart,
      updatedAt: worldStart,
    },
  })
})
afterAll(() => world.close())
afterEach(async () => {
  await world.runJobs()
  for (const shop of [world.shop, world.otherShop]) {
    const where = { where: { shopId: shop.id } }
    const { db } = world.contextOf(shop)
    for (const table of [db.bulkItem, db.bulkRun, db.reviewHistory, db.review, db.reviewCount, db.productReviewCount])
      await (table as typeof db.bulkRun).deleteMany(where)
  }
})

async function addReviews(count: number, data: Partial<Review> = {}, shop: Shop = world.shop): Promise<string[]> {
  return addTo(world.contextOf(shop), count, { productId: shop === world.shop ? productId : null, ...data })
}

async function addTo(ctx: Ctx, count: number, data: Partial<Review> = {}): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    shopId: ctx.shop.id,
    id: uuidv7(),
    rate: (index % 5) + 1,
    status: 'published' as const,
    origin: 'customer' as const,
    source: 'customer' as const,
    productId: null,
    publishedAt: worldStart,
    createdAt: worldStart,
    enteredAt: worldStart,
    updatedAt: worldStart,
    why: { code: 'rule.published', params: {} },
    ...data,
  })) as never as Review[]
  await ctx.db.review.createMany({ data: rows as never })
  await applyCounts(
    ctx,
    rows.map((row) => ({ ...row, by: 1 })),
  )
  return rows.map(({ id }) => id)
}

interface Bulk {
  id: string
  act: string
  status: string
  total: number
  done: number
  changed: number
  skipped: number
  restored: number
  kept: number
  undoable: boolean
  undoUntil: string | null
  undoFailed: boolean
  error: string | null
}
type Answer = {
  __typename: string
  data?: Bulk
  code?: string
  params?: object
  fields?: { path: string; code: string }[]
}

const fields = 'id act status total done changed skipped restored kept undoable undoUntil undoFailed error'
const answered = (name: string) =>
  `__typename ... on ${name}Success { data { ${fields} } } ... on Refusal { code params } ... on InvalidInputError { fields { path code } }`
const start = async (input: object, token?: string, at = world): Promise<Answer> =>
  (
    (
      await at.graphql(
        `mutation ($input: StartBulkInput!) { startBulk(input: $input) { ${answered('StartBulk')} } }`,
        { input },
        token,
      )
    ).data as unknown as { startBulk: Answer }
  ).startBulk
const undo = async (id: string, token?: string): Promise<Answer> =>
  (
    (
      await world.graphql(
        `mutation ($id: ID!) { undoBulk(input: { id: $id }) { ${answered('UndoBulk')} } }`,
        { id },
        token,
      )
    ).data as unknown as { undoBulk: Answer }
  ).undoBulk
const read = async (id: string, token?: string): Promise<Bulk | null> =>
  (
    (await world.graphql(`query ($id: ID!) { node(id: $id) { ... on BulkRun { ${fields} } } }`, { id }, token))
      .data as unknown as { node: Bulk | null }
  ).node

/** Starts a bulk action, runs it to its end and returns it. */
async function run(input: object): Promise<Bulk> {
  const { data, ...refusal } = await start(input)
  if (!data) throw new Error(JSON.stringify(refusal))
  await world.runJobs()
  return (await read(data.id)) as Bulk
}
async function undone(id: string): Promise<Bulk> {
  expect(await undo(id)).toMatchObject({ data: { status: 'UNDOING' } })
  await world.runJobs()
  return (await read(id)) as Bulk
}

/** Makes updates of the row after the first `skip` fail. Returns a function that allows them again. */
async function refuseRow(skip: number, when = 'true'): Promise<() => Promise<unknown>> {
  const { reviewId } = await world.ctx.db.bulkItem.findFirstOrThrow({
    where: { shopId: world.shop.id },
    orderBy: { reviewId: 'asc' },
    skip,
  })
  const { pool } = world.app.database
  await pool.query('create sequence refusals; grant usage on sequence refusals to public')
  await pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin if new.id = '${reviewId}' then if ${when} then raise 'no'; end if; end if; return new; end $$`,
  )
  await pool.query('create trigger refuse before update on "Review" for each row execute function refuse()')
  return () => pool.query('drop trigger refuse on "Review"; drop function refuse(); drop sequence refusals')
}

const global = (ids: readonly string[]) => ids.map((id) => encodeId('Review', id))
const rowId = (globalId: string) => Buffer.from(globalId, 'base64url').toString().split(':')[1] ?? ''
const row = (id: string) =>
  world.ctx.db.review.findUniqueOrThrow({ where: { shopId_id: { shopId: world.shop.id, id } } })
const rows = () => world.ctx.db.review.findMany({ where: { shopId: world.shop.id }, orderBy: { id: 'asc' } })
/** Returns a row without the columns that each change updates. */
const still = ({ version: _version, updatedAt: _updatedAt, ...rest }: Review) => rest

/** Expects the counters to equal the rows. */
async function expectCounts(): Promise<void> {
  const { db } = world.ctx
  const where = { shopId: world.shop.id }
  const counted = await db.reviewCount.findMany({
    where: { ...where, count: { not: 0 } },
    select: { status: true, source: true, rate: true, count: true },
  })
  const grouped = await db.review.groupBy({ by: ['status', 'source', 'rate'], where, _count: true })
  const text = (list: { status: string; rate: number; n: number }[]) =>
    list.map(({ status, rate, n }) => `${status} ${rate} ${n}`).sort()
  expect(text(counted.map((each) => ({ ...each, n: each.count })))).toEqual(
    text(grouped.map((each) => ({ ...each, n: each._count }))),
  )
  const products = await db.productReviewCount.findMany({ where: { ...where, count: { not: 0 } } })
  const byProduct = await db.review.groupBy({ by: ['status', 'rate'], where: { ...where, productId }, _count: true })
  expect(text(products.map((each) => ({ ...each, n: each.count })))).toEqual(
    text(byProduct.map((each) => ({ ...each, n: each._count }))),
  )
}

describe('a bulk action', () => {
  test('accepts a version for one review only and refuses a stale one', async () => {
    const [id = '', other = ''] = await addReviews(2, { version: 3 })
    expect(await start({ act: 'UNPUBLISH', ids: global([id]), version: 2 })).toEqual({
      __typename: 'StaleError',
      code: 'stale',
      params: {},
    })
    expect(await start({ act: 'UNPUBLISH', ids: global([id, other]), version: 3 })).toMatchObject({
      __typename: 'InvalidInputError',
      fields: [{ path: 'version', code: 'valueInvalid' }],
    })
    const refused = await world.rest('POST', '/reviews/bulk', { body: { action: 'unpublish', ids: [id], version: 2 } })
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'stale'])
    expect(await world.ctx.db.bulkRun.count({ where: { shopId: world.shop.id } })).toBe(0)
    expect((await row(id)).status).toBe('published')
    expect(await run({ act: 'UNPUBLISH', ids: global([id]), version: 3 })).toMatchObject({ changed: 1 })
  })

  test('changes the rows that matched at its start, without later or trashed ones', async () => {
    const ids = await addReviews(12)
    const [trashed] = await addReviews(1, { status: 'deleted' })
    const { data } = await start({ act: 'UNPUBLISH', all: true })
    expect(data).toMatchObject({ status: 'RUNNING', act: 'UNPUBLISH', total: 12, done: 0, undoable: false })
    const [late] = await addReviews(1)
    await world.runJobs()
    expect(await read(data?.id ?? '')).toMatchObject({
      status: 'DONE',
      total: 12,
      done: 12,
      changed: 12,
      skipped: 0,
      undoable: true,
      error: null,
    })
    expect((await rows()).filter(({ status }) => status === 'hidden').map(({ id }) => id)).toEqual([...ids].sort())
    expect([(await row(late ?? '')).status, (await row(trashed ?? '')).status]).toEqual(['published', 'deleted'])
    await expectCounts()
    const history = await world.ctx.db.reviewHistory.findMany({ where: { shopId: world.shop.id } })
    expect(history).toHaveLength(12)
    expect(history[0]).toMatchObject({
      actor: 'merchant',
      actorName: expect.stringContaining('@'),
      action: 'hidden',
      bulkId: rowId(data?.id ?? ''),
    })
  })

  test('selects rows by filter or ids and skips those whose status forbids it', async () => {
    const [one = '', two = ''] = await addReviews(2, { status: 'pending', rate: 5 })
    const [hidden = ''] = await addReviews(1, { status: 'hidden', rate: 5 })
    await addReviews(1, { status: 'pending', rate: 1 })
    expect(await run({ act: 'PUBLISH', filter: { status: ['PENDING'], rate: [5] } })).toMatchObject({
      total: 2,
      changed: 2,
    })
    expect(await run({ act: 'UNPUBLISH', ids: global([one, two, two, hidden]) })).toMatchObject({
      total: 3,
      changed: 2,
      skipped: 1,
    })
    expect(await run({ act: 'PIN', filter: { search: 'nothing like it' } })).toMatchObject({
      status: 'DONE',
      total: 0,
      undoable: false,
    })
    await expectCounts()
  })

  test('raises the version of its products', async () => {
    await addReviews(3)
    const before = await world.ctx.db.product.findUniqueOrThrow({
      where: { shopId_id: { shopId: world.shop.id, id: productId } },
    })
    await run({ act: 'UNPUBLISH', all: true })
    const after = await world.ctx.db.product.findUniqueOrThrow({
      where: { shopId_id: { shopId: world.shop.id, id: productId } },
    })
    expect(after.version).toBeGreaterThan(before.version)
  })

  test('runs one at a time for each shop', async () => {
    // Role web runs no jobs; with a worker, the first could end before the last starts.
    const quiet = await createWorld({ env: { CANDOR_ROLE: 'web' } })
    try {
      await addTo(quiet.ctx, 3)
      const starts = await Promise.all(
        Array.from({ length: 4 }, () => start({ act: 'PIN', all: true }, quiet.token, quiet)),
      )
      expect(starts.filter(({ data }) => data)).toHaveLength(1)
      expect(starts.filter(({ code }) => code === 'bulkRunning')).toHaveLength(3)
      expect(await start({ act: 'PIN', all: true }, quiet.otherToken, quiet)).toMatchObject({ data: { total: 0 } })
    } finally {
      await quiet.close()
    }
  })

  test.each<[string, object, object]>([
    ['neither', { act: 'PIN' }, { fields: [{ path: 'ids', code: 'required' }] }],
    ['a broken id', { act: 'PIN', ids: ['x'] }, { code: 'malformedId' }],
    ['another type’s id', { act: 'PIN', ids: [encodeId('Product', uuidv7())] }, { code: 'malformedId' }],
    ['an unknown id', { act: 'PIN', ids: [encodeId('Review', uuidv7())] }, { __typename: 'NotFoundError' }],
    [
      'too many',
      { act: 'PIN', ids: Array.from({ length: 1001 }, () => encodeId('Review', uuidv7())) },
      { code: 'tooManyIds' },
    ],
    ['a reply without words', { act: 'REPLY', all: true }, { fields: [{ path: 'content', code: 'replyRequired' }] }],
    [
      'another shop’s product',
      { act: 'PIN', filter: { productIds: [encodeId('Product', uuidv7())] } },
      { data: { total: 0 } },
    ],
  ])('is refused or selects nothing with %s', async (_case, input, answer) => {
    expect(await start(input)).toMatchObject(answer)
  })

  test('does not find another shop’s reviews and bulk actions', async () => {
    const theirs = await addReviews(2, {}, world.otherShop)
    expect(await start({ act: 'PIN', ids: global(theirs) })).toEqual({
      __typename: 'NotFoundError',
      code: 'notFound',
      params: {},
    })
    await addReviews(2)
    const { id } = await run({ act: 'UNPUBLISH', all: true })
    expect(await read(id, world.otherToken)).toBeNull()
    expect(await undo(id, world.otherToken)).toMatchObject({ code: 'notFound' })
    expect(
      (await world.contextOf(world.otherShop).db.review.findMany({ where: { shopId: world.otherShop.id } })).every(
        ({ status, pinned }) => status === 'published' && !pinned,
      ),
    ).toBe(true)
  })
})

describe('the undo', () => {
  test.each<[string, Partial<Review>, string | null]>([
    ['UNPUBLISH', {}, null],
    ['UNPUBLISH', { status: 'pending', publishedAt: null }, null],
    ['PUBLISH', { status: 'pending', publishedAt: null }, null],
    ['TRASH', {}, null],
    ['RESTORE', { status: 'deleted', deletedAt: worldStart }, null],
    ['PIN', {}, null],
    ['UNFEATURE', { featured: true }, null],
    ['VERIFY', {}, null],
    ['ADD_TESTIMONIAL', {}, null],
    ['REPLY', {}, 'Thanks'],
    ['EDIT_REPLY', { replyContent: 'Old', replyAt: worldStart }, 'New'],
    ['DELETE_REPLY', { replyContent: 'Old', replyAt: worldStart }, null],
    [
      'REVERT',
      { edited: true, title: 'New', content: 'New', original: { title: 'Old', content: 'Old', media: [] } },
      null,
    ],
  ])('restores all columns after %s', async (act, data, content) => {
    await addReviews(4, data)
    const before = await rows()
    const filter = { status: ['PUBLISHED', 'PENDING', 'HIDDEN', 'DELETED'] }
    const { id } = await run({ act, filter, content })
    expect((await rows()).map(still)).not.toEqual(before.map(still))
    expect(await undone(id)).toMatchObject({ status: 'UNDONE', changed: 4, restored: 4, kept: 0, undoable: false })
    expect((await rows()).map(still)).toEqual(before.map(still))
    await expectCounts()
    expect(
      await world.ctx.db.reviewHistory.count({
        where: { shopId: world.shop.id, action: 'undone', bulkId: { not: null } },
      }),
    ).toBe(4)
    expect(await undo(id)).toMatchObject({ code: 'bulkUndone' })
  })

  test('keeps rows that changed or were deleted since, and counts them', async () => {
    const [first = '', second = '', third = '', ...others] = await addReviews(6)
    const { id } = await run({ act: 'UNPUBLISH', all: true })
    await world.graphql('mutation ($ids: [ID!]!) { publishReviews(input: { ids: $ids }) { __typename } }', {
      ids: global([first]),
    })
    await run({ act: 'PIN', ids: global([second]) })
    await world.ctx.db.review.delete({ where: { shopId_id: { shopId: world.shop.id, id: third } } })
    await applyCounts(world.ctx, [{ productId, status: 'hidden', source: 'customer', rate: 3, by: -1 }])
    expect(await undone(id)).toMatchObject({ status: 'UNDONE', restored: 3, kept: 3 })
    expect([(await row(first)).status, await row(second)]).toMatchObject([
      'published',
      { status: 'hidden', pinned: true },
    ])
    for (const other of others) expect((await row(other)).status).toBe('published')
    await expectCounts()
  })

  test('is possible for 24 hours', async () => {
    await addReviews(2)
    const { id, undoUntil } = await run({ act: 'UNPUBLISH', all: true })
    expect(new Date(undoUntil ?? '').getTime() - world.app.deps.now().getTime()).toBe(24 * 3_600_000)
    await world.advance({ hours: 24 })
    expect((await read(id))?.undoable).toBe(true)
    await world.advance({ minutes: 1 })
    expect((await read(id))?.undoable).toBe(false)
    expect(await undo(id)).toMatchObject({ code: 'bulkTooLate', params: { hours: 24 } })
  })

  test('is refused for a deletion', async () => {
    await addReviews(2, { email: 'a@shopper.test', status: 'deleted' })
    const { id, changed, undoable } = await run({ act: 'DELETE', filter: { status: ['DELETED'] } })
    expect({ changed, undoable }).toEqual({ changed: 2, undoable: false })
    expect(await undo(id)).toMatchObject({ code: 'bulkNotUndoable' })
    await expectCounts()
  })

  test('is refused before the action ends and while another runs', async () => {
    await addReviews(2)
    const { id } = await run({ act: 'UNPUBLISH', all: true })
    const where = { shopId: world.shop.id, id: rowId(id) }
    const held = { status: 'running' as const, leaseUntil: new Date(Date.now() + 3_600_000) }
    await world.ctx.db.bulkRun.updateMany({ where, data: held })
    expect(await undo(id)).toMatchObject({ code: 'bulkNotDone' })
    await world.ctx.db.bulkRun.updateMany({ where, data: { status: 'done', leaseUntil: null } })
    await world.ctx.db.bulkRun.create({
      data: { ...where, id: uuidv7(), action: 'pin', createdAt: worldStart, ...held },
    })
    expect(await undo(id)).toMatchObject({ code: 'bulkRunning' })
    await world.ctx.db.bulkRun.deleteMany({ where: { shopId: world.shop.id, action: 'pin' } })
    expect(await undone(id)).toMatchObject({ restored: 2 })
  })
})

describe('a run', () => {
  /** Adds a bulk action whose lease another worker holds, so that it does not start. */
  async function heldRun(ids: readonly string[], tries = 0): Promise<{ shopId: string; id: string }> {
    const where = { shopId: world.shop.id, id: uuidv7() }
    const leaseUntil = new Date(Date.now() + 3_600_000)
    await world.ctx.db.bulkRun.create({
      data: {
        ...where,
        action: 'unpublish',
        status: 'running',
        total: ids.length,
        params: { content: null },
        attempts: tries,
        leaseUntil,
        createdAt: worldStart,
      },
    })
    await world.ctx.db.bulkItem.createMany({
      data: ids.map((reviewId) => ({ shopId: where.shopId, bulkId: where.id, reviewId })),
    })
    return where
  }

  test('changes each row once if workers take its lease from each other @oldest', async () => {
    await addReviews(2_500)
    const { data } = await start({ act: 'UNPUBLISH', all: true })
    const id = rowId(data?.id ?? '')
    const take = async () => {
      const where = { shopId: world.shop.id, id }
      while (['running', 'undoing'].includes((await world.ctx.db.bulkRun.findFirstOrThrow({ where })).status)) {
        await world.ctx.db.bulkRun.updateMany({ where, data: { leaseUntil: null, attempts: 0 } })
        await runWork(world.ctx, bulkWork, id)
      }
    }
    await Promise.all([take(), take(), take()])
    expect(await read(data?.id ?? '')).toMatchObject({ status: 'DONE', done: 2_500, changed: 2_500, skipped: 0 })
    expect(new Set((await rows()).map(({ version, status }) => `${status} ${version}`))).toEqual(new Set(['hidden 2']))
    await undo(data?.id ?? '')
    await Promise.all([take(), take(), take()])
    expect(await read(data?.id ?? '')).toMatchObject({ status: 'UNDONE', restored: 2_500, kept: 0 })
    expect(new Set((await rows()).map(({ version, status }) => `${status} ${version}`))).toEqual(
      new Set(['published 3']),
    )
    await expectCounts()
  }, 60_000)

  test('retries a failing batch, then fails; its finished rows can be undone', async () => {
    const where = await heldRun(await addReviews(1_500))
    const id = encodeId('BulkRun', where.id)
    const allow = await refuseRow(1_200)
    let tries = 0
    while ((await read(id))?.status === 'RUNNING') {
      await world.ctx.db.bulkRun.updateMany({ where, data: { leaseUntil: null } })
      if ((await runWork(world.ctx, bulkWork, where.id)) !== 'notMine') tries++
    }
    // The first try finishes a batch.
    expect(tries).toBe(6)
    await allow()
    expect(await read(id)).toMatchObject({
      status: 'FAILED',
      error: 'unexpected',
      done: 1_000,
      changed: 1_000,
      undoable: true,
      undoFailed: false,
    })
    await expectCounts()
    expect(await undone(id)).toMatchObject({ status: 'UNDONE', restored: 1_000, kept: 0 })
    await expectCounts()
  }, 60_000)

  test('marks a failed undo; a repeated undo counts all kept rows again', async () => {
    await addReviews(1_500)
    const { id } = await run({ act: 'UNPUBLISH', all: true })
    const items = await world.ctx.db.bulkItem.findMany({
      where: { shopId: world.shop.id },
      orderBy: { reviewId: 'asc' },
      take: 3,
    })
    await world.graphql('mutation ($ids: [ID!]!) { publishReviews(input: { ids: $ids }) { __typename } }', {
      ids: global(items.map(({ reviewId }) => reviewId)),
    })
    const allow = await refuseRow(1_200)
    expect(await undo(id)).toMatchObject({ data: { status: 'UNDOING', undoFailed: false } })
    while ((await read(id))?.status === 'UNDOING') {
      await world.ctx.db.bulkRun.updateMany({
        where: { shopId: world.shop.id, id: rowId(id) },
        data: { leaseUntil: null },
      })
      await runWork(world.ctx, bulkWork, rowId(id))
    }
    await allow()
    expect(await read(id)).toMatchObject({
      status: 'FAILED',
      error: 'unexpected',
      restored: 997,
      kept: 3,
      undoable: true,
      undoFailed: true,
    })
    expect((await world.rest('GET', `/reviews/bulk/${id}`)).json()).toMatchObject({
      data: { status: 'failed', undoFailed: true },
    })
    expect(await undone(id)).toMatchObject({
      status: 'UNDONE',
      restored: 1_497,
      kept: 3,
      undoFailed: false,
      error: null,
    })
    await expectCounts()
  }, 60_000)

  test('gets all its retries back after progress', async () => {
    const where = await heldRun(await addReviews(2_200), 4)
    // Fails once in the second batch: a rollback does not reset a sequence.
    const allow = await refuseRow(1_200, `nextval('refusals') = 1`)
    const again = async () => {
      await world.ctx.db.bulkRun.updateMany({ where, data: { leaseUntil: null } })
      await runWork(world.ctx, bulkWork, where.id)
      await world.runJobs()
      return world.ctx.db.bulkRun.findFirstOrThrow({ where })
    }
    expect(await again()).toMatchObject({ status: 'running', error: null, done: 1_000 })
    expect(await again()).toMatchObject({ status: 'done', error: null, changed: 2_200 })
    await allow()
  }, 60_000)
})

test('a bulk action that the plan lacks is refused before it starts', async () => {
  await setPlan(world, world.otherShop, 'free')
  for (const [act, feature] of [
    ['TRASH', 'recycleBin'],
    ['REPLY', 'replies'],
  ]) {
    const { data } = await world.graphql(
      'mutation ($input: StartBulkInput!) { startBulk(input: $input) { __typename ... on PlanRequiredError { feature plan } } }',
      { input: { act, all: true, content: 'Thanks' } },
      world.otherToken,
    )
    expect(data).toEqual({ startBulk: { __typename: 'PlanRequiredError', feature, plan: 'pro' } })
  }
  expect(await world.contextOf(world.otherShop).db.bulkRun.count({ where: { shopId: world.otherShop.id } })).toBe(0)
  await setPlan(world, world.otherShop, 'advanced')
})

test('subscribers see the progress and the end, even if they subscribe late', async () => {
  await addReviews(1_500)
  const { data } = await start({ act: 'UNPUBLISH', all: true })
  const id = data?.id ?? ''
  const [, ...seen] = await Promise.all([world.runJobs(), follow(id), follow(id)])
  for (const steps of seen) {
    expect(steps.at(-1)).toMatchObject({ status: 'DONE', done: 1_500, changed: 1_500 })
    expect(steps.map(({ done }) => done)).toEqual(steps.map(({ done }) => done).sort((a, b) => a - b))
  }
  expect(await follow(id)).toMatchObject([{ status: 'DONE' }])
  expect(await follow(id, world.otherToken)).toBe('Not found')
})

async function follow(id: string, token = world.token): Promise<Bulk[]> {
  const client = createClient({
    url: `${(await world.url()).replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { 'x-auth-token': token },
  })
  const seen: Bulk[] = []
  return new Promise((resolve) => {
    const end = (answer: unknown) => {
      resolve(answer as Bulk[])
      void client.dispose()
    }
    client.subscribe<{ bulkProgress: Bulk }>(
      { query: `subscription ($id: ID!) { bulkProgress(bulkId: $id) { ${fields} } }`, variables: { id } },
      {
        next({ data, errors }) {
          if (errors) end(errors[0]?.message)
          if (data) seen.push(data.bulkProgress)
        },
        error: (problem) => end(Array.isArray(problem) ? (problem as { message: string }[])[0]?.message : problem),
        complete: () => end(seen),
      },
    )
  })
}

test('rows of a bulk action are deleted after two days, the action itself later', async () => {
  await addReviews(3)
  await run({ act: 'UNPUBLISH', all: true })
  const left = async () => [
    await world.ctx.db.bulkItem.count({ where: { shopId: world.shop.id } }),
    await world.ctx.db.bulkRun.count({ where: { shopId: world.shop.id } }),
  ]
  expect(await purgeBulks(world.app.deps)).toBe(0)
  await world.advance({ hours: 49 })
  expect(await left()).toEqual([0, 1])
  await world.advance({ days: 90 })
  expect(await left()).toEqual([0, 0])
})

describe('over REST', () => {
  test('a bulk action is started, read and undone', async () => {
    const ids = await addReviews(3)
    const started = await world.rest('POST', '/reviews/bulk', {
      body: { action: 'unpublish', filter: { status: ['approved'], rate: [1, 2] } },
    })
    const { id } = started.json<{ data: { id: string } }>().data
    await world.runJobs()
    expect((await world.rest('GET', `/reviews/bulk/${id}`)).json()).toMatchObject({
      success: true,
      data: { id, action: 'unpublish', status: 'done', total: 2, changed: 2, undoable: true },
    })
    expect((await world.rest('POST', `/reviews/bulk/${id}/undo`)).json()).toMatchObject({
      success: true,
      data: { status: 'undoing' },
    })
    await world.runJobs()
    expect((await world.rest('GET', `/reviews/bulk/${rowId(id)}`, { mode: 'embedded' })).json()).toMatchObject({
      data: { status: 'undone', restored: 2 },
    })
    expect((await world.rest('POST', `/reviews/bulk/${id}/undo`)).statusCode).toBe(409)
    expect(ids).toHaveLength(3)
  })

  test.each<[object, number, object]>([
    [{ action: 'request-edit' }, 422, { action: { code: 'valueInvalid' } }],
    [{ action: 'testimonial' }, 200, { action: 'addTestimonial' }],
    [{ action: 'pin', value: false }, 200, { action: 'unpin' }],
    [{ action: 'REMOVE_TESTIMONIAL' }, 200, { action: 'removeTestimonial' }],
    [{ action: 'verify' }, 200, { action: 'verify' }],
    [{ action: 'burn' }, 422, { action: { code: 'valueInvalid' } }],
    [{}, 422, { action: { code: 'required' } }],
    [{ action: 'reply' }, 422, { content: { code: 'replyRequired' } }],
  ])('%j returns status %i', async (body, status, expected) => {
    const answer = await world.rest('POST', '/reviews/bulk', { body: { ...body, all: true } })
    expect([answer.statusCode, answer.json()]).toEqual([status, expect.anything()])
    if (status !== 200) {
      expect(answer.json()).toMatchObject({ fields: expected })
      return
    }
    const { id } = answer.json<{ data: { id: string } }>().data
    expect((await world.rest('GET', `/reviews/bulk/${id}`)).json()).toMatchObject({ data: expected })
  })

  test('malformed ids and filters are refused', async () => {
    for (const filter of [{ productIds: ['x'] }, { productIds: [7] }, { status: ['nonsense'] }, { rate: '5' }, 'all'])
      expect((await world.rest('POST', '/reviews/bulk', { body: { action: 'pin', filter } })).statusCode).toBe(422)
    expect((await world.rest('POST', '/reviews/bulk', { body: { action: 'pin', ids: [5] } })).statusCode).toBe(422)
    expect((await world.rest('GET', '/reviews/bulk/x')).statusCode).toBe(422)
    expect((await world.rest('GET', `/reviews/bulk/${uuidv7()}`)).statusCode).toBe(404)
    expect((await world.rest('POST', `/reviews/bulk/${uuidv7()}/undo`)).statusCode).toBe(404)
  })
})
