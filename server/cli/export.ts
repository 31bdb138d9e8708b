import { resolve } from 'node:path'
import { REVIEW_STATUSES } from '../../rules/review-status.ts'
import { compose } from '../compose.ts'
import { readEnv } from '../env.ts'
import { exportRows } from '../review-export/rows.ts'
import { EXPORT_FORMATS, fileOf, type ExportFormat } from '../review-export/write-file.ts'
import { fail, opened, parsed, program } from './program.ts'
import { writeWhole } from './whole-file.ts'

const usage = 'Usage: npm run export -- --shop SHOP.myshopify.com --format csv|xlsx FILE   (all reviews of the shop, the recycle bin too)'

interface Options {
  domain: string
  format: ExportFormat
  path: string
}

function options(): Options {
  const { values, positionals } = parsed({ allowPositionals: true, options: { shop: { type: 'string' }, format: { type: 'string', default: 'csv' } } }, usage)
  const format = EXPORT_FORMATS.find((one) => one === values.format)
  const [path, surplus] = positionals
  if (!values.shop || !format || !path || surplus !== undefined) return fail(usage, 2)
  return { domain: values.shop.includes('.') ? values.shop : `${values.shop}.myshopify.com`, format, path: resolve(path) }
}

async function run(): Promise<void> {
  const { domain, format, path } = options()
  // It serves nobody and sends nothing.
  const app = await opened(compose({ env: { ...readEnv(), CANDOR_ROLE: 'web' } }))
  try {
    const started = performance.now()
    const shop = await app.deps.doors.acrossShops('the command line').shop.findUnique({ where: { shopifyDomain: domain } })
    if (!shop) fail(`There is no shop ${domain}.`)
    let reviews = 0
    const written = (done: number): Promise<void> => {
      reviews = done
      return Promise.resolve()
    }
    const rows = exportRows(app.contextOf(shop, { kind: 'system', name: 'export' }), { status: [...REVIEW_STATUSES] }, written)
    const bytes = await writeWhole(path, rows, (read) => fileOf(format, read))
    console.log(JSON.stringify({
      shop: domain, format, file: path, reviews, bytes, seconds: Math.round((performance.now() - started) / 100) / 10, peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
    }))
  } finally {
    await app.close()
  }
}

await program(run)
