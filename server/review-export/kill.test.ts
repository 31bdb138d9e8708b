import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { compose } from '../compose.ts'
import { readEnv } from '../env.ts'
import { inspectUpload } from '../imports/import-file.ts'
import { worldStart } from '../testing/world.ts'
import { startReviewExport } from './review-export.ts'

const rows = 8_000

test('a process killed in the middle is followed by one that writes the file whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-export-'))
  const variables = { CANDOR_MODE: 'demo', CANDOR_LOG_LEVEL: 'error', DATA_DIR: folder, PORT: '0', PUBLIC_URL: 'http://candor.test' }
  try {
    const shopId = await withApp({ ...variables, CANDOR_ROLE: 'web' }, async (app) => {
      const shop = await app.deps.doors.acrossShops('the command line').shop.create({
        data: { id: uuidv7(), shopifyDomain: 'kill.myshopify.com', domain: 'kill.test', name: 'Kill', email: 'k@kill.test', plan: 'free', planStartedAt: worldStart, createdAt: worldStart },
      })
      const ctx = app.contextOf(shop, { kind: 'system', name: 'test' })
      await ctx.db.$executeRaw`
        insert into "Review" ("shopId", id, rate, content, status, origin, source, "createdAt", "enteredAt", "updatedAt")
        select ${shop.id}::uuid, gen_random_uuid(), 1 + n % 5, 'Text ' || n || repeat(' and more', 20), 'published', 'guest', 'guest', now() - n * interval '1 minute', now(), now()
        from generate_series(1, ${rows}::int) n`
      await startReviewExport(ctx, { format: 'csv' })
      return shop.id
    })
    const kills = [await workUntil(variables, (done) => done >= 2_000), await workUntil(variables, (done) => done >= 4_000)]
    expect(kills).toEqual(['SIGKILL', 'SIGKILL'])
    expect(await workUntil(variables, () => false)).toBeNull()
    await withApp({ ...variables, CANDOR_ROLE: 'web' }, async (app) => {
      const row = await app.deps.doors.forShop(shopId).reviewExport.findFirstOrThrow({ where: { shopId } })
      expect(row).toMatchObject({ status: 'done', total: rows, done: rows })
      const stored = await app.deps.files.get(row.fileKey)
      const bytes = stored ? await buffer(stored.stream) : Buffer.alloc(0)
      expect(Number(row.fileSize)).toBe(bytes.length)
      expect(new Set(bytes.toString('utf8').match(/Text \d+/g)).size).toBe(rows)
      expect((await inspectUpload(app.deps, { name: 'r.csv', bytes })).format.source).toBe('candor')
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)

async function withApp<T>(variables: Record<string, string>, work: (app: Awaited<ReturnType<typeof compose>>) => Promise<T>): Promise<T> {
  const app = await compose({ env: readEnv(variables) })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

/** Runs a worker process and kills it when the export is far enough. Answers the signal it died of, null for an end of its own. */
async function workUntil(variables: Record<string, string>, farEnough: (done: number) => boolean): Promise<NodeJS.Signals | null> {
  const script = fileURLToPath(new URL('../testing/export-process.ts', import.meta.url))
  const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { env: { PATH: process.env.PATH, ...variables }, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(worker, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  for await (const line of createInterface(worker.stdout)) if (farEnough(Number(line))) worker.kill('SIGKILL')
  const [code, signal] = await exit
  if (code) throw new Error(`The worker ended with ${code}`)
  return signal
}
