// Fills an empty database with the code of a former release. README.md says how a fixture is made with it.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const [checkout = '.', url = ''] = process.argv.slice(2)
process.chdir(checkout)
const load = (path) => import(resolve('server', path))
const { compose } = await load('compose.ts')
const { openDatabase } = await load('database/open.ts')
const { readEnv } = await load('env.ts')
const { mintIdToken } = await load('platform/demo/id-token.ts')
const { stock } = await load('testing/catalog/things.ts')
const { demoSize, seedDemo } = await load('testing/seed/seed.ts')

const folder = mkdtempSync(join(tmpdir(), 'candor-fill-'))
const openApp = async (role) =>
  compose({
    env: readEnv({ CANDOR_MODE: 'demo', CANDOR_ROLE: role, CANDOR_LOG_LEVEL: 'error', DATA_DIR: folder, PORT: '0' }),
    database: await openDatabase({ url }),
    onDemand: true,
  })
const merchantOf = (app, shopDomain) => async (method, path, payload) => {
  const { SHOPIFY_API_KEY: apiKey, SHOPIFY_API_SECRET: secret } = app.deps.env
  const authorization = `Bearer ${await mintIdToken({ apiKey, secret, shopDomain })}`
  const body = payload instanceof FormData ? new Request('http://x', { method: 'POST', body: payload }) : undefined
  const response = await app.http.inject({
    method,
    url: `/api${path}`,
    headers: { authorization, ...(body && { 'content-type': body.headers.get('content-type') }) },
    ...(body ? { payload: Buffer.from(await body.arrayBuffer()) } : payload && { payload }),
  })
  if (response.statusCode !== 200) throw new Error(`${method} ${path}: ${response.statusCode} ${response.body}`)
  return response.json().data
}
const upload = (call, name, text) => {
  const form = new FormData()
  form.set('file', new Blob([text]), name)
  return call('POST', '/imports', form)
}
const csv = (rows, handle) =>
  `title,body,rating,review_date,reviewer_name,reviewer_email,product_handle\n${rows.map((row) => `Title ${row},Text ${row},${row === 3 ? 'x' : 1 + (row % 5)},2025-01-0${1 + (row % 9)},Reader ${row},reader${row}@file.test,${handle}\n`).join('')}`
const numbers = (from, to) => Array.from({ length: to - from }, (_, at) => from + at)

// Everything that has ended: the demo, one of each thing, imports that were run and taken back, sent emails.
const app = await openApp('all')
Object.assign(demoSize, { reviews: 80, customers: 40 })
await seedDemo(app)
await app.database.pool.query(`
  delete from "QueueItem" where "orderNumber" % 8 <> 0;
  delete from "Order" where number % 8 <> 0`)
const shops = await app.deps.doors.acrossShops('the command line').shop.findMany({ orderBy: { shopifyDomain: 'asc' } })
const world = { app, contextOf: (shop) => app.contextOf(shop, { kind: 'system', name: 'fill' }) }
for (const shop of shops) await stock(world, shop, { mark: `mark-${shop.shopifyDomain.split('.')[0]}` })
await app.database.pool.query(`
  update "QueueCount" c set (count, skipped) = (
    select count(*), count(*) filter (where status = 'cancelled' and "skipReason" is not null)
    from "QueueItem" q where q."shopId" = c."shopId" and q.type = c.type and q.status = c.status)`)
const shop = shops.find(({ plan }) => plan === 'advanced')
const call = merchantOf(app, shop.shopifyDomain)
const { handle } = await world.contextOf(shop).db.product.findFirst({ where: { shopId: shop.id } })
await world.contextOf(shop).db.import.updateMany({ where: { status: 'running' }, data: { status: 'cancelled' } })
const ended = await upload(call, 'ended.csv', csv(numbers(0, 9), handle))
const undone = await upload(call, 'undone.csv', csv(numbers(10, 19), handle))
await app.drain()
for (const { id } of [ended, undone]) {
  await call('POST', `/imports/${id}/start`, {})
  await app.drain()
}
await call('POST', `/imports/${undone.id}/undo`, {})
await app.drain()
await app.clock.advance(86_400_000)
await app.drain()
await app.close()

// What waits: nothing works off the jobs of a process that only serves.
const waiting = await openApp('web')
const later = merchantOf(waiting, shop.shopifyDomain)
const next = await upload(later, 'waiting.csv', csv(numbers(20, 29), handle))
await later('POST', `/imports/${next.id}/start`, {})
const reviews = await waiting
  .contextOf(shop, { kind: 'system', name: 'fill' })
  .db.review.findMany({ where: { status: 'pending' }, select: { id: true }, take: 3 })
await later('POST', '/reviews/bulk', { action: 'publish', ids: reviews.map(({ id }) => id) })
await later('POST', '/reviews/export', { format: 'csv' })
await waiting.database.pool.query(`delete from "DemoState" where key like 'theme:%'`)
await waiting.close()
