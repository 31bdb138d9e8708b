import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { queueTabCounts } from '../../../requests/queue/list-queue.ts'
import { openWeb } from '../../../core/files/web.ts'
import { addProduct, placeOrder } from '../../../testing/orders.ts'
import { addReviews } from '../../../testing/reviews.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { saveSetting } from '../../settings/settings.ts'
import { klaviyoDemoKey, klaviyoStandIn } from './stand-in.ts'

let world: World
beforeEach(async () => {
  // Sends requests for every host to this world's stand-ins.
  let port = 0
  world = await createWorld({
    web: openWeb({
      guard: {
        resolve: async () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
        allows: () => true,
        get standIn() {
          return port
        },
      },
    }),
  })
  port = Number(new URL(await world.url()).port)
})
afterEach(() => world.close())

async function connect(apiKey: string = klaviyoDemoKey): Promise<object> {
  const { data } = await world.graphql(
    'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { __typename ... on ConnectIntegrationSuccess { data { isConnected } } ... on InvalidInputError { fields { path code } } } }',
    { input: { key: 'klaviyo', secrets: [{ name: 'apiKey', value: apiKey }] } },
  )
  return data as unknown as object
}

interface Received {
  path: string
  status: number
  problem: string | null
  headers: Record<string, string>
  body: string
}
interface Event {
  metric: { data: { attributes: { name: string } } }
  profile: { data: { attributes: object } }
  properties: Record<string, unknown>
  unique_id: string
}
async function received(): Promise<Received[]> {
  return (await world.inject({ url: '/demo/received.json?name=klaviyo' })).json<Received[]>()
}
async function events(): Promise<(Event & { name: string })[]> {
  return (await received())
    .filter(({ path }) => path === '/api/events')
    .map(({ body }) => (JSON.parse(body) as { data: { attributes: Event } }).data.attributes)
    .map((event) => ({ ...event, name: event.metric.data.attributes.name }))
    .reverse()
}
interface Delivered {
  integration: string
  event: string
  state: string
  lastStatus: number | null
  reason: string | null
  detail: string | null
}
async function log(token?: string): Promise<Delivered[]> {
  const { data } = await world.graphql(
    '{ viewer { shop { integrationDeliveries(first: 50, integration: "klaviyo") { edges { node { integration event state lastStatus reason detail } } } } } }',
    {},
    token,
  )
  return (
    data as unknown as { viewer: { shop: { integrationDeliveries: { edges: { node: Delivered }[] } } } }
  ).viewer.shop.integrationDeliveries.edges.map(({ node }) => node)
}
async function submit(email: string): Promise<string> {
  const product = await addProduct(world, 'Teapot')
  const [review] = await addReviews(world.ctx, { email, productId: product.id, rate: 2, content: 'Drips' })
  const id = review?.id ?? ''
  await world.ctx.emit('review.submitted', { ids: [id] })
  await world.runJobs()
  return id
}
const sendByKlaviyo = () => saveSetting(world.ctx, 'emailTemplates', { reviewReminder: { senderApp: 'klaviyo' } })
async function order(email: string): Promise<void> {
  const products = [await addProduct(world, 'Teapot'), await addProduct(world, 'Cup')]
  await (await placeOrder(world, { products, email })).fulfill()
}
const item = () => world.ctx.db.queueItem.findFirstOrThrow({ where: { shopId: world.shop.id } })
const countSent = async () => (await queueTabCounts(world.ctx)).find(({ id }) => id === 'sentToMarketing')?.count

test('reports a new, a published and an answered review, each once', async () => {
  expect(await connect()).toMatchObject({ connectIntegration: { data: { isConnected: true } } })
  const id = await submit('ada@reader.test')
  await world.rest('POST', `/reviews/${id}/publish`)
  await world.runJobs()
  await world.rest('PUT', `/reviews/${id}/reply`, { body: { content: 'Sorry to hear' } })
  await world.runJobs()
  const sent = await events()
  expect(sent.map(({ name, unique_id }) => [name, unique_id])).toEqual([
    ['Submitted Review', `review:${id}:submitted`],
    ['Review Published', `review:${id}:published`],
    ['Review Reply', `review:${id}:replied`],
  ])
  expect(sent[2]).toMatchObject({
    profile: { data: { attributes: { email: 'ada@reader.test' } } },
    properties: { rating: 2, review_content: 'Drips', reply: 'Sorry to hear', product_name: 'Teapot' },
  })
  expect(await log()).toMatchObject([{ state: 'SENT', lastStatus: 202 }, { state: 'SENT' }, { state: 'SENT' }])
  expect(await log(world.otherToken)).toEqual([])
  for (const { headers, problem } of await received()) expect([headers.revision, problem]).toEqual(['2026-07-15', null])
})

test('keeps a stranger’s typed name out of the profile, and sends a buyer’s', async () => {
  await connect()
  await submit('ada@reader.test')
  const [bought] = await addReviews(world.ctx, { email: 'bob@reader.test', firstName: 'Bob', verifiedBy: 'order' })
  await world.ctx.emit('review.submitted', { ids: [bought?.id ?? ''] })
  await world.runJobs()
  expect((await events()).map(({ profile }) => profile.data.attributes)).toEqual([
    { email: 'ada@reader.test' },
    { email: 'bob@reader.test', first_name: 'Bob', last_name: 'Byron' },
  ])
})

test('sends only the events that the merchant chose', async () => {
  await connect()
  await world.rest('PUT', '/settings/klaviyo', { body: { sendSubmitted: false } })
  const id = await submit('ada@reader.test')
  await world.rest('POST', `/reviews/${id}/publish`)
  await world.runJobs()
  expect((await events()).map(({ name }) => name)).toEqual(['Review Published'])
})

test('gives up a refused event with Klaviyo’s own words in the log', async () => {
  await connect()
  await submit('refused@reader.test')
  expect(await log()).toMatchObject([
    { state: 'FAILED', lastStatus: 400, reason: 'integrationRefused', detail: 'The address is invalid.' },
  ])
})

test('waits as long as Klaviyo asks', async () => {
  await connect()
  await submit('busy@reader.test')
  const row = await world.ctx.db.integrationDelivery.findFirstOrThrow({ where: { state: 'waiting' } })
  expect(row).toMatchObject({ reason: 'integrationBusy', lastStatus: 429 })
  expect(row.dueAt.getTime() - world.ctx.now().getTime()).toBe(90_000)
})

test('refuses a wrong key, and never returns or logs the right one', async () => {
  expect(await connect('pk_wrong')).toMatchObject({
    connectIntegration: { fields: [{ path: 'apiKey', code: 'integrationLoginRefused' }] },
  })
  await connect()
  await submit('ada@reader.test')
  const answers = [
    await log(),
    (await world.rest('GET', '/settings/klaviyo')).json<object>(),
    (await world.rest('GET', '/integrations/klaviyo')).json<object>(),
    await world.ctx.db.shopSecret.findMany(),
    await world.ctx.db.settingHistory.findMany(),
  ]
  expect(JSON.stringify(answers)).not.toContain(klaviyoDemoKey)
})

test('hands a due request over with its signed links, and sends no email itself', async () => {
  await connect()
  await sendByKlaviyo()
  await order('ada@reader.test')
  await world.advance({ days: 8 })
  expect(await item()).toMatchObject({ status: 'success', senderApp: 'klaviyo', errorMessage: null })
  expect(await world.mailbox()).toHaveLength(0)
  const [event] = await events()
  expect(event).toMatchObject({
    name: 'Review Request',
    unique_id: `request:${(await item()).id}`,
    profile: { data: { attributes: { email: 'ada@reader.test' } } },
    properties: { product_names: ['Teapot', 'Cup'], products: [{ name: 'Teapot' }, { name: 'Cup' }] },
  })
  const open = async (url: unknown) => (await world.inject({ url: new URL(String(url)).pathname })).statusCode
  expect(await open(event?.properties.review_url)).toBe(200)
  expect(await open(event?.properties.unsubscribe_url)).toBe(200)
  expect(await countSent()).toBe(1)
  expect((await world.rest('GET', '/email-queue?status=sentToMarketing')).json()).toMatchObject({
    data: [{ senderApp: 'klaviyo' }],
    pagination: { total: 1 },
  })
})

test('hands nothing over for a customer who unsubscribed', async () => {
  await connect()
  await sendByKlaviyo()
  await order('ada@reader.test')
  await world.ctx.db.suppression.create({
    data: { shopId: world.shop.id, email: 'ada@reader.test', reason: 'unsubscribed', createdAt: world.ctx.now() },
  })
  await world.advance({ days: 8 })
  expect(await item()).toMatchObject({ status: 'cancelled', skipReason: 'unsubscribed' })
  expect(await events()).toEqual([])
})

test('fails a request that Klaviyo refuses, with its words on the row', async () => {
  await connect()
  await sendByKlaviyo()
  await order('refused@reader.test')
  await world.advance({ days: 8 })
  expect(await item()).toMatchObject({
    status: 'failed',
    senderApp: 'klaviyo',
    errorMessage: 'The service refused the request: The address is invalid.',
  })
  expect(await countSent()).toBe(0)
})

test('takes over review requests only', async () => {
  const save = async (template: string) =>
    (await world.rest('PUT', '/settings/emailTemplates', { body: { [template]: { senderApp: 'klaviyo' } } })).statusCode
  expect([await save('customer-survey'), await save('review-reminder')]).toEqual([422, 200])
})

test('refuses an event that breaks Klaviyo’s schema', () => {
  const post = (attributes: object) =>
    klaviyoStandIn({
      method: 'POST',
      path: '/api/events',
      headers: {
        authorization: `Klaviyo-API-Key ${klaviyoDemoKey}`,
        revision: '2026-07-15',
        'content-type': 'application/vnd.api+json',
      },
      body: JSON.stringify({ data: { type: 'event', attributes } }),
    })
  expect(post({ properties: {}, metric: 'Submitted Review' })).toMatchObject({
    status: 400,
    problem: expect.stringContaining('metric'),
  })
})
