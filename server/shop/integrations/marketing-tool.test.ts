import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { queueTabCounts } from '../../requests/queue/list-queue.ts'
import { openWeb } from '../../core/files/web.ts'
import { markReviewed } from '../../requests/requests/progress.ts'
import { saveSetting } from '../settings/settings.ts'
import { addReviews } from '../../testing/reviews.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { aemDemo } from './aem/stand-in.ts'
import { pushOwlDemoToken } from '../../requests/push/pushowl/stand-in.ts'

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

const secrets = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }))
async function connect(key: string, values: Record<string, string>): Promise<object> {
  const { data } = await world.graphql(
    'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { __typename ... on ConnectIntegrationSuccess { data { isConnected } } ... on InvalidInputError { fields { code } } } }',
    { input: { key, secrets: secrets(values) } },
  )
  return data as unknown as object
}
const connectTool = () => connect('aem', aemDemo)
const sendByTool = () => saveSetting(world.ctx, 'emailTemplates', { reviewReminder: { senderApp: 'aem' } })
async function order(email: string): Promise<void> {
  const products = [
    await addProduct(world, 'Teapot'),
    await addProduct(world, 'Cup'),
    await addProduct(world, 'Saucer'),
  ]
  await (await placeOrder(world, { products, email })).fulfill()
}
const item = () => world.ctx.db.queueItem.findFirstOrThrow({ where: { shopId: world.shop.id } })
const received = async (name: string) =>
  (await world.inject({ url: `/demo/received.json?name=${name}` })).json<
    { path: string; status: number; problem: string | null; body: string }[]
  >()
const tab = async (id: string) => (await queueTabCounts(world.ctx)).find((each) => each.id === id)?.count

test('sends a request to the marketing tool as a signed event, not by SMTP', async () => {
  expect(await connectTool()).toMatchObject({ connectIntegration: { data: { isConnected: true } } })
  await sendByTool()
  await order('ada@reader.test')
  await world.advance({ days: 8 })
  expect(await item()).toMatchObject({ status: 'success', senderApp: 'aem', errorMessage: null })
  expect(await world.mailbox()).toHaveLength(0)
  const [event] = await received('aem')
  expect(event).toMatchObject({ path: '/events', status: 200, problem: null })
  expect(JSON.parse(event?.body ?? '{}')).toMatchObject({
    data: {
      event: 'review-reminder',
      customer: { email: 'ada@reader.test' },
      email: { unsubscribeUrl: expect.stringContaining('/u/') },
    },
  })
  expect(await tab('sentToMarketing')).toBe(1)
  expect((await world.rest('GET', '/email-queue?status=sentToMarketing')).json()).toMatchObject({
    data: [{ senderApp: 'aem' }],
    pagination: { total: 1 },
  })
  expect((await world.rest('GET', '/settings/aem')).json()).toMatchObject({
    data: { integrated: true, appId: aemDemo.appId },
  })
  expect(await world.ctx.db.integrationDelivery.findMany()).toMatchObject([
    { integration: 'aem', event: 'email.due', state: 'sent' },
  ])
})

test('removes the request from the tab after a review', async () => {
  await connectTool()
  await sendByTool()
  await order('ada@reader.test')
  await world.advance({ days: 8 })
  await markReviewed(world.ctx, (await item()).orderId)
  expect(await tab('sentToMarketing')).toBe(0)
  expect(await item()).toMatchObject({ status: 'reviewed', senderApp: 'aem' })
})

test.each([
  ['busy@reader.test', 'The service was busy', 'waiting'],
  ['refused@reader.test', 'The service refused the request', 'failed'],
])('retries a refusal of %s or fails with the reason', async (email, errorMessage, status) => {
  await connectTool()
  await sendByTool()
  await order(email)
  await world.advance({ days: 7, minutes: 1 })
  expect(await item()).toMatchObject({ status, errorMessage, senderApp: 'aem' })
  for (let day = 0; day < 5; day++) await world.advance({ days: 1 })
  expect(await item()).toMatchObject({ status: 'failed', errorMessage, senderApp: 'aem' })
  expect(await tab('sentToMarketing')).toBe(0)
})

test('sends the email itself while the tool is not connected', async () => {
  await sendByTool()
  await order('ada@reader.test')
  await world.advance({ days: 8 })
  expect(await item()).toMatchObject({ status: 'success', senderApp: 'candor' })
  expect(await world.mailbox()).toHaveLength(1)
})

test('sends emails of jobs to the tool too', async () => {
  await connectTool()
  await saveSetting(world.ctx, 'emailTemplates', { reviewReply: { senderApp: 'aem', sendAfter: 'immediately' } })
  const [review] = await addReviews(world.ctx, { status: 'published', email: 'ada@reader.test' })
  await world.rest('PUT', `/reviews/${review?.id ?? ''}/reply`, { body: { content: 'Thanks' } })
  await world.advance({ minutes: 10 })
  expect(
    (await received('aem')).map(({ body }) => (JSON.parse(body) as { data: { event: string } }).data.event),
  ).toContain('review-reply')
  expect(await world.mailbox()).toHaveLength(0)
})

test('sends new reviews to the tool if the merchant enables it', async () => {
  await connectTool()
  await saveSetting(world.ctx, 'aem', { sendReviews: true })
  const [review] = await addReviews(world.ctx, { status: 'pending', email: 'ada@reader.test' })
  await world.ctx.emit('review.submitted', { ids: [review?.id ?? ''] })
  await world.runJobs()
  expect((await received('aem'))[0]).toMatchObject({
    status: 200,
    problem: null,
    body: expect.stringContaining('review_submitted'),
  })
})

test('refuses to connect with wrong credentials', async () => {
  expect(await connect('aem', { ...aemDemo, secretKey: 'wrong' })).toMatchObject({
    connectIntegration: { fields: [{ code: 'integrationLoginRefused' }] },
  })
  expect((await world.rest('GET', '/settings/aem')).json()).toMatchObject({ data: { integrated: false } })
  expect((await world.rest('GET', '/settings/pushOwl')).json()).toMatchObject({
    data: { integrated: false, state: 'signup' },
  })
})

test('sends a request’s notification to PushOwl, and its state follows the connection', async () => {
  expect(await connect('pushowl', { authToken: pushOwlDemoToken })).toMatchObject({
    connectIntegration: { data: { isConnected: true } },
  })
  await saveSetting(world.ctx, 'pushOwl', { reviewReminderStatus: true })
  expect((await world.rest('GET', '/integrations/pushowl')).json()).toMatchObject({
    data: { integrated: true, reviewReminderStatus: true, state: 'connected' },
  })
  await order('ada@reader.test')
  await world.advance({ days: 8 })
  const [event] = await received('pushowl')
  expect(event).toMatchObject({ path: '/api/v1/accounts/world/notifications/', status: 201, problem: null })
  expect(JSON.parse(event?.body ?? '{}')).toMatchObject({
    recipient: { email: 'ada@reader.test' },
    notification: { body: 'Tell others about Teapot and Cup.' },
  })
  expect(await item()).toMatchObject({ pushStatus: 'sent' })
  await world.graphql('mutation { disconnectIntegration(input: { key: "pushowl" }) { __typename } }')
  expect((await world.rest('GET', '/integrations/pushowl')).json()).toMatchObject({
    data: { integrated: false, state: 'disconnected' },
  })
})

test('fails a notification that PushOwl refuses with the reason', async () => {
  await connect('pushowl', { authToken: pushOwlDemoToken })
  await saveSetting(world.ctx, 'pushOwl', { reviewReminderStatus: true })
  await order('refused@reader.test')
  await world.advance({ days: 8 })
  expect(await item()).toMatchObject({ pushStatus: 'failed', pushError: 'integrationRefused' })
  expect(await tab('pushFailed')).toBe(1)
})
