import { z } from 'zod'
import { parseJson } from '../../../rules/json.ts'
import { UpstreamFailed } from '../../core/errors.ts'
import type { BulkBatch, BulkFile, BulkPort, BulkRequest } from '../bulk.ts'
import type { AdminApi } from './admin-api.ts'
import { bulkOrdersDocument, bulkProductsDocument, bulkRunDocument, bulkStateDocument } from './documents.ts'
import { orderShape, parseOrder } from './parse-order.ts'
import { parseProduct, productShape } from './parse-product.ts'

const recordsAtOnce = 50
/** A batch is written in one transaction; the download waits for it. */
const downloadMs = 10 * 60_000
/** Longer than any record of the platform. */
const longestLine = 8 * 1024 * 1024

const userErrors = z.array(z.object({ message: z.string(), code: z.string().nullable() }))
const runData = z.object({
  bulkOperationRunQuery: z.object({ bulkOperation: z.object({ id: z.string() }).nullable(), userErrors }),
})
const countText = z.union([z.string(), z.number()]).transform(Number)
const stateData = z.object({
  bulkOperation: z
    .object({
      status: z.string(),
      errorCode: z.string().nullable(),
      rootObjectCount: countText,
      fileSize: countText.nullable(),
      url: z.string().nullable(),
    })
    .nullable(),
})
const line = z.looseObject({ __parentId: z.string().optional() })

/** Reads catalogs and orders by bulk operations: the platform writes JSON lines, children behind their parent. */
export function makeBulkReader(api: AdminApi, parts: { fetch: typeof fetch }): BulkPort {
  return {
    async start(shop, request) {
      const { bulkOperationRunQuery: run } = await api.run(shop, {
        document: bulkRunDocument,
        variables: { query: queryOf(request) },
        data: runData,
      })
      if (!run.bulkOperation || run.userErrors.length > 0) throw new UpstreamFailed('upstreamFailed')
      return run.bulkOperation.id
    },
    async state(shop, id) {
      const { bulkOperation: operation } = await api.run(shop, {
        document: bulkStateDocument,
        variables: { id },
        data: stateData,
      })
      switch (operation?.status) {
        case 'CREATED':
        case 'RUNNING':
          return { status: 'running', records: operation.rootObjectCount }
        case 'COMPLETED':
          return {
            status: 'completed',
            records: operation.rootObjectCount,
            url: operation.url,
            bytes: operation.fileSize ?? 0,
          }
        default:
          return {
            status: 'failed',
            reason: operation?.errorCode === 'ACCESS_DENIED' ? 'accessRefused' : 'upstreamFailed',
          }
      }
    },
    read: (file, position) => readBatches(parts.fetch, file, position),
  }
}

/** Bulk operations take no variables. */
function queryOf({ kind, since }: BulkRequest): string {
  const [document, field] =
    kind === 'products' ? [bulkProductsDocument, 'updated_at'] : [bulkOrdersDocument, 'created_at']
  return document.replace('CANDOR_FILTER', since ? `${field}:>='${since.toISOString()}'` : '')
}

async function* readBatches(get: typeof fetch, file: BulkFile, from: number): AsyncGenerator<BulkBatch> {
  let position = from
  let record: { root: Record<string, unknown>; children: unknown[] } | null = null
  let batch: BulkBatch = { products: [], orders: [], position }
  const close = () => {
    if (record) addRecord(batch, file, record)
    record = null
    batch.position = position
  }
  for await (const text of readLines(get, file, from)) {
    const parsed = line.safeParse(parseJson(text))
    if (!parsed.success) throw new UpstreamFailed('upstreamFailed')
    const { __parentId: parent, ...value } = parsed.data
    if (parent === undefined) {
      close()
      if (batch.products.length + batch.orders.length >= recordsAtOnce) {
        yield batch
        batch = { products: [], orders: [], position }
      }
      record = { root: value, children: [] }
    } else record?.children.push(value)
    position += Buffer.byteLength(text) + 1
  }
  // A file without its end has lost records, although every line of it can be read.
  if (position < file.bytes) throw new UpstreamFailed('upstreamFailed')
  close()
  yield batch
}

/** Adds a record with its children. Leaves out a record of an unknown form. */
function addRecord(
  batch: BulkBatch,
  { kind, currency }: BulkFile,
  { root, children }: { root: Record<string, unknown>; children: unknown[] },
): void {
  if (kind === 'products') {
    const product = productShape.safeParse({ ...root, variants: { nodes: children } })
    if (product.success) batch.products.push(parseProduct(product.data, currency))
    return
  }
  // A bulk operation can't list the lines of a parcel. Until an event names them, a parcel stands for the whole order.
  const fulfillments = Array.isArray(root['fulfillments'])
    ? root['fulfillments'].map((parcel: object) => ({ ...parcel, fulfillmentLineItems: { nodes: [] } }))
    : []
  const order = orderShape.safeParse({ ...root, fulfillments, lineItems: { nodes: children } })
  if (order.success) batch.orders.push(parseOrder(order.data))
}

/** Reads lines of a file from a byte position. @throws UpstreamFailed */
async function* readLines(get: typeof fetch, { url, bytes }: BulkFile, from: number): AsyncGenerator<string> {
  if (from >= bytes && from > 0) return
  const headers = { range: `bytes=${from}-` }
  const response = await get(url, { headers, signal: AbortSignal.timeout(downloadMs) }).catch(throwUpstreamFailed)
  if (!response.ok || !response.body) throw new UpstreamFailed('upstreamFailed')
  // A server without ranges sends the whole file again.
  let skip = response.status === 206 ? 0 : from
  let rest = Buffer.alloc(0)
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const skipped = Math.min(skip, chunk.length)
      skip -= skipped
      let held = Buffer.concat([rest, chunk.subarray(skipped)])
      for (let end = held.indexOf(10); end >= 0; end = held.indexOf(10)) {
        yield held.subarray(0, end).toString()
        held = held.subarray(end + 1)
      }
      if (held.length > longestLine) throw new UpstreamFailed('upstreamFailed')
      rest = held
    }
  } catch (error) {
    throwUpstreamFailed(error)
  }
  if (rest.length > 0) yield rest.toString()
}

function throwUpstreamFailed(error: unknown): never {
  throw error instanceof UpstreamFailed ? error : new UpstreamFailed('upstreamFailed')
}
