import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { forEachShop } from './each-shop.ts'
import { fail, parseOptions, runProgram } from './program.ts'
import { tellProgress } from './tell-progress.ts'

const usage =
  'Usage: npm run restore -- --file FILE --shop SHOP.myshopify.com [--json]   (brings an archive into an empty shop)'

async function run(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseOptions(
    { options: { file: text, shop: text, json: { type: 'boolean', default: false } } },
    usage,
  )
  const { shop, file, json } = values
  if (!shop || !file) return fail(usage, 2)
  const path = resolve(file)
  if (!existsSync(path)) fail(`Can’t read ${path}: there is no such file.`)
  const started = performance.now()
  const { restoreArchive } = await import('../reviews/archive/restore.ts')
  const { ArchiveRefused } = await import('../reviews/archive/read-archive.ts')
  await forEachShop({ name: 'restore', shop }, async (ctx) => {
    const restored = await restoreArchive(ctx, path, tellProgress(json)).catch((error: unknown) => {
      if (error instanceof ArchiveRefused) return fail(error.message)
      throw error
    })
    if (restored.isRepeated) console.error('This archive was restored into this shop before. Nothing changed.')
    else if (!restored.isTrusted)
      console.error(
        `This Candor doesn’t trust the key of the archive, ${restored.publicKey}. Its reviews are restored without their proof of purchase, and its orders are left out. If you trust it, add it to CANDOR_ARCHIVE_KEYS and restore into an empty shop.`,
      )
    if (!restored.isRepeated) console.error('The shop’s emails are paused until the merchant resumes them.')
    console.log(
      JSON.stringify({
        shop: ctx.shop.shopifyDomain,
        ...restored,
        seconds: Math.round((performance.now() - started) / 100) / 10,
        peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
      }),
    )
  })
}

await runProgram(run)
