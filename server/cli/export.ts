import { resolve } from 'node:path'
import { readEnv } from '../core/env.ts'
import { completeShopDomain } from './command-output.ts'
import type { ExportOrder } from './export-order.ts'
import { EXPORT_FORMATS } from '../reviews/export/write-file.ts'
import { openCommandApp } from './open-app.ts'
import { fail, parseOptions, runProgram } from './program.ts'
import { writeWholeFile } from './whole-file.ts'

const usage =
  'Usage: npm run export -- --shop SHOP.myshopify.com --format csv|xlsx FILE   (all reviews of the shop, including the trash)'

interface Asked {
  order: ExportOrder
  path: string
}

function options(): Asked {
  const { values, positionals } = parseOptions(
    { allowPositionals: true, options: { shop: { type: 'string' }, format: { type: 'string', default: 'csv' } } },
    usage,
  )
  const format = EXPORT_FORMATS.find((one) => one === values.format)
  const [path, surplus] = positionals
  if (!values.shop || !format || !path || surplus !== undefined) return fail(usage, 2)
  return { order: { domain: completeShopDomain(values.shop), format }, path: resolve(path) }
}

async function run(): Promise<void> {
  const { order, path } = options()
  const started = performance.now()
  const env = readEnv()
  const { runExportOrder } = await import('./export-order.ts')
  const app = await openCommandApp(env)
  try {
    const { rows, contentOf, reviews } = await runExportOrder(app, order)
    const bytes = await writeWholeFile(path, rows, contentOf)
    report({ order, path }, { reviews: reviews(), bytes, started })
  } finally {
    await app.close()
  }
}

function report(
  { order, path }: Asked,
  { reviews, bytes, started }: { reviews: number; bytes: number; started: number },
): void {
  console.log(
    JSON.stringify({
      shop: order.domain,
      format: order.format,
      file: path,
      reviews,
      bytes,
      seconds: Math.round((performance.now() - started) / 100) / 10,
      peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  )
}

await runProgram(run)
