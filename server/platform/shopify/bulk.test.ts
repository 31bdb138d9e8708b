import { describe, expect, test } from '@jest/globals'
import { UpstreamFailed } from '../../core/errors.ts'
import type { BulkBatch } from '../bulk.ts'
import { makeAdminApi } from './admin-api.ts'
import { makeBulkReader } from './bulk.ts'

const shop = { id: '018f', shopifyDomain: 'some-shop.myshopify.com' }
const product = (number: number) => ({
  id: `gid://shopify/Product/${number}`,
  legacyResourceId: String(number),
  handle: `h${number}`,
  title: `Tasse ${number} \u2028é日`,
  status: 'ACTIVE',
  vendor: 'V',
  productType: 'T',
  description: 'D',
  tags: [],
  featuredMedia: null,
})
const variant = (number: number) => ({
  id: `gid://shopify/ProductVariant/${number}`,
  legacyResourceId: number,
  title: 'Only',
  sku: null,
  barcode: null,
  price: '1.50',
  __parentId: `gid://shopify/Product/${number}`,
})
const numbers = Array.from({ length: 120 }, (_, at) => at + 1)
const lines = numbers.flatMap((number) => [product(number), variant(number)])
const whole = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

/** Serves a file in small pieces, which cut lines and characters. */
function serve(bytes: Buffer, { ranges = true } = {}) {
  const asked: (string | null)[] = []
  const get: typeof fetch = async (_url, init) => {
    const range = new Headers(init?.headers).get('range')
    asked.push(range)
    const from = ranges ? Number(/\d+/.exec(range ?? '')?.[0] ?? 0) : 0
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = from; at < bytes.length; at += 997)
          controller.enqueue(new Uint8Array(bytes.subarray(at, at + 997)))
        controller.close()
      },
    })
    return new Response(body, { status: from > 0 ? 206 : 200 })
  }
  const api = makeAdminApi({ fetch: get, accessToken: () => Promise.resolve('t') })
  const read = async (position: number): Promise<BulkBatch[]> => {
    const batches: BulkBatch[] = []
    const file = { kind: 'products' as const, url: 'https://files.test/f.jsonl', bytes: whole.length, currency: 'EUR' }
    for await (const batch of makeBulkReader(api, { fetch: get }).read(file, position)) batches.push(batch)
    return batches
  }
  return { read, asked }
}

const idsOf = (batches: readonly BulkBatch[]) =>
  batches.flatMap(({ products }) => products.map(({ platformId }) => Number(platformId)))

describe('a bulk file', () => {
  test('is read in batches with the children of each record', async () => {
    const batches = await serve(whole).read(0)
    expect(batches.map(({ products }) => products.length)).toEqual([50, 50, 20])
    expect(idsOf(batches)).toEqual(numbers)
    expect(batches[0]?.products[0]).toMatchObject({ title: 'Tasse 1 \u2028é日', currency: 'EUR', priceCents: 150 })
    expect(batches.at(-1)?.position).toBe(whole.length)
  })

  test.each([true, false])('goes on behind any batch, also on a server without ranges: %s', async (ranges) => {
    const { read, asked } = serve(whole, { ranges })
    const [first] = await read(0)
    const rest = await read(first?.position ?? 0)
    expect([...idsOf([first!]), ...idsOf(rest)]).toEqual(numbers)
    expect(asked).toEqual(['bytes=0-', `bytes=${first?.position}-`])
  })

  test('is refused when its end is missing, whether or not inside a line', async () => {
    const lineEnd = whole.lastIndexOf(10, whole.length - 400) + 1
    for (const end of [lineEnd, whole.length - 20])
      await expect(serve(whole.subarray(0, end)).read(0)).rejects.toBeInstanceOf(UpstreamFailed)
  })
})

test('an operation that the platform refuses to start is the platform’s failure', async () => {
  const answer =
    (body: unknown): typeof fetch =>
    () =>
      Promise.resolve(Response.json(body))
  const start = (body: unknown) =>
    makeBulkReader(makeAdminApi({ fetch: answer(body), accessToken: () => Promise.resolve('t') }), {
      fetch: answer(body),
    }).start(shop, { kind: 'orders', since: new Date(0) })
  const busy = { bulkOperation: null, userErrors: [{ code: 'OPERATION_IN_PROGRESS', message: 'busy' }] }
  await expect(start({ data: { bulkOperationRunQuery: busy } })).rejects.toBeInstanceOf(UpstreamFailed)
  const begun = { bulkOperation: { id: 'gid://shopify/BulkOperation/1' }, userErrors: [] }
  expect(await start({ data: { bulkOperationRunQuery: begun } })).toBe('gid://shopify/BulkOperation/1')
})
