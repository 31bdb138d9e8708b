import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { readEnv, type Env } from '../core/env.ts'
import { exportByServer, findServer } from '../operator/ask-server.ts'
import { completeShopDomain } from '../operator/command-output.ts'
import type { OperatorSocket } from '../operator/operator-socket.ts'
import type { ExportOrder } from '../operator/export-order.ts'
import { EXPORT_FORMATS } from '../reviews/export/write-file.ts'
import { commandEnv, fail, openOrFail, parseOptions, runProgram } from './program.ts'
import { writeWholeFile } from './whole-file.ts'

const usage =
  'Usage: npm run export -- --shop SHOP.myshopify.com --format csv|xlsx FILE   (all reviews of the shop, including the trash)'

interface Asked {
  order: ExportOrder
  path: string
}

interface Written {
  reviews: number
  bytes: number
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
  const server = await findServer(env)
  const { reviews, bytes } = server
    ? await exportThroughServer(server, { order, path })
    : await exportHere(env, { order, path })
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

async function exportThroughServer(server: OperatorSocket, { order, path }: Asked): Promise<Written> {
  const { content, reviews } = await exportByServer(server, order)
  const bytes = await writeWholeFile(path, content, (pieces) => Readable.from(pieces, { objectMode: false }))
  return { reviews: reviews(), bytes }
}

/** Exports in this process. Loads the code on demand. */
async function exportHere(env: Env, { order, path }: Asked): Promise<Written> {
  const [{ compose }, { runExportOrder }] = await Promise.all([
    import('../app/compose.ts'),
    import('../operator/export-order.ts'),
  ])
  const app = await openOrFail(compose({ env: commandEnv(env) }))
  try {
    const { rows, contentOf, reviews } = await runExportOrder(app, order)
    const bytes = await writeWholeFile(path, rows, contentOf)
    return { reviews: reviews(), bytes }
  } finally {
    await app.close()
  }
}

await runProgram(run)
