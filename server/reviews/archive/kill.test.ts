import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from '@jest/globals'
import {
  drainAfterKill,
  folderEnv,
  makeTestFolder,
  withShop,
  killWorker,
} from '../../testing/processes/killed-worker.ts'
import { readArchiveBytes, startArchive } from './archive.ts'
import { checkArchive } from './read-archive.ts'
import { readSegments } from './run.ts'

/** More than one segment holds. */
const rows = 8_000

test('an archive of a killed process is continued by the next one', async () => {
  const folder = makeTestFolder('archive')
  const variables = folderEnv(folder)
  const workUntil = killWorker('archive-process.ts', variables)
  try {
    await withShop(
      variables,
      async (ctx) => {
        await ctx.db.$executeRaw`
        insert into "Review" ("shopId", id, rate, content, status, origin, source, "createdAt", "enteredAt", "updatedAt")
        select ${ctx.shop.id}::uuid, gen_random_uuid(), 5, 'Text ' || n || repeat(' and much more', 350), 'published', 'guest', 'guest', now(), now(), now()
        from generate_series(1, ${rows}::int) n`
        await startArchive(ctx, { mailed: false })
      },
      { plan: 'free' },
    )
    expect(await workUntil((done) => done >= 1_000)).toBe('SIGKILL')
    await withShop(
      variables,
      async (ctx, app) => {
        // Ends the lease of the killed process, as the test does not wait until it expires.
        await ctx.db.shopArchive.updateMany({ where: { shopId: ctx.shop.id }, data: { leaseUntil: null } })
        await drainAfterKill(app)
        const row = await ctx.db.shopArchive.findFirstOrThrow({ where: { shopId: ctx.shop.id } })
        expect(row).toMatchObject({ status: 'done', total: rows, done: rows })
        const fences = readSegments(row).map(({ key }) => key.split('-').at(-1))
        expect([fences[0], fences.at(-1)]).toEqual(['1', '2'])
        const path = join(folder, 'all.tar.gz')
        await pipeline(readArchiveBytes(ctx, row), createWriteStream(path))
        const { manifest } = await checkArchive(path, () => Promise.resolve())
        expect(manifest.counts).toEqual({ Review: rows })
      },
      { works: true },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
