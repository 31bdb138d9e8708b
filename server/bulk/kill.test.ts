import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { compose } from '../compose.ts'
import type { Ctx } from '../context.ts'
import { readEnv } from '../env.ts'
import { applyCounts } from '../reviews/counts.ts'
import { worldStart } from '../testing/world.ts'
import { listBulks, startBulk, undoBulk } from './bulk.ts'

const rows = 3_500

test('a process killed in the middle of an act, and of its undo, goes on after a restart: no row twice, none missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-bulk-'))
  const variables = { CANDOR_MODE: 'demo', CANDOR_LOG_LEVEL: 'error', DATA_DIR: folder, PORT: '0', PUBLIC_URL: 'http://candor.test' }
  try {
    await withShop(variables, async (ctx) => {
      await addReviews(ctx)
      await startBulk(ctx, { act: 'unpublish', filter: {} })
    })
    expect([await workUntil(variables, (done) => done >= 1_000), await workUntil(variables, (done) => done >= 2_000), await workUntil(variables, () => false)]).toEqual(['SIGKILL', 'SIGKILL', null])
    await withShop(variables, async (ctx) => {
      const [run] = await listBulks(ctx, 1)
      expect(run).toMatchObject({ status: 'done', total: rows, done: rows, changed: rows, skipped: 0 })
      expect(await states(ctx)).toEqual([{ status: 'hidden', version: 2, reviews: rows }])
      expect(await counted(ctx, 'hidden')).toBe(rows)
      await undoBulk(ctx, run?.id ?? '')
    })
    expect([await workUntil(variables, (done) => done >= 2_000), await workUntil(variables, () => false)]).toEqual(['SIGKILL', null])
    await withShop(variables, async (ctx) => {
      expect(await listBulks(ctx, 1)).toMatchObject([{ status: 'undone', restored: rows, kept: 0 }])
      expect(await states(ctx)).toEqual([{ status: 'published', version: 3, reviews: rows }])
      expect([await counted(ctx, 'hidden'), await counted(ctx, 'published')]).toEqual([0, rows])
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 240_000)

async function addReviews(ctx: Ctx): Promise<void> {
  const row = { rate: 5, status: 'published', origin: 'customer', source: 'customer', productId: null } as const
  const data = Array.from({ length: rows }, () => ({ ...row, shopId: ctx.shop.id, id: uuidv7(), createdAt: worldStart, enteredAt: worldStart, updatedAt: worldStart }))
  await ctx.db.review.createMany({ data })
  await applyCounts(ctx, [{ ...row, by: rows }])
}

const states = (ctx: Ctx) => ctx.db.$queryRaw`select status::text, version, count(*)::int as reviews from "Review" where "shopId" = ${ctx.shop.id}::uuid group by 1, 2`

async function counted(ctx: Ctx, status: 'hidden' | 'published'): Promise<number> {
  const { _sum } = await ctx.db.reviewCount.aggregate({ where: { shopId: ctx.shop.id, status }, _sum: { count: true } })
  return _sum.count ?? 0
}

/** The shop of the folder, made at the first time. */
async function withShop(variables: Record<string, string>, work: (ctx: Ctx) => Promise<void>): Promise<void> {
  const app = await compose({ env: readEnv({ ...variables, CANDOR_ROLE: 'web' }) })
  try {
    const shops = app.deps.doors.acrossShops('the command line').shop
    const shop = await shops.findFirst() ?? await shops.create({
      data: { id: uuidv7(), shopifyDomain: 'kill.myshopify.com', domain: 'kill.test', name: 'Kill', email: 'k@kill.test', plan: 'advanced', planStartedAt: worldStart, createdAt: worldStart },
    })
    await work(app.contextOf(shop, { kind: 'system', name: 'test' }))
  } finally {
    await app.close()
  }
}

/** Runs a worker process and kills it when the act is far enough. Answers the signal it died of, null for an end of its own. */
async function workUntil(variables: Record<string, string>, farEnough: (done: number) => boolean): Promise<NodeJS.Signals | null> {
  const script = fileURLToPath(new URL('../testing/bulk-process.ts', import.meta.url))
  const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { env: { PATH: process.env.PATH, ...variables }, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(worker, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  for await (const line of createInterface(worker.stdout)) if (farEnough(Number(line))) worker.kill('SIGKILL')
  const [code, signal] = await exit
  if (code) throw new Error(`The worker ended with ${code}`)
  return signal
}
