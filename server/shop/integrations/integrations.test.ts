import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { maxWaitingDeliveries } from '../../../rules/limits.ts'
import { openWeb } from '../../core/files/web.ts'
import { encodeId } from '../../core/global-ids.ts'
import { addReviews } from '../../testing/reviews.ts'
import { service, testIntegration, testSecret } from '../../testing/test-integration.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let port = 0
beforeAll(async () => {
  // Sends requests for every host to this world's stand-ins.
  const guard = {
    resolve: async () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    allows: () => true,
    get standIn() {
      return port
    },
  }
  world = await createWorld({ web: openWeb({ guard }), integrations: [testIntegration] })
  port = Number(new URL(await world.url()).port)
})
afterAll(() => world.close())
beforeEach(async () => {
  const db = world.app.deps.access.acrossShops('the demo platform')
  await Promise.all([db.integrationDelivery.deleteMany(), db.shopSecret.deleteMany(), db.demoReceived.deleteMany()])
})

interface State {
  isConnected: boolean
  connectedAt: string | null
}
interface Answer {
  __typename: string
  data?: State
  code?: string
  fields?: { path: string; code: string }[]
}
interface Delivered {
  integration: string
  event: string
  state: string
  attempts: number
  lastStatus: number | null
  reason: string | null
}

const refusal = '... on Refusal { code } ... on InvalidInputError { fields { path code } }'
async function run(mutation: string, input: object, token?: string): Promise<Answer> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}`
  const { data } = await world.graphql(
    `mutation ($input: ${type}Input!) { r: ${mutation}(input: $input) { __typename ... on ${type}Success { data { isConnected connectedAt } } ${refusal} } }`,
    { input },
    token,
  )
  return (data as unknown as { r: Answer }).r
}
const key = testIntegration.key
const connect = (value = testSecret, token?: string) =>
  run('connectIntegration', { key, secrets: [{ name: 'secret', value }] }, token)
async function log(token?: string): Promise<Delivered[]> {
  const { data } = await world.graphql(
    '{ viewer { shop { integrationDeliveries(first: 50) { edges { node { integration event state attempts lastStatus reason } } } } } }',
    {},
    token,
  )
  return (
    data as unknown as { viewer: { shop: { integrationDeliveries: { edges: { node: Delivered }[] } } } }
  ).viewer.shop.integrationDeliveries.edges.map(({ node }) => node)
}
async function publish(content: string): Promise<string> {
  const [{ id } = { id: '' }] = await addReviews(world.ctx, { status: 'pending', content, rate: 4 })
  await world.rest('POST', `/reviews/${id}/publish`)
  await world.runJobs()
  return id
}
const received = async () =>
  (await world.inject({ url: `/demo/received.json?name=${key}` })).json<
    { path: string; status: number; problem: string | null; body: string }[]
  >()

test('sends a signed published review to a connected service and logs it', async () => {
  expect(await connect()).toMatchObject({ data: { isConnected: true } })
  const id = await publish('Keeps tea hot')
  const [event, ...earlier] = await received()
  expect(earlier.map(({ path }) => path)).toEqual(['/ping'])
  expect(event).toMatchObject({ path: '/events', status: 202, problem: null })
  expect(JSON.parse(event?.body ?? '')).toMatchObject({
    event: 'review.published',
    review: { id, rate: 4, content: 'Keeps tea hot' },
  })
  expect(await log()).toEqual([
    { integration: key, event: 'review.published', state: 'SENT', attempts: 1, lastStatus: 202, reason: null },
  ])
  expect(await log(world.otherToken)).toEqual([])
})

test('sends nothing for a shop without a connection, and no imported reviews', async () => {
  await publish('Unheard')
  await connect()
  await world.app.deps.emit(world.ctx, 'review.published', { ids: [randomUUID()], productIds: [], imported: true })
  expect(await log()).toEqual([])
})

test('gives up after ten attempts in three days', async () => {
  await connect()
  await publish('busy')
  for (let step = 0; step < 9; step++) await world.advance({ days: 1 })
  expect(await log()).toMatchObject([{ state: 'FAILED', attempts: 10, lastStatus: 429, reason: 'integrationBusy' }])
})

test('retries a service that is down with the queue’s back-off', async () => {
  await connect()
  await publish('down')
  expect(await log()).toMatchObject([{ state: 'WAITING', attempts: 1, lastStatus: 503, reason: 'integrationBusy' }])
  const row = await world.ctx.db.integrationDelivery.findFirstOrThrow()
  expect(row.dueAt.getTime() - world.ctx.now().getTime()).toBe(5000)
  await world.advance({ minutes: 1 })
  expect(await log()).toMatchObject([{ attempts: 2 }])
})

test('drops waiting deliveries when the shop disconnects', async () => {
  await connect()
  await publish('down')
  expect(await run('disconnectIntegration', { key })).toMatchObject({ data: { isConnected: false, connectedAt: null } })
  expect(await log()).toMatchObject([{ state: 'DROPPED', reason: 'integrationNotConnected' }])
})

test('refuses wrong credentials at once, logs the refusal and does not store them', async () => {
  expect(await connect('a-wrong-one')).toMatchObject({ fields: [{ path: 'secret', code: 'integrationLoginRefused' }] })
  expect(await log()).toMatchObject([{ state: 'FAILED', reason: 'integrationLoginRefused' }])
  expect(await connect('')).toMatchObject({ fields: [{ path: 'secret', code: 'required' }] })
  expect(await run('testIntegration', { key })).toMatchObject({ code: 'integrationNotConnected' })
  expect(await world.ctx.db.shopSecret.count()).toBe(0)
})

test('tests a connection, stores the secret sealed and never returns it', async () => {
  await connect()
  expect(await run('testIntegration', { key })).toMatchObject({ data: { isConnected: true } })
  expect((await world.rest('GET', `/integrations/${key}`)).json()).toMatchObject({
    success: true,
    data: { integrated: true },
  })
  expect((await world.rest('GET', `/integrations/${key}`, { token: world.otherToken })).json()).toMatchObject({
    data: { integrated: false },
  })
  expect((await world.rest('GET', '/integrations/missing')).statusCode).toBe(404)
  const rows = await world.ctx.db.shopSecret.findMany()
  expect(rows).toMatchObject([{ name: `${key}.secret`, keyId: world.app.deps.secrets.keyId }])
  expect(JSON.stringify([rows, await log()])).not.toContain(testSecret)
})

test('drops a shop’s newest deliveries above its limit', async () => {
  await connect()
  await world.ctx.db.$executeRaw`
    insert into "IntegrationDelivery" ("shopId", id, integration, lane, event, payload, "dueAt", "createdAt") select ${world.shop.id}::uuid, gen_random_uuid(), ${key}, ${key}, 'x', '{}', now() + interval '1 day', now() from generate_series(1, ${maxWaitingDeliveries}::int)`
  const id = await publish('One too many')
  const row = await world.ctx.db.integrationDelivery.findFirst({
    where: { payload: { path: ['reviewId'], equals: id } },
  })
  expect(row).toMatchObject({ state: 'dropped', reason: 'tooManyDeliveries', attempts: 0 })
})

test('sends what the former release queues, during an upgrade and after a rollback', async () => {
  await connect()
  await world.ctx.db.$executeRaw`
    insert into "IntegrationDelivery" ("shopId", id, integration, event, payload, "createdAt") values (${world.shop.id}::uuid, gen_random_uuid(), ${key}, 'x', '{}', ${world.ctx.now()})`
  expect(await world.ctx.db.integrationDelivery.findFirst({ where: { event: 'x', attempts: 0 } })).toMatchObject({
    lane: key,
    dueAt: world.ctx.now(),
  })
})

test('delays no other shop while a service stalls one shop’s deliveries', async () => {
  await Promise.all([connect(), connect(testSecret, world.otherToken)])
  const [stalled, other] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  service.onEvent = async (content) => (content === 'stalls' ? stalled.promise : other.resolve(undefined))
  const ofShop = await addReviews(
    world.ctx,
    ...Array.from({ length: 12 }, () => ({ status: 'pending', content: 'stalls' }) as const),
  )
  await world.graphql('mutation ($input: ReviewIdsInput!) { publishReviews(input: $input) { __typename } }', {
    input: { ids: ofShop.map(({ id }) => encodeId('Review', id)) },
  })
  const [ofOther] = await addReviews(world.contextOf(world.otherShop), { status: 'pending', content: 'quick' })
  await world.rest('POST', `/reviews/${ofOther?.id ?? ''}/publish`, { token: world.otherToken })
  const jobs = world.runJobs()
  await other.promise
  stalled.resolve(undefined)
  await jobs
  expect((await log()).map(({ state }) => state)).toEqual(Array.from({ length: 12 }, () => 'SENT'))
})
