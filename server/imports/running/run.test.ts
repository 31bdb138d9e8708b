import { NotFound } from '../../core/errors.ts'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { v7 as uuidv7 } from 'uuid'
import { createWorld, type World } from '../../testing/world.ts'
import { discardImport } from '../discard.ts'
import { createImport, requireImport, startImport } from '../imports.ts'
import { watchStatuses } from '../watch.ts'
import { inventedExport } from '../../testing/hostile/invented-export.ts'
import { runSlice } from './run.ts'

const encode = (text: string) => new TextEncoder().encode(text)

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

interface Step {
  status: string
  done: number
  total: number
}

async function follow(importId: string, token = world.token): Promise<{ seen: Step[]; ended: Promise<string | null> }> {
  const client = createClient({
    url: `${(await world.url()).replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { 'x-auth-token': token },
  })
  const seen: Step[] = []
  let started: () => void
  const opened = new Promise<void>((resolve) => {
    started = resolve
  })
  const ended = new Promise<string | null>((resolve) => {
    const end = (problem: string | null) => {
      started()
      resolve(problem)
      void client.dispose()
    }
    const query =
      'subscription ($importId: ID!) { importProgress(importId: $importId) { id status total done imported duplicates unmatched bad } }'
    client.subscribe<{ importProgress: Step }>(
      { query, variables: { importId } },
      {
        next: ({ data, errors }) => {
          if (errors) end(errors[0]?.message ?? '')
          if (data) seen.push(data.importProgress)
          started()
        },
        error: (problem) =>
          end(Array.isArray(problem) ? ((problem as { message: string }[])[0]?.message ?? '') : String(problem)),
        complete: () => end(null),
      },
    )
  })
  await opened
  return { seen, ended }
}

describe('a run', () => {
  test('writes every row once when runners take over from each other', async () => {
    const { ctx } = world
    const { id } = await createImport(ctx, { name: 'a.csv', bytes: encode(inventedExport(6_000)) })
    await startImport(ctx, id, {})
    const where = { shopId: ctx.shop.id, id }
    const ends: string[] = []
    const take = async () => {
      // Resets the attempts, as a lost lease is no failed attempt.
      await ctx.db.import.updateMany({ where, data: { leaseUntil: null, attempts: 0 } })
      ends.push(await runSlice(ctx, id))
    }
    // Each take ends another runner's lease in mid-batch. A limit of four avoids endless takeovers.
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let takes = 0; takes < 4; takes++) await take()
      }),
    )
    expect(ends).toContain('notMine')
    while ((await requireImport(ctx, id)).status === 'running') await take()
    expect(await requireImport(ctx, id)).toMatchObject({
      status: 'done',
      done: 6_000,
      imported: 6_000,
      duplicates: 0,
      bad: 0,
    })
    expect(await ctx.db.review.count({ where: { shopId: ctx.shop.id } })).toBe(6_000)
    const counted = await ctx.db.reviewCount.aggregate({ where: { shopId: ctx.shop.id }, _sum: { count: true } })
    expect(counted._sum.count).toBe(6_000)
  })

  test('imports nothing for a product that was deleted after it was chosen', async () => {
    const { ctx } = world
    const product = await ctx.db.product.create({
      data: {
        shopId: ctx.shop.id,
        id: uuidv7(),
        handle: 'chosen',
        platformId: '77001',
        title: 'Chosen',
        variants: [],
        createdAt: ctx.now(),
        updatedAt: ctx.now(),
      },
    })
    const { id } = await createImport(ctx, {
      name: 'gone.csv',
      bytes: encode('body,rating,product_handle\nTo the chosen one,5,nowhere-else\nTo the shop,4,\n'),
    })
    await startImport(ctx, id, { answers: [{ question: 'unmatched', answer: product.id }] })
    await ctx.db.product.update({
      where: { shopId_id: { shopId: ctx.shop.id, id: product.id } },
      data: { deletedAt: ctx.now() },
    })
    await world.runJobs()
    expect(await requireImport(ctx, id)).toMatchObject({ status: 'done', done: 2, imported: 1, unmatched: 1 })
  })

  test('counts left-out rows the same, wherever batches end', async () => {
    const { ctx } = world
    const line = (at: number) => `${at} ${'Left out. '.repeat(450)},5,unknown\n`
    // A batch ends after about 40 rows.
    const { id } = await createImport(ctx, {
      name: 'left.csv',
      bytes: encode(
        `body,rating,product_handle\n${[1, 1, ...Array.from({ length: 60 }, (_none, at) => at + 2), 1].map(line).join('')}`,
      ),
    })
    await startImport(ctx, id, { answers: [{ question: 'unmatched', answer: 'skip' }] })
    await world.runJobs()
    expect(await requireImport(ctx, id)).toMatchObject({
      status: 'done',
      done: 63,
      imported: 0,
      unmatched: 63,
      duplicates: 0,
    })
  })

  test('shows its progress in every tab, also a late one, and nothing to another shop', async () => {
    const { ctx } = world
    const { id } = await createImport(ctx, {
      name: 'b.csv',
      bytes: encode(inventedExport(3_000, { body: 'Something else' })),
    })
    const [first, second, foreign] = await Promise.all([follow(id), follow(id), follow(id, world.otherToken)])
    await startImport(ctx, id, {})
    await Promise.all([world.runJobs(), first.ended, second.ended])
    expect(await foreign.ended).toBe('Not found')
    for (const { seen } of [first, second]) {
      expect(seen[0]).toMatchObject({ status: 'CHECKED', total: 3_000 })
      expect(seen.filter(({ status }) => status === 'RUNNING').length).toBeGreaterThan(1)
      expect(seen.at(-1)).toEqual({
        id: expect.any(String),
        status: 'DONE',
        total: 3_000,
        done: 3_000,
        imported: 3_000,
        duplicates: 0,
        unmatched: 0,
        bad: 0,
      })
      expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).sort((a, b) => a - b))
    }
    const late = await follow(id)
    await late.ended
    expect(late.seen).toMatchObject([{ status: 'DONE', done: 3_000 }])
  })
})

describe('an open tab', () => {
  const upload = (text: string) => createImport(world.ctx, { name: 'a.csv', bytes: new TextEncoder().encode(text) })

  test('receives one event per status, not per batch, for an import started elsewhere', async () => {
    const { ctx } = world
    const { pubsub } = world.app.parts
    let notificationCount = 0
    const all = pubsub.subscribe(ctx.shop.id, 'import')[Symbol.asyncIterator]()
    const counting = (async () => {
      while (!(await all.next()).done) notificationCount++
    })()
    const statuses: (string | undefined)[] = []
    const listening = (async () => {
      for await (const { id } of watchStatuses(ctx, pubsub)) {
        statuses.push((await requireImport(ctx, id)).status)
        if (statuses.at(-1) === 'done') break
      }
    })()
    const { id } = await upload(inventedExport(6_000))
    await startImport(ctx, id, {})
    await Promise.all([world.runJobs(), listening])
    await all.return()
    await counting
    expect(statuses.length).toBeGreaterThan(1)
    expect(statuses.length).toBeLessThanOrEqual(4)
    expect(notificationCount).toBeGreaterThan(statuses.length + 3)
  })

  test('shares event objects with other tabs, so one read serves all', async () => {
    const { ctx } = world
    const { pubsub } = world.app.parts
    const tabs = Array.from({ length: 20 }, () => watchStatuses(ctx, pubsub))
    const updates = Promise.all(tabs.map((tab) => tab.next()))
    await upload('body,rating\nTogether,5\n')
    const [first, ...others] = (await updates).map(({ value }) => value as object)
    expect(first).toMatchObject({ status: expect.any(String) })
    for (const other of others) expect(other).toBe(first)
    await Promise.all(tabs.map((tab) => tab.return(undefined)))
  })

  test('gets an event for a discarded import', async () => {
    const { ctx } = world
    const { pubsub } = world.app.parts
    const { id } = await upload('body,rating\nNever mind,5\n')
    // The events of the upload may arrive a moment later.
    const gone = (async () => {
      for await (const stand of watchStatuses(ctx, pubsub)) if (stand.status === null) return stand.id
      return null
    })()
    await discardImport(ctx, id)
    expect(await gone).toBe(id)
    await expect(requireImport(ctx, id)).rejects.toThrow(NotFound)
  })
})
