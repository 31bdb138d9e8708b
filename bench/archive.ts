import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import type { Ctx } from '../server/core/context.ts'
import { imageKey } from '../server/core/files/images.ts'
import { makeShop, openApp } from './app.ts'
import type { DatabaseBench, Stage } from './bench.ts'
import type { BenchDatabase } from './bench-database.ts'
import { loadReviews } from './load-reviews.ts'
import { memory } from './resource-use.ts'

const fullRows = 100_000
/** One picture for so many reviews. */
const reviewsOfPicture = 10
const mostMb = 100
const picturesAtOnce = 100
const sampleMs = 50
const sizes = { small: 5_000, medium: 15_000, large: 45_000 } as const
const run = promisify(execFile)

interface Told {
  seconds: number
  peakRssMb: number
}

export const archive: DatabaseBench = {
  id: 'ARCHIVE',
  title: 'an archive of 100,000 reviews and 10,000 pictures: growth of RSS in MB over an empty shop (and its restore)',
  must: String(mostMb),
  aim: '50',
  async onDatabase({ place, options, say }) {
    const reviews = options.rows ?? fullRows
    const folder = mkdtempSync(join(tmpdir(), 'candor-bench-archive-'))
    try {
      await using open = await openApp(place, { variables: { DATA_DIR: folder } })
      const pictures = Math.round(reviews / reviewsOfPicture)
      for (const name of ['empty', 'empty2', 'target']) await makeShop(open.app, name)
      await loadReviews(place.database.pool, { shopId: open.shop.id, products: 500, reviews })
      await addPictures(open.ctx, pictures)
      say(`${reviews.toLocaleString('en')} reviews and ${pictures.toLocaleString('en')} pictures in three sizes`)
      const command = makeCommand(place, folder)
      const file = (name: string) => join(folder, `${name}.tar.gz`)
      const archived = async (shop: string) => command('archive', ['--shop', shop, '--out', file(shop)])
      const restored = (from: string, shop: string) => command('restore', ['--file', file(from), '--shop', shop])
      return measure(say, {
        archived: [await archived('empty'), await archived('bench')],
        restored: [await restored('empty', 'empty2'), await restored('bench', 'target')],
        bytes: statSync(file('bench')).size,
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type Pair = readonly [empty: Told, full: Told]

function measure(say: Stage['say'], { archived, restored, bytes }: { archived: Pair; restored: Pair; bytes: number }) {
  const growthOf = (name: string, [empty, full]: Pair): number => {
    const growth = full.peakRssMb - empty.peakRssMb
    say(`${name} in ${full.seconds} s, peak ${full.peakRssMb} MB, ${growth} MB more than an empty shop`)
    return growth
  }
  const figure = growthOf('archived', archived)
  growthOf('restored', restored)
  say(`the file has ${Math.round(bytes / 1e6)} MB`)
  return { figure: String(figure), ok: figure <= mostMb }
}

/** Returns a function that runs a command of the command line in its own process. */
function makeCommand({ reach }: BenchDatabase, folder: string) {
  const env = {
    ...process.env,
    CANDOR_MODE: 'demo',
    DATABASE_URL: reach.url,
    DATA_DIR: folder,
    CANDOR_LOG_LEVEL: 'error',
  }
  return async (name: string, args: readonly string[]): Promise<Told> => {
    const running = run(process.execPath, [`server/cli/${name}.ts`, ...args], { env })
    // Its own peak would include that of this process.
    let peakRssMb = 0
    const looking = setInterval(
      () => (peakRssMb = Math.max(peakRssMb, memory('VmRSS', running.child.pid ?? 0))),
      sampleMs,
    )
    const { stdout } = await running.finally(() => clearInterval(looking))
    const { seconds } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Told
    return { seconds, peakRssMb: Math.round(peakRssMb) }
  }
}

/** Stores small pictures, each another one, for every tenth review. */
async function addPictures({ db, files, shop, now }: Ctx, pictures: number): Promise<void> {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#578' } })
    .webp()
    .toBuffer()
  const reviews = await db.review.findMany({
    where: { shopId: shop.id },
    orderBy: { id: 'asc' },
    take: pictures,
    select: { id: true },
  })
  for (let at = 0; at < reviews.length; at += picturesAtOnce) {
    const some = reviews
      .slice(at, at + picturesAtOnce)
      .map(({ id }) => ({ id, key: `${shop.id}/${randomBytes(32).toString('hex')}` }))
    await Promise.all(
      some.flatMap(({ key }) =>
        Object.entries(sizes).map(([size, length]) =>
          files.put(imageKey(key, size as 'small'), Buffer.concat([bytes, randomBytes(length)]), {
            contentType: 'image/webp',
          }),
        ),
      ),
    )
    await db.reviewMedia.createMany({
      data: some.map(({ id, key }) => ({
        shopId: shop.id,
        id: uuidv7(),
        reviewId: id,
        key,
        width: 1600,
        height: 1200,
        createdAt: now(),
      })),
    })
  }
}
