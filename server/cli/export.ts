import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { REVIEW_STATUSES } from '../../rules/review-status.ts'
import { compose, type App } from '../compose.ts'
import { readEnv } from '../env.ts'
import { exportRows } from '../review-export/rows.ts'
import { EXPORT_FORMATS, fileOf, type ExportFormat } from '../review-export/write-file.ts'

const usage = 'Usage: npm run export -- --shop SHOP.myshopify.com --format csv|xlsx FILE   (all reviews of the shop, the recycle bin too)'

function fail(sentence: string, code: number): never {
  console.error(sentence)
  process.exit(code)
}

interface Options {
  domain: string
  format: ExportFormat
  path: string
}

function options(): Options {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { shop: { type: 'string' }, format: { type: 'string', default: 'csv' } } })
    const format = EXPORT_FORMATS.find((one) => one === values.format)
    const [path, surplus] = positionals
    if (!values.shop || !format || !path || surplus !== undefined) return fail(usage, 2)
    return { domain: values.shop.includes('.') ? values.shop : `${values.shop}.myshopify.com`, format, path: resolve(path) }
  } catch {
    return fail(usage, 2)
  }
}

const { domain, format, path } = options()
// It serves nobody and sends nothing.
const app: App = await compose({ env: { ...readEnv(), CANDOR_ROLE: 'web' } }).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error), 1))
const half = `${path}.half`
try {
  const started = performance.now()
  const shop = await app.deps.doors.acrossShops('the command line').shop.findUnique({ where: { shopifyDomain: domain } })
  if (!shop) fail(`There is no shop ${domain}.`, 1)
  let reviews = 0
  const written = (done: number): Promise<void> => {
    reviews = done
    return Promise.resolve()
  }
  const rows = exportRows(app.contextOf(shop, { kind: 'system', name: 'export' }), { status: [...REVIEW_STATUSES] }, written)
  // Whoever looks at the name sees a whole file or none.
  await pipeline(fileOf(format, rows), createWriteStream(half))
  await rename(half, path)
  const { size } = await stat(path)
  console.log(JSON.stringify({
    shop: domain, format, file: path, reviews, bytes: size, seconds: Math.round((performance.now() - started) / 100) / 10, peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  }))
} catch (error) {
  await rm(half, { force: true })
  if ((error as NodeJS.ErrnoException).syscall) fail(`${path} cannot be written: ${(error as Error).message}`, 1)
  throw error
} finally {
  await app.close()
}
