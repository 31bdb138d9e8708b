import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { readEnv } from '../core/env.ts'
import type { Ctx } from '../core/context.ts'
import type { ShopArchive } from '../generated/prisma/client.ts'
import { forEachShop } from './each-shop.ts'
import { fail, parseOptions, runProgram } from './program.ts'
import { tellProgress } from './tell-progress.ts'
import { writeWholeFile } from './whole-file.ts'

const usage = `Usage: npm run archive -- --shop SHOP.myshopify.com --out FILE [--overwrite] [--json]   (everything that a shop owns, in one file)
       npm run archive -- --key   (the public key of this Candor's archives)`

const waitMs = 500

function options() {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const { values } = parseOptions({ options: { shop: text, out: text, key: flag, overwrite: flag, json: flag } }, usage)
  return values
}

async function run(): Promise<void> {
  const { shop, out, key, overwrite, json } = options()
  if (key) {
    const { readPublicKey } = await import('../reviews/archive/manifest.ts')
    console.log(readPublicKey(readEnv().SESSION_SECRET))
    return
  }
  if (!shop || !out) return fail(usage, 2)
  const path = resolve(out)
  if (existsSync(path) && !overwrite) fail(`${path} exists already. Choose another name, or add --overwrite.`)
  const started = performance.now()
  await forEachShop({ name: 'archive', shop }, async (ctx) => {
    const row = await finishArchive(ctx, tellProgress(json))
    const { readArchiveBytes } = await import('../reviews/archive/archive.ts')
    const bytes = await writeWholeFile(path, readArchiveBytes(ctx, row), (content) =>
      Readable.from(content, { objectMode: false }),
    )
    console.log(
      JSON.stringify({
        shop: ctx.shop.shopifyDomain,
        file: path,
        rows: row.done,
        bytes,
        seconds: Math.round((performance.now() - started) / 100) / 10,
        peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
      }),
    )
  })
}

/** Writes the shop's archive, or continues the one that is being written, beside a running server or alone. */
async function finishArchive(ctx: Ctx, tell: (done: number, total: number) => void): Promise<ShopArchive> {
  const { archiveById, takeArchive } = await import('../reviews/archive/archive.ts')
  const { archiveWork } = await import('../reviews/archive/run.ts')
  const { runClaimed, runWork } = await import('../core/background/claim.ts')
  const { row, isClaimed } = await takeArchive(ctx)
  let end = isClaimed ? await runClaimed(ctx, archiveWork, row) : await runWork(ctx, archiveWork, row.id)
  for (;;) {
    const now = await archiveById(ctx, row.id)
    tell(now.done, now.total)
    if (now.status === 'failed') fail('The archive has failed. The log has the reason.')
    if (now.status === 'done') return now
    // The server works on it, or its next attempt waits.
    if (end !== 'more') await new Promise((resolved) => setTimeout(resolved, waitMs))
    end = await runWork(ctx, archiveWork, row.id)
  }
}

await runProgram(run)
