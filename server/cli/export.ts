import { resolve } from 'node:path'
import { REVIEW_STATUSES } from '../../rules/review-status.ts'
import { createFileStream, EXPORT_FORMATS } from '../reviews/export/write-file.ts'
import { forEachShop } from './each-shop.ts'
import { fail, parseOptions, runProgram } from './program.ts'
import { writeWholeFile } from './whole-file.ts'

const usage =
  'Usage: npm run export -- --shop SHOP.myshopify.com --format csv|xlsx FILE   (all reviews of the shop, including the trash)'

function options() {
  const { values, positionals } = parseOptions(
    { allowPositionals: true, options: { shop: { type: 'string' }, format: { type: 'string', default: 'csv' } } },
    usage,
  )
  const format = EXPORT_FORMATS.find((one) => one === values.format)
  const [path, surplus] = positionals
  if (!values.shop || !format || !path || surplus !== undefined) return fail(usage, 2)
  return { shop: values.shop, format, path: resolve(path) }
}

async function run(): Promise<void> {
  const { shop, format, path } = options()
  const started = performance.now()
  const { readExportRows } = await import('../reviews/export/rows.ts')
  await forEachShop({ name: 'export', shop }, async (ctx) => {
    let reviews = 0
    const rows = readExportRows(ctx, { status: [...REVIEW_STATUSES] }, (done) => {
      reviews = done
      return Promise.resolve()
    })
    const bytes = await writeWholeFile(path, rows, (all) => createFileStream(format, all))
    console.log(
      JSON.stringify({
        shop: ctx.shop.shopifyDomain,
        format,
        file: path,
        reviews,
        bytes,
        seconds: Math.round((performance.now() - started) / 100) / 10,
        peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
      }),
    )
  })
}

await runProgram(run)
