import { expect, test } from '@jest/globals'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { compose } from '../../compose.ts'
import { readEnv } from '../../env.ts'
import { inventedExport } from '../../testing/invented-export.ts'
import { worldStart } from '../../testing/world.ts'
import { createImport, startImport } from '../imports.ts'
import { undoImport } from '../undo.ts'

test('a process killed in the middle of an import, and of its undo, goes on after a restart: no row twice, none missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-import-'))
  const rows = 5_000
  const variables = { CANDOR_MODE: 'demo', CANDOR_LOG_LEVEL: 'error', DATA_DIR: folder, PORT: '0', PUBLIC_URL: 'http://candor.test' }
  try {
    const shopId = await withApp({ ...variables, CANDOR_ROLE: 'web' }, async (app) => {
      const shop = await app.deps.doors.acrossShops('the command line').shop.create({
        data: { id: uuidv7(), shopifyDomain: 'kill.myshopify.com', domain: 'kill.test', name: 'Kill', email: 'k@kill.test', plan: 'advanced', planStartedAt: worldStart, createdAt: worldStart },
      })
      const ctx = app.contextOf(shop, { kind: 'system', name: 'test' })
      const { id } = await createImport(ctx, { name: 'kill.csv', bytes: new TextEncoder().encode(inventedExport(rows)) })
      await startImport(ctx, id, {})
      return shop.id
    })
    const kills = [await workUntil(variables, (done) => done >= 1_000), await workUntil(variables, (done) => done >= 3_000)]
    expect(kills).toEqual(['SIGKILL', 'SIGKILL'])
    expect(await workUntil(variables, () => false)).toBeNull()
    await withApp({ ...variables, CANDOR_ROLE: 'web' }, async (app) => {
      const db = app.deps.doors.forShop(shopId)
      expect(await db.import.findFirst({ where: { shopId } })).toMatchObject({ status: 'done', total: rows, done: rows, imported: rows, duplicates: 0 })
      const [found] = await db.$queryRaw<{ rows: bigint; texts: bigint }[]>`select count(*) as rows, count(distinct content) as texts from "Review" where "shopId" = ${shopId}::uuid`
      expect(found).toEqual({ rows: BigInt(rows), texts: BigInt(rows) })
      const counted = await db.reviewCount.aggregate({ where: { shopId }, _sum: { count: true } })
      expect(counted._sum.count).toBe(rows)
      const shop = await app.deps.doors.acrossShops('the command line').shop.findUniqueOrThrow({ where: { id: shopId } })
      const { id } = await db.import.findFirstOrThrow({ where: { shopId } })
      await undoImport(app.contextOf(shop, { kind: 'system', name: 'test' }), id, {})
    })
    expect(await workUntil(variables, (removed) => removed >= 1_000 && removed < rows)).toBe('SIGKILL')
    expect(await workUntil(variables, () => false)).toBeNull()
    await withApp({ ...variables, CANDOR_ROLE: 'web' }, async (app) => {
      const db = app.deps.doors.forShop(shopId)
      expect(await db.import.findFirst({ where: { shopId } })).toMatchObject({ status: 'undone', imported: rows, toRemove: rows, removed: rows, kept: 0 })
      expect(await db.review.count({ where: { shopId } })).toBe(0)
      expect(await db.reviewCount.count({ where: { shopId, count: { not: 0 } } })).toBe(0)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 240_000)

async function withApp<T>(variables: Record<string, string>, work: (app: Awaited<ReturnType<typeof compose>>) => Promise<T>): Promise<T> {
  const app = await compose({ env: readEnv(variables) })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

/** Runs a worker process and kills it when the import is far enough. Answers the signal it died of, null for an end of its own. */
async function workUntil(variables: Record<string, string>, farEnough: (done: number) => boolean): Promise<NodeJS.Signals | null> {
  const script = fileURLToPath(new URL('../../testing/import-process.ts', import.meta.url))
  const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { env: { PATH: process.env.PATH, ...variables }, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(worker, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  for await (const line of createInterface(worker.stdout)) if (farEnough(Number(line))) worker.kill('SIGKILL')
  const [code, signal] = await exit
  if (code) throw new Error(`The worker ended with ${code}`)
  return signal
}
