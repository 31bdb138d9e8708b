import { expect, test } from '@jest/globals'
import { rmSync } from 'node:fs'
import type { Ctx } from '../../core/context.ts'
import { inventedExport } from '../../testing/hostile/invented-export.ts'
import {
  drainAfterKill,
  folderEnv,
  makeTestFolder,
  withShop,
  killWorker,
} from '../../testing/processes/killed-worker.ts'
import { createImport, startImport } from '../imports.ts'
import { undoImport } from '../undo/undo.ts'

test('resumes an import and its undo after a killed process, without repeated or missing rows', async () => {
  const folder = makeTestFolder('import')
  const rows = 3_000
  const variables = folderEnv(folder)
  const workUntil = killWorker('import-process.ts', variables)
  try {
    await withShop(variables, async (ctx) => {
      const { id } = await createImport(ctx, {
        name: 'kill.csv',
        bytes: new TextEncoder().encode(inventedExport(rows)),
      })
      await startImport(ctx, id, {})
    })
    expect(await workUntil((done) => done >= 1_000)).toBe('SIGKILL')
    await withShop(
      variables,
      async (ctx, app) => {
        await freeLeases(ctx)
        await drainAfterKill(app)
        const {
          db,
          shop: { id: shopId },
        } = ctx
        expect(await db.import.findFirst({ where: { shopId } })).toMatchObject({
          status: 'done',
          total: rows,
          done: rows,
          imported: rows,
          duplicates: 0,
        })
        const [found] = await db.$queryRaw<
          { rows: bigint; texts: bigint }[]
        >`select count(*) as rows, count(distinct content) as texts from "Review" where "shopId" = ${shopId}::uuid`
        expect(found).toEqual({ rows: BigInt(rows), texts: BigInt(rows) })
        const counted = await db.reviewCount.aggregate({ where: { shopId }, _sum: { count: true } })
        expect(counted._sum.count).toBe(rows)
      },
      { works: true },
    )
    await withShop(variables, async (ctx) =>
      undoImport(ctx, (await ctx.db.import.findFirstOrThrow({ where: { shopId: ctx.shop.id } })).id, {}),
    )
    expect(await workUntil((removed) => removed >= 1_000 && removed < rows)).toBe('SIGKILL')
    await withShop(
      variables,
      async (ctx, app) => {
        await freeLeases(ctx)
        await drainAfterKill(app)
        const {
          db,
          shop: { id: shopId },
        } = ctx
        expect(await db.import.findFirst({ where: { shopId } })).toMatchObject({
          status: 'undone',
          imported: rows,
          toRemove: rows,
          removed: rows,
          kept: 0,
        })
        expect(await db.review.count({ where: { shopId } })).toBe(0)
        expect(await db.reviewCount.count({ where: { shopId, count: { not: 0 } } })).toBe(0)
      },
      { works: true },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 240_000)

/** Ends the lease that a killed process left, so that the test need not wait. */
const freeLeases = (ctx: Ctx) =>
  ctx.db.import.updateMany({ where: { shopId: ctx.shop.id }, data: { leaseUntil: null } })
