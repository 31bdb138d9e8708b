import { rmSync } from 'node:fs'
import { v7 as uuidv7 } from 'uuid'
import type { Ctx } from '../../core/context.ts'
import { applyCounts } from '../reviews/counts.ts'
import {
  drainAfterKill,
  folderEnv,
  makeTestFolder,
  withShop,
  killWorker,
} from '../../testing/processes/killed-worker.ts'
import { worldStart } from '../../testing/world.ts'
import { listBulks, startBulk, undoBulk } from './bulk.ts'

/** Three batches: a process killed after the first one has not finished. */
const rows = 2_500

test('a killed bulk action and its killed undo change each row once after a restart', async () => {
  const folder = makeTestFolder('bulk')
  const variables = folderEnv(folder)
  const workUntil = killWorker('bulk-process.ts', variables)
  try {
    await withShop(variables, async (ctx) => {
      await addReviews(ctx)
      await startBulk(ctx, { act: 'unpublish', all: true })
    })
    expect(await workUntil((done) => done >= 1_000)).toBe('SIGKILL')
    await withShop(
      variables,
      async (ctx, app) => {
        await freeLeases(ctx)
        await drainAfterKill(app)
        expect(await listBulks(ctx, 1)).toMatchObject([
          { status: 'done', total: rows, done: rows, changed: rows, skipped: 0 },
        ])
        expect(await states(ctx)).toEqual([{ status: 'hidden', version: 2, reviews: rows }])
        expect(await counted(ctx, 'hidden')).toBe(rows)
      },
      { works: true },
    )
    await withShop(variables, async (ctx) => undoBulk(ctx, (await listBulks(ctx, 1))[0]?.id ?? ''))
    expect(await workUntil((restored) => restored >= 1_000 && restored < rows)).toBe('SIGKILL')
    await withShop(
      variables,
      async (ctx, app) => {
        await freeLeases(ctx)
        await drainAfterKill(app)
        expect(await listBulks(ctx, 1)).toMatchObject([{ status: 'undone', restored: rows, kept: 0 }])
        expect(await states(ctx)).toEqual([{ status: 'published', version: 3, reviews: rows }])
        expect([await counted(ctx, 'hidden'), await counted(ctx, 'published')]).toEqual([0, rows])
      },
      { works: true },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 240_000)

/** Ends the lease of the killed process, as the test does not wait until it expires. */
const freeLeases = (ctx: Ctx) =>
  ctx.db.bulkRun.updateMany({ where: { shopId: ctx.shop.id }, data: { leaseUntil: null } })

async function addReviews(ctx: Ctx): Promise<void> {
  const row = { rate: 5, status: 'published', origin: 'customer', source: 'customer', productId: null } as const
  const data = Array.from({ length: rows }, () => ({
    ...row,
    shopId: ctx.shop.id,
    id: uuidv7(),
    createdAt: worldStart,
    enteredAt: worldStart,
    updatedAt: worldStart,
  }))
  await ctx.db.review.createMany({ data })
  await applyCounts(ctx, [{ ...row, by: rows }])
}

const states = (ctx: Ctx) =>
  ctx.db
    .$queryRaw`select status::text, version, count(*)::int as reviews from "Review" where "shopId" = ${ctx.shop.id}::uuid group by 1, 2`

async function counted(ctx: Ctx, status: 'hidden' | 'published'): Promise<number> {
  const { _sum } = await ctx.db.reviewCount.aggregate({ where: { shopId: ctx.shop.id, status }, _sum: { count: true } })
  return _sum.count ?? 0
}
