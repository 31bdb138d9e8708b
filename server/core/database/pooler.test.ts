import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Ctx } from '../context.ts'
import { openSocket } from '../../testing/open-socket.ts'
import { pgbouncer, startPooler } from '../../testing/pgbouncer.ts'
import { startProcess, stopProcess } from '../../testing/processes/production-processes.ts'
import { addReviews } from '../../testing/reviews.ts'
import { copyDatabase, createWorld, urlOf, worldStart, type World } from '../../testing/world.ts'
import { openDatabase } from './open.ts'

if (!pgbouncer) console.log('PgBouncer is not installed: the tests of poolers are skipped.')
const withPooler = pgbouncer ? describe : describe.skip

withPooler('behind a pooler in transaction mode, with one session for all', () => {
  let pooler: Awaited<ReturnType<typeof startPooler>>
  let copy: Awaited<ReturnType<typeof copyDatabase>>
  let world: World
  const folder = mkdtempSync(join(tmpdir(), 'candor-pooler-'))
  beforeAll(async () => {
    pooler = await startPooler()
    copy = await copyDatabase()
    world = await createWorld({
      env: { CANDOR_ROLE: 'web', DATA_DIR: folder },
      live: true,
      database: await openDatabase({ url: pooler.urlOf(copy.name), directUrl: urlOf(copy.name) }),
    })
  })
  afterAll(async () => {
    await world.close()
    await copy.drop()
    await pooler.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Returns role and shop of the session as the owner finds it. */
  const sessionState = async () => {
    const { rows } = await world.app.database.pool.query<{ role: string; shop: string; pid: number }>(
      `select current_user as role, coalesce(current_setting('app.shop', true), '') as shop, pg_backend_pid() as pid`,
    )
    return rows[0]
  }

  test('shows and changes only the rows of the own shop, in thousands of interleaved calls', async () => {
    const shops = [
      { ctx: world.ctx, token: world.token, text: 'mug' },
      { ctx: world.contextOf(world.otherShop), token: world.otherToken, text: 'bowl' },
    ] as const
    const times = { createdAt: worldStart, updatedAt: worldStart }
    for (const { ctx, text } of shops) {
      const ids = ['1', '2', '3', '4', '5']
      await ctx.db.product.createMany({
        data: ids.map((id) => ({
          ...times,
          shopId: ctx.shop.id,
          id: uuidv7(),
          platformId: id,
          handle: text + id,
          title: text,
        })),
      })
      await addReviews(ctx, ...ids.map(() => ({ content: text, status: 'published' as const })))
    }
    const sessions = new Set<unknown>()
    let [wrong, calls] = [0, 0]
    const judge = (ctx: Ctx, rows: { shopId: string }[]) => {
      calls++
      if (rows.length !== 5 || rows.some(({ shopId }) => shopId !== ctx.shop.id)) wrong++
    }
    const other = (ctx: Ctx) => (ctx.shop.id === world.shop.id ? world.otherShop.id : world.shop.id)
    // None of these statements names its shop: only the role and the setting keep the shops apart.
    const ways: ((ctx: Ctx) => Promise<void>)[] = [
      async (ctx) => judge(ctx, await ctx.db.$queryRaw`select "shopId" from "Product"`),
      async (ctx) => judge(ctx, await ctx.db.product.findMany({ select: { shopId: true } })),
      async (ctx) => {
        const text = 'select "shopId", pg_backend_pid() from "Review" where rate > $1'
        const rows = (await ctx.access.read(ctx.shop.id, { text, values: [0] })) as [string, number][]
        for (const [, session] of rows) sessions.add(session)
        judge(
          ctx,
          rows.map(([shopId]) => ({ shopId })),
        )
      },
      async (ctx) => {
        const text = 'update "ReviewCount" set count = count where rate > $1 returning "shopId"'
        const [[shopId] = []] = (await ctx.access.write(ctx.shop.id, { text, values: [0] })) as [string][]
        judge(ctx, Array<{ shopId: string }>(5).fill({ shopId: shopId ?? '' }))
      },
      async (ctx) =>
        ctx.access.forShop(ctx.shop.id).$transaction(async (tx) => {
          await tx.setting.updateMany({ data: { version: { increment: 1 } } })
          judge(ctx, await tx.product.findMany({ select: { shopId: true } }))
        }),
      async (ctx) => {
        const foreign = ctx.db
          .$executeRaw`insert into "Setting" ("shopId", key, value, "updatedAt") values (${other(ctx)}::uuid, 'x', '{}', now())`
        await expect(foreign).rejects.toThrow('row-level security')
        judge(ctx, await ctx.db.product.findMany({ select: { shopId: true } }))
      },
    ]
    await Promise.all(
      Array.from({ length: 8 }, async (_, lane) => {
        for (let step = 0; step < 260; step++) await ways[step % ways.length]?.(shops[((lane + step) & 1) as 0 | 1].ctx)
      }),
    )
    const lists = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { token, text } = shops[(index & 1) as 0 | 1]
        const { body } = await world.rest('GET', '/reviews?limit=100', { token })
        return [body.split(`"${text}"`).length - 1, body.includes(index & 1 ? '"mug"' : '"bowl"')].join()
      }),
    )
    expect([calls, wrong, new Set(lists), sessions.size]).toEqual([2080, 0, new Set(['5,false']), 1])
    expect(await sessionState()).toMatchObject({ role: 'candor', shop: '' })
  })

  test('leaves no role and no shop behind after a client has died in a transaction', async () => {
    const before = await sessionState()
    const { _clients: clients } = world.app.deps.access.pool as unknown as { _clients: pg.PoolClient[] }
    const lost = world.app.deps.access.forShop(world.shop.id).$transaction(async (tx) => {
      await tx.shop.update({ where: { id: world.shop.id }, data: { name: 'never' } })
      for (const client of clients) (client as unknown as { connection: pg.Connection }).connection.stream.destroy()
      await tx.$queryRaw`select 1`
    })
    await expect(lost).rejects.toThrow()
    const after = await sessionState()
    expect(after).toMatchObject({ role: 'candor', shop: '' })
    expect(after?.pid).not.toBe(before?.pid)
    expect((await world.ctx.db.shop.findUniqueOrThrow({ where: { id: world.shop.id } })).name).toBe('Shop world')
  })

  test('rolls a failed transaction back with its shop', async () => {
    const failed = world.app.deps.access.forShop(world.shop.id).$transaction(async (tx) => {
      await tx.shop.update({ where: { id: world.shop.id }, data: { name: 'never' } })
      await tx.$queryRaw`select 1 / 0`
    })
    await expect(failed).rejects.toThrow('division by zero')
    expect(await sessionState()).toMatchObject({ role: 'candor', shop: '' })
    const isolation = await world.app.deps.access
      .forShop(world.shop.id)
      .$transaction(
        (tx) => tx.$queryRaw<{ level: string }[]>`select current_setting('transaction_isolation') as level`,
        { isolationLevel: 'RepeatableRead' },
      )
    expect(isolation).toEqual([{ level: 'repeatable read' }])
  })

  test('lets processes export, queue jobs and send live updates', async () => {
    const worker = await startProcess({
      DATABASE_URL: pooler.urlOf(copy.name),
      DATABASE_DIRECT_URL: urlOf(copy.name),
      CANDOR_POOLER: 'transaction',
      DATA_DIR: folder,
    })
    try {
      expect(worker).toMatchObject({ exitCode: null, said: 'Candor is ready: background worker\n' })
      const begun = await world.rest('POST', '/reviews/export', { body: { format: 'csv' } })
      const { id } = begun.json<{ data: { id: string } }>().data
      const socket = await openSocket(world)
      await socket.next({ type: 'connection_ack' })
      socket.subscribe('1', 'subscription ($id: ID!) { reviewExportProgress(exportId: $id) { status done } }', {
        id,
      })
      await socket.next({ type: 'complete' })
      const told = socket.unread.filter(({ type }) => type === 'next').at(-1)?.payload
      socket.close()
      expect(told).toMatchObject({ data: { reviewExportProgress: { status: 'DONE' } } })
    } finally {
      await stopProcess(worker)
    }
  })
})

withPooler('the direct address', () => {
  test.each([
    [[], /unsupported startup parameter.*A connection pooler answers at DATABASE_DIRECT_URL/],
    [
      ['ignore_startup_parameters = extra_float_digits, idle_in_transaction_session_timeout'],
      /^DATABASE_DIRECT_URL leads to a connection pooler in transaction mode/,
    ],
  ])('is refused when it is a pooler with the settings %j', async (settings, sentence) => {
    const [pooler, copy] = [await startPooler(...settings), await copyDatabase()]
    try {
      const url = pooler.urlOf(copy.name)
      await expect(openDatabase({ url, directUrl: url })).rejects.toThrow(sentence)
    } finally {
      await pooler.stop()
      await copy.drop()
    }
  })
})
