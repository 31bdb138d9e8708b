import { rmSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { inspectUpload } from '../../imports/files/import-file.ts'
import {
  drainAfterKill,
  folderEnv,
  makeTestFolder,
  withShop,
  killWorker,
} from '../../testing/processes/killed-worker.ts'
import { startReviewExport } from './export.ts'

const rows = 6_000

test('an export of a killed process is finished by the next one', async () => {
  const folder = makeTestFolder('export')
  const variables = folderEnv(folder)
  const workUntil = killWorker('export-process.ts', variables)
  try {
    await withShop(
      variables,
      async (ctx) => {
        await ctx.db.$executeRaw`
        insert into "Review" ("shopId", id, rate, content, status, origin, source, "createdAt", "enteredAt", "updatedAt")
        select ${ctx.shop.id}::uuid, gen_random_uuid(), 1 + n % 5, 'Text ' || n || repeat(' and more', 20), 'published', 'guest', 'guest', now() - n * interval '1 minute', now(), now()
        from generate_series(1, ${rows}::int) n`
        await startReviewExport(ctx, { format: 'csv' })
      },
      { plan: 'free' },
    )
    expect(await workUntil((done) => done >= 2_000)).toBe('SIGKILL')
    await withShop(
      variables,
      async (ctx, app) => {
        // Ends the lease of the killed process, as the test does not wait until it expires.
        await ctx.db.reviewExport.updateMany({ where: { shopId: ctx.shop.id }, data: { leaseUntil: null } })
        await drainAfterKill(app)
        const row = await ctx.db.reviewExport.findFirstOrThrow({ where: { shopId: ctx.shop.id } })
        expect(row).toMatchObject({ status: 'done', total: rows, done: rows })
        const stored = await app.deps.files.get(row.fileKey)
        const bytes = stored ? await buffer(stored.stream) : Buffer.alloc(0)
        expect(Number(row.fileSize)).toBe(bytes.length)
        expect(new Set(bytes.toString('utf8').match(/Text \d+/g)).size).toBe(rows)
        expect((await inspectUpload(app.deps, { name: 'r.csv', bytes })).format.source).toBe('candor')
      },
      { works: true },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
