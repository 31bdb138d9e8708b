import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { v7 as uuidv7 } from 'uuid'
import { deliveryRetrySeconds } from '../../../rules/limits.ts'
import { webhookBody } from '../../../rules/webhook-payloads.ts'
import { WEBHOOK_TOPICS } from '../../../rules/webhook-topics.ts'
import { openWeb } from '../../core/files/web.ts'
import { encodeId } from '../../core/global-ids.ts'
import { makeGuard, localTargets } from '../../core/web/local-targets.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { setPlan } from '../../testing/things.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { claimDeliveries } from '../integrations/claim.ts'

interface Seen {
  path: string
  headers: IncomingHttpHeaders
  body: string
}
type Answer = (response: ServerResponse) => unknown

const seen: Seen[] = []
const hanging: ServerResponse[] = []
let onHang: (() => void) | null = null
const answers: Record<string, Answer> = {
  '/hang': (response) => {
    hanging.push(response)
    onHang?.()
  },
  '/moved': (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
  '/large': (response) => response.end('x'.repeat(10_000_000)),
  '/down': (response) => response.writeHead(503).end('out of order'),
  '/busy': (response) => response.writeHead(429, { 'retry-after': '3600' }).end(),
  '/gone': (response) => response.writeHead(410).end(),
}
const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
  request.on('end', () => {
    const path = request.url ?? ''
    seen.push({ path, headers: request.headers, body })
    ;(answers[path] ?? (() => response.end('thanks')))(response)
  })
})

let world: World
let receiver = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const target = `localhost:${(server.address() as AddressInfo).port}`
  receiver = `http://${target}`
  const web = openWeb({
    guard: makeGuard(
      localTargets({ CANDOR_LOCAL_TARGETS: [target], CANDOR_MODE: 'production' }, 'https://reviews.example.com'),
    ),
  })
  world = await createWorld({
    plan: 'enterprise',
    env: { CANDOR_LOCAL_TARGETS: target },
    // A receiver that hangs must not take ten seconds of the tests.
    web: { ...web, send: (request) => web.send({ ...request, timeoutMs: 500 }) },
  })
  await setPlan(world, world.otherShop, 'enterprise')
})
afterAll(async () => {
  for (const response of hanging) response.destroy()
  await world.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  await setPlan(world, world.shop, 'enterprise')
  await demo().webhookEndpoint.deleteMany()
  seen.length = 0
})

const demo = () => world.app.deps.access.acrossShops('the demo platform')

interface Made {
  id: string
  secret: string | null
  enabled: boolean
  disabledReason: string | null
}
interface Reply {
  __typename: string
  data?: Made
  code?: string
  fields?: { path: string; code: string; message: string }[]
}
async function call(mutation: string, input: object, token?: string): Promise<Reply> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}`
  const isDelivery = ['testWebhook', 'resendDelivery'].includes(mutation)
  const { data, errors } = await world.graphql(
    `mutation ($input: ${type}Input!) { r: ${mutation}(input: $input) { __typename
      ... on ${type}Success { data { id ${isDelivery ? '' : 'secret enabled disabledReason'} } }
      ... on Refusal { code } ... on InvalidInputError { fields { path code message } } } }`,
    { input },
    token,
  )
  if (!data) throw new Error(JSON.stringify(errors))
  return (data as unknown as { r: Reply }).r
}
async function create(path: string, topics: readonly string[] = ['review.published'], token?: string): Promise<Made> {
  const { data, ...refusal } = await call('createWebhook', { url: `${receiver}${path}`, topics }, token)
  if (!data) throw new Error(JSON.stringify(refusal))
  return data
}
interface Logged {
  id: string
  event: string
  state: string
  attempts: number
  lastStatus: number | null
  reason: string | null
  body: string
  answer: string | null
}
async function log(id: string, token?: string): Promise<Logged[]> {
  const { data } = await world.graphql(
    'query ($id: ID!) { viewer { shop { webhook(id: $id) { deliveries(first: 50) { edges { node { id event state attempts lastStatus reason body answer durationMs } } } } } } }',
    { id },
    token,
  )
  const { shop } = (
    data as unknown as { viewer: { shop: { webhook: { deliveries: { edges: { node: Logged }[] } } | null } } }
  ).viewer
  return shop.webhook?.deliveries.edges.map(({ node }) => node) ?? []
}
async function publish(content = 'Keeps tea hot'): Promise<string> {
  const [{ id } = { id: '' }] = await addReviews(world.ctx, { status: 'pending', content, email: 'ada@reader.test' })
  await world.rest('POST', `/reviews/${id}/publish`)
  return id
}
const read = async (id: string): Promise<Partial<Made>> => {
  const { data } = await world.graphql(
    'query ($id: ID!) { viewer { shop { webhook(id: $id) { id secret enabled disabledReason } } } }',
    { id },
  )
  return (data as unknown as { viewer: { shop: { webhook: Made } } }).viewer.shop.webhook
}
const verify = (secret: string | null, { headers, body }: Seen) =>
  new Webhook(secret ?? '').verify(body, headers as Record<string, string>) as { type: string; data: { id: string } }

test('sends a published review that the library standardwebhooks verifies, and logs it', async () => {
  const { id, secret } = await create('/ok')
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/)
  const reviewId = await publish()
  await world.runJobs()
  expect(seen).toHaveLength(1)
  expect(verify(secret, seen[0] as Seen)).toMatchObject({ type: 'review.published', data: { id: reviewId } })
  const [entry] = await log(id)
  expect(entry).toMatchObject({ state: 'SENT', attempts: 1, lastStatus: 200, reason: null, answer: 'thanks' })
  expect(JSON.parse(entry?.body ?? '')).toEqual(JSON.parse(seen[0]?.body ?? ''))
  expect(await read(id)).toMatchObject({ secret: null })
  expect(await log(id, world.otherToken)).toEqual([])
  const rows = JSON.stringify([await demo().shopSecret.findMany(), await demo().webhookEndpoint.findMany()])
  expect(rows).not.toContain((secret ?? '').slice('whsec_'.length))
})

test('does all of it over REST, with a secret only in the answers of creation and rotation', async () => {
  type Row = Record<string, unknown> & { id: string; secret?: string }
  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { token = world.token, ...body }: { token?: string; [field: string]: unknown } = {},
  ) => {
    const answer = await world.rest(method, path, { ...(method !== 'GET' && { body }), token })
    return { status: answer.statusCode, ...answer.json<{ data: Row; code?: string }>() }
  }
  const topics = ['review.published']
  const { data: made } = await ask('POST', '/webhooks', { url: `${receiver}/ok`, topics })
  expect(made).toMatchObject({ url: `${receiver}/ok`, topics, enabled: true, secret: expect.stringMatching(/^whsec_/) })
  const path = `/webhooks/${made.id}`
  expect((await ask('GET', '/webhooks/topics')).data).toEqual({ topics: WEBHOOK_TOPICS, test: 'webhook.test' })
  await publish()
  await world.runJobs()
  verify(made.secret ?? null, seen[0] as Seen)
  const rotated = (await ask('POST', `${path}/rotate-secret`)).data
  expect(rotated.secret).toMatch(/^whsec_/)
  expect((await ask('POST', `${path}/test`)).data).toMatchObject({ event: 'webhook.test', state: 'waiting' })
  await world.runJobs()
  verify(rotated.secret ?? null, seen[1] as Seen)
  const log = (await ask('GET', `${path}/deliveries?state=sent`)).data as unknown as Row[]
  expect(log).toMatchObject([{ event: 'webhook.test' }, { event: 'review.published', answer: 'thanks' }])
  expect((await ask('POST', `/webhooks/deliveries/${log[1]?.id}/resend`)).data).toMatchObject({ state: 'waiting' })
  await world.runJobs()
  expect(seen[2]?.headers['webhook-id']).toBe(log[1]?.id)
  const shown = [await ask('GET', '/webhooks'), await ask('GET', path), await ask('PUT', path, { enabled: false })]
  expect(shown[2]?.data.enabled).toBe(false)
  expect(JSON.stringify([shown, log])).not.toContain('whsec_')
  for (const [method, rest] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['GET', '/deliveries'],
    ['POST', '/test'],
    ['POST', '/rotate-secret'],
  ] as const)
    expect((await ask(method, `${path}${rest}`, { token: world.otherToken })).status).toBe(404)
  expect((await ask('DELETE', path)).data).toEqual({ id: made.id })
  expect((await ask('GET', path)).status).toBe(404)
  expect((await ask('GET', `/webhooks/not-an-id`)).code).toBe('malformedId')
  await setPlan(world, world.shop, 'advanced')
  expect(await ask('POST', '/webhooks', { url: `${receiver}/ok`, topics })).toMatchObject({
    status: 402,
    code: 'planRequired',
  })
})

test('every topic has the payload of its schema', async () => {
  await create('/all', WEBHOOK_TOPICS)
  const order = await placeOrder(world, { products: [await addProduct(world, 'Teapot')], email: 'ada@reader.test' })
  await order.fulfill()
  await world.advance({ days: 8 })
  await world.rest('POST', '/reviews', { body: { rate: 5, content: 'Lovely', firstName: 'Ada' } })
  const id = await publish()
  await world.rest('PUT', `/reviews/${id}/reply`, { body: { content: 'Thanks' } })
  await world.graphql(`mutation { trashReviews(input: { ids: ["${encodeId('Review', id)}"] }) { __typename } }`)
  const done = { fileName: 'a.csv', fileKey: '', fileSize: 1, status: 'done', source: 'file' } as const
  const { id: importId } = await world.ctx.db.import.create({
    data: { shopId: world.shop.id, id: crypto.randomUUID(), ...done, createdAt: world.ctx.now() },
  })
  await world.ctx.emit('import.finished', { importId })
  await world.runJobs()
  const bodies = seen.map(({ body }) => webhookBody.parse(JSON.parse(body)))
  expect([...new Set(bodies.map(({ type }) => type))].sort()).toEqual([...WEBHOOK_TOPICS].sort())
})

test('a rotated secret signs beside the former one for a day', async () => {
  const { id, secret } = await create('/ok')
  const rotated = (await call('rotateWebhookSecret', { id })).data
  await publish()
  await world.runJobs()
  for (const each of [secret, rotated?.secret ?? null]) verify(each, seen[0] as Seen)
  await world.advance({ hours: 25 })
  await publish()
  await world.runJobs()
  verify(rotated?.secret ?? null, seen[1] as Seen)
  expect(() => verify(secret, seen[1] as Seen)).toThrow('No matching signature')
})

test('retries for three days with one id, and disables an endpoint with an email after five', async () => {
  const { id } = await create('/down')
  await publish()
  await world.runJobs()
  expect(await log(id)).toMatchObject([{ state: 'WAITING', attempts: 1, lastStatus: 503, answer: 'out of order' }])
  for (const seconds of deliveryRetrySeconds) await world.advance({ minutes: seconds / 60 })
  expect(await log(id)).toMatchObject([{ state: 'FAILED', attempts: 10, reason: 'integrationRefused' }])
  expect(new Set(seen.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(seen).toHaveLength(10)
  await world.advance({ days: 2 })
  await publish()
  await world.runJobs()
  expect(await read(id)).toMatchObject({ enabled: false, disabledReason: 'failing' })
  await world.runJobs()
  expect((await world.mailbox()).map(({ subject }) => subject)).toContain('A webhook of Shop world is disabled')
  expect(await call('testWebhook', { id })).toMatchObject({ code: 'webhookDisabled' })
  expect(await call('updateWebhook', { id, url: `${receiver}/ok`, enabled: true })).toMatchObject({
    data: { enabled: true, disabledReason: null },
  })
  const [newest] = await log(id)
  expect(await call('resendDelivery', { id: newest?.id })).toMatchObject({ data: { id: newest?.id } })
  await world.runJobs()
  expect((await log(id))[0]).toMatchObject({ state: 'SENT', attempts: 1 })
})

test('waits as long as Retry-After asks', async () => {
  const { id } = await create('/busy')
  await publish()
  await world.runJobs()
  await world.advance({ minutes: 59 })
  expect(await log(id)).toMatchObject([{ attempts: 1, lastStatus: 429 }])
  await world.advance({ minutes: 2 })
  expect(await log(id)).toMatchObject([{ attempts: 2 }])
})

test('410 Gone disables the endpoint at once', async () => {
  const { id } = await create('/gone')
  await call('testWebhook', { id })
  await world.runJobs()
  expect(await log(id)).toMatchObject([{ event: 'webhook.test', state: 'FAILED', reason: 'webhookGone' }])
  expect(await read(id)).toMatchObject({ enabled: false, disabledReason: 'gone' })
})

test.each([
  ['/moved', { state: 'WAITING', lastStatus: 307, reason: 'webhookRedirected' }],
  ['/large', { state: 'SENT', lastStatus: 200, answer: 'x'.repeat(2048) }],
  ['/hang', { state: 'WAITING', lastStatus: null, reason: 'integrationTimeout' }],
])('a receiver at %s', async (path, entry) => {
  const { id } = await create(path)
  await publish()
  await world.runJobs()
  expect(await log(id)).toMatchObject([entry])
  expect(seen).toHaveLength(1)
})

test('a receiver that hangs delays no other shop', async () => {
  await create('/hang')
  await create('/ok', ['review.published'], world.otherToken)
  const hangs = new Promise<void>((resolve) => {
    onHang = resolve
  })
  await publish()
  const jobs = world.runJobs()
  await hangs
  const other = world.contextOf(world.otherShop)
  const [{ id } = { id: '' }] = await addReviews(other, { status: 'pending', content: 'Quick' })
  await world.rest('POST', `/reviews/${id}/publish`, { token: world.otherToken })
  await jobs
  onHang = null
  const rows = await demo().integrationDelivery.findMany({ orderBy: { finishedAt: 'asc' } })
  expect(rows.map(({ shopId, state }) => [shopId, state])).toEqual([
    [world.otherShop.id, 'sent'],
    [world.shop.id, 'waiting'],
  ])
})

test('a delivery whose process died is sent again after its lease', async () => {
  const { id } = await create('/ok')
  await publish()
  const row = await demo().integrationDelivery.findFirstOrThrow()
  expect(await claimDeliveries(world.app.deps, row, 10)).toHaveLength(1)
  await world.runJobs()
  expect(seen).toEqual([])
  await demo().integrationDelivery.updateMany({ data: { leaseUntil: new Date(Date.now() - 1000) } })
  await world.runJobs()
  expect(await log(id)).toMatchObject([{ state: 'SENT', attempts: 2 }])
})

test('refuses unknown topics, private addresses, plain http and a login in the address', async () => {
  const fields = async (input: object) => (await call('createWebhook', input)).fields
  const url = `${receiver}/ok`
  expect(await fields({ url, topics: ['review.eaten'] })).toMatchObject([
    { path: 'topics', code: 'webhookTopicUnknown', message: expect.stringContaining('review.published') },
  ])
  expect(await fields({ url, topics: [] })).toMatchObject([{ path: 'topics', code: 'required' }])
  for (const [bad, code] of [
    ['http://shop.example/hook', 'webhookUrlInvalid'],
    ['https://ada:pw@shop.example/', 'webhookUrlInvalid'],
    ['ftp://shop.example/', 'webhookUrlInvalid'],
    ['https://127.0.0.1/', 'integrationAddressRefused'],
    ['https://[::ffff:10.0.0.1]/', 'integrationAddressRefused'],
    ['https://0x7f.1/', 'integrationAddressRefused'],
    ['https://localhost/', 'integrationAddressRefused'],
    ['https://shop.example:8443/', 'integrationAddressRefused'],
  ])
    expect(await fields({ url: bad, topics: ['review.published'] })).toMatchObject([{ path: 'url', code }])
})

test('a lower plan refuses changes and stops what waits', async () => {
  const { id } = await create('/ok')
  await publish()
  await setPlan(world, world.shop, 'advanced')
  await world.runJobs()
  expect(seen).toEqual([])
  expect(await log(id)).toMatchObject([{ state: 'DROPPED', reason: 'integrationPlanRequired' }])
  expect(await call('createWebhook', { url: `${receiver}/ok`, topics: ['review.published'] })).toMatchObject({
    code: 'planRequired',
  })
  expect(await read(id)).toMatchObject({ enabled: true })
})

test('a shop can have ten webhooks', async () => {
  for (let at = 0; at < 10; at++) await create(`/${at}`)
  const input = { url: receiver, topics: ['review.published'] }
  expect(await call('createWebhook', input)).toMatchObject({ code: 'tooManyWebhooks' })
  const headers = { 'x-auth-token': world.token, 'idempotency-key': 'eleventh' }
  const ask = () => world.inject({ method: 'POST', url: '/apiSa/webhooks', headers, payload: input })
  const refused = await ask()
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toMatchObject([
    409,
    undefined,
    { code: 'tooManyWebhooks' },
  ])
  await demo().webhookEndpoint.deleteMany()
  expect((await ask()).statusCode).toBe(200)
})

test('tells of a person’s erasure, and keeps no answer of a service about their reviews', async () => {
  const { id } = await create('/ok', ['review.updated'])
  const [row] = await addReviews(world.ctx, {
    firstName: 'Zoraida',
    lastName: 'Quill',
    email: 'zoraida@reader.test',
    content: 'Zoraida likes it',
  })
  const reviewId = row?.id ?? ''
  const { db, shop } = world.ctx
  const base = { shopId: shop.id, state: 'sent', dueAt: world.ctx.now(), createdAt: world.ctx.now() } as const
  const lanes = [
    { integration: 'deepl', payload: { reviewIds: [reviewId] }, answer: 'Sie mag es' },
    { integration: 'klaviyo', payload: { reviewId }, answer: 'Quill is unknown' },
    { integration: 'joy', payload: { awardId: reviewId }, answer: 'No customer Zoraida Quill' },
    { integration: 'joy', payload: { awardId: 'other' }, answer: 'No customer Bea' },
  ]
  await db.integrationDelivery.createMany({
    data: lanes.map((lane) => ({ ...base, ...lane, id: uuidv7(), lane: lane.integration, event: 'test' })),
  })
  await world.rest('POST', '/customer-data/erase', { body: { email: 'zoraida@reader.test' } })
  await world.runJobs()
  expect(seen.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { type: 'review.updated', data: { id: reviewId, content: '… likes it', reviewer: { name: '', email: '' } } },
  ])
  expect(await log(id)).toHaveLength(1)
  const kept = await db.integrationDelivery.findMany({
    where: { shopId: shop.id, answer: { not: null }, event: 'test' },
  })
  expect(kept.map(({ answer }) => answer)).toEqual(['No customer Bea'])
})

test('tells when the recycle bin deletes a review for good', async () => {
  await create('/ok', ['review.deleted'])
  const [row] = await addReviews(world.ctx, { status: 'deleted', deletedAt: new Date(0) })
  await world.advance({ days: 1 })
  expect(seen.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { type: 'review.deleted', data: { id: row?.id } },
  ])
})

test('tries again after its name has led to a private address', async () => {
  const { id } = await create('/ok')
  await demo().webhookEndpoint.updateMany({ data: { url: 'https://localhost/ok' } })
  await publish()
  await world.runJobs()
  expect(await log(id)).toMatchObject([{ state: 'WAITING', attempts: 1, reason: 'integrationAddressRefused' }])
  await demo().webhookEndpoint.updateMany({ data: { url: `${receiver}/ok` } })
  await world.advance({ minutes: 1 })
  expect(await log(id)).toMatchObject([{ state: 'SENT', attempts: 2 }])
})

test('keeps the reason why Candor disabled it until it is enabled', async () => {
  const { id } = await create('/gone')
  await publish()
  await world.runJobs()
  const change = async (input: object) => (await call('updateWebhook', { id, ...input })).data
  expect(await change({ url: `${receiver}/ok` })).toMatchObject({ enabled: false, disabledReason: 'gone' })
  expect(await change({ enabled: true })).toMatchObject({ enabled: true, disabledReason: null })
})

test('sends each of a hundred reviews of one action once', async () => {
  const { id } = await create('/ok')
  const reviews = await addReviews(world.ctx, ...Array.from({ length: 100 }, () => ({ status: 'pending' }) as const))
  await world.graphql('mutation ($input: ReviewIdsInput!) { publishReviews(input: $input) { __typename } }', {
    input: { ids: reviews.map((review) => encodeId('Review', review.id)) },
  })
  await world.runJobs()
  expect(seen).toHaveLength(100)
  expect(new Set(seen.map(({ headers }) => headers['webhook-id'])).size).toBe(100)
  expect((await log(id)).every(({ state }) => state === 'SENT')).toBe(true)
})
