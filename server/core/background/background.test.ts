import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import pg from 'pg'
import { inTransaction, type Ctx } from '../context.ts'
import type { Database } from '../database/open.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { startRunner } from './runner.ts'
import { findDueWork } from './schedules.ts'
import { watchRow } from './watch.ts'

let world: World
beforeAll(async () => {
  // The tests start their own runners.
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('a runner', () => {
  test('drain() waits for a scheduled run that its timer started', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<unknown>()
    const { promise: over, resolve: end } = Promise.withResolvers<unknown>()
    let calls = 0
    let isEnded = false
    const run = async () => {
      // Every later call finds the claimed row.
      if (++calls > 1) return 0
      begin(null)
      await over
      isEnded = true
      return 0
    }
    const { database, deps } = world.app
    const runner = await startRunner(
      {
        database,
        jobs: {},
        schedules: [{ name: 'one', everySeconds: 60, selectDue: (now) => Prisma.sql`select ${now}::timestamptz`, run }],
      },
      () => deps,
    )
    await runner.work()
    await begun
    const asked = jest.spyOn(database.pool, 'query')
    const drained = runner.drain().then(() => isEnded)
    while (asked.mock.results.length === 0) await soon()
    await Promise.all(asked.mock.results.map(({ value }) => value as unknown))
    await soon()
    asked.mockRestore()
    // The drain knows that no job is due. Without waiting it would run the schedule a second time.
    expect(calls).toBe(2)
    end(null)
    expect(await drained).toBe(true)
    await runner.stop()
  })

  test('gives a stalled shop one place only and delays no other shop', async () => {
    const { promise: stalled, resolve: goOn } = Promise.withResolvers<unknown>()
    const { promise: done, resolve: end } = Promise.withResolvers<unknown>()
    const begun: string[] = []
    const work = async ({ shop }: Ctx, { id }: { id: string }) => {
      begun.push(id)
      if (shop.id === world.shop.id) await stalled
      else end(null)
    }
    const runner = await startRunner(
      { database: world.app.database, jobs: { 'reviews.export': work }, schedules: [] },
      () => world.app.deps,
    )
    await runner.work()
    for (const id of ['first', 'second', 'third', 'fourth'])
      await runner.enqueue(world.ctx, 'reviews.export', { data: { id }, key: id })
    const { otherShop } = world
    await runner.enqueue(world.contextOf(otherShop), 'reviews.export', {
      data: { id: 'other' },
      key: 'other',
    })
    await done
    expect(begun).toContain('other')
    expect(begun).toHaveLength(2)
    goOn(null)
    await runner.drain()
    expect(begun.sort()).toEqual(['first', 'fourth', 'other', 'second', 'third'])
    await runner.stop()
  })
})

/** Returns whether one of so many workers of a queue gets a job when they begin. */
function nextFetch(queue: string, workers: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let answers = 0
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [text, answer] = [String(args[0]), args.at(-1)]
    if (!text.includes('SKIP LOCKED') || !text.includes(`'${queue}'`) || typeof answer !== 'function')
      return query.apply(this, args)
    const spying = (error: Error | null, result?: pg.QueryResult) => {
      if (result?.rows.length) resolve(true)
      if (++answers === workers) {
        spy.mockRestore()
        resolve(false)
      }
      answer(error, result)
    }
    return query.apply(this, [...args.slice(0, -1), spying])
  })
  return promise
}

test('a job that waits while its row changes runs after the commit and sees the change @postgres', async () => {
  const { database, deps } = world.app
  const seen: boolean[] = []
  const { promise: isSeen, resolve: see } = Promise.withResolvers<unknown>()
  const readRow = async (ctx: Ctx) => {
    seen.push((await ctx.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } })).setupDone)
    see(null)
  }
  const runner = await startRunner({ database, jobs: { 'reviews.export': readRow }, schedules: [] }, () => deps)
  const order = { data: { id: 'row' }, key: 'row' }
  await runner.enqueue(world.ctx, 'reviews.export', order)
  await inTransaction(world.ctx, async (tx) => {
    await tx.db.shop.update({ where: { id: tx.shop.id }, data: { setupDone: false } })
    expect(await runner.enqueue(tx, 'reviews.export', order)).toBe(false)
    const fetched = nextFetch('reviews.export', 3)
    await runner.work()
    // A job that is not held back until the commit reads the old row.
    if (await fetched) await isSeen
  })
  await runner.drain()
  expect(seen.at(-1)).toBe(false)
  await runner.stop()
})

test('a job without a result answers its caller', async () => {
  const { database, deps } = world.app
  const runner = await startRunner(
    { database, jobs: { 'topics.count': async () => undefined }, schedules: [] },
    () => deps,
  )
  await runner.work()
  expect(await runner.ask(world.ctx, 'topics.count', { productId: null })).toBeUndefined()
  await runner.stop()
})

test('one job of each shop tells the platform of changes that follow each other closely @postgres', async () => {
  const { database, deps } = world.app
  const runner = await startRunner({ database, jobs: {}, schedules: [] }, () => deps)
  const readJobs = async () =>
    (
      await database.pool.query<{ isLater: boolean }>(
        `select start_after > created_on as "isLater" from jobs.job where name = 'ratings.send' and state = 'created'`,
      )
    ).rows
  await database.pool.query(`delete from jobs.job where name = 'ratings.send'`)
  const change = (ctx: Ctx) => runner.enqueue(ctx, 'ratings.send', { data: {} })
  for (const ctx of [world.ctx, world.ctx, world.contextOf(world.otherShop)]) await change(ctx)
  await inTransaction(world.ctx, async (tx) => void (await change(tx)))
  await runner.stop()
  expect(await readJobs()).toEqual([{ isLater: true }, { isLater: true }])
  await database.pool.query(`delete from jobs.job where name = 'ratings.send'`)
})

describe('a watched row', () => {
  test('is read once for all concurrent watchers', async () => {
    const { pubsub } = world.app.parts
    let reads = 0
    const watch = () =>
      watchRow(world.ctx, pubsub, {
        topic: 'import',
        id: 'y',
        read: async () => (reads += 1),
        version: (row) => row,
        isEnded: (row) => row === 2,
      })
    const watchers = Array.from({ length: 20 }, watch)
    const readAll = async () =>
      (await Promise.all(watchers.map((watcher) => watcher.next()))).map(({ value }) => value as number | undefined)
    expect(await readAll()).toEqual(Array(20).fill(1))
    const next = readAll()
    pubsub.publish(world.shop.id, 'import', 'y')
    expect(await next).toEqual(Array(20).fill(2))
    expect(reads).toBe(2)
  })

  test('stays watched after a failed read', async () => {
    const { pubsub } = world.app.parts
    let reads = 0
    const states = watchRow(world.ctx, pubsub, {
      topic: 'import',
      id: 'z',
      version: (row) => row,
      isEnded: (row) => row === 3,
      read: async () => {
        if (++reads !== 2) return reads
        pubsub.publish(world.shop.id, 'import', 'z')
        throw await Promise.resolve(new Error('The database is being restarted'))
      },
    })
    expect((await states.next()).value).toBe(1)
    const next = states.next()
    pubsub.publish(world.shop.id, 'import', 'z')
    expect(await next).toEqual({ done: false, value: 3 })
    expect((await states.next()).done).toBe(true)
  })

  test('releases a leaving watcher at once, without waiting for a change', async () => {
    const { pubsub } = world.app.parts
    const states = watchRow(world.ctx, pubsub, {
      topic: 'import',
      id: 'quiet',
      version: () => 1,
      isEnded: () => false,
      read: () => Promise.resolve(1),
    })
    expect(await states.next()).toEqual({ done: false, value: 1 })
    const next = states.next()
    await states.return(undefined)
    expect((await next).done).toBe(true)
  })

  test('is not read again while the process stops', async () => {
    const { pubsub } = world.app.parts
    let reads = 0
    const states = watchRow(world.ctx, pubsub, {
      topic: 'import',
      id: 'x',
      read: async () => (reads += 1),
      version: () => 'same',
      isEnded: () => false,
    })
    await states.next()
    const next = states.next()
    await pubsub.close()
    expect(await next).toEqual({ done: true, value: undefined })
    expect(reads).toBe(1)
  })
})

test('a look counts a job that was queued after its statement began', async () => {
  const { database, deps } = world.app
  const runner = await startRunner({ database, jobs: {}, schedules: [], onDemand: true }, () => deps)
  const pool = await database.pool.connect()
  await pool.query('begin')
  await pool.query('select now()')
  await runner.enqueue(world.ctx, 'pushes.send', { data: { deliveryId: 'late' } })
  const look = { queues: ['pushes.send'], schedules: [], now: deps.now() } as const
  expect(await findDueWork({ pool } as unknown as Database, look)).toMatchObject({ waiting: look.queues })
  await pool.query(`rollback; delete from jobs.job where name = 'pushes.send'`)
  pool.release()
  await runner.stop()
})

test('a drain queries the database once when nothing is due', async () => {
  const live = await createWorld()
  await live.runJobs()
  const query = jest.spyOn(pg.Client.prototype, 'query')
  await live.runJobs()
  const texts = (query.mock.calls as unknown[][]).map(([asked]) =>
    typeof asked === 'string' ? asked : (asked as { text: string }).text,
  )
  query.mockRestore()
  // Statements of pg-boss name none of our tables.
  expect(texts.filter((text) => /"[A-Z]/.test(text))).toHaveLength(1)
  await live.close()
})
