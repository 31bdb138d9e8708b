import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { placeOrder } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const list = async (query = '', token = world.token) =>
  (await world.rest('GET', `/suppressions${query}`, { token })).json<{
    data: { email: string; reason: string }[]
    pagination: { total: number; nextCursor: string | null }
  }>()
const mailTo = async (email: string) => (await world.mailbox()).filter(({ to }) => to.includes(email))

/** Returns the unsubscribe link of a sent request. */
async function linkOf(email: string): Promise<string> {
  const order = await placeOrder(world, { email, locale: 'de' })
  await order.fulfill()
  await world.advance({ days: 7 })
  const [mail] = await mailTo(email)
  return /\/u\/[\w.-]+/.exec(mail?.html ?? '')?.[0] ?? ''
}
const post = (url: string, payload = '') =>
  world.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload })

test('the unsubscribe page offers fewer, later and never in the shopper’s language, and changes nothing on opening', async () => {
  const link = await linkOf('fewer@example.com')
  const page = await world.inject({ url: link })
  expect(page.body).toContain('lang="de"')
  for (const choice of ['fewer', 'later', 'never']) expect(page.body).toContain(`value="${choice}"`)
  expect((await list()).data).toEqual([])
  expect((await post(link, 'choice=fewer')).statusCode).toBe(303)
  const order = await placeOrder(world, { email: 'fewer@example.com' })
  await order.fulfill()
  await world.advance({ days: 8 })
  expect(
    await world.ctx.db.queueItem.findMany({
      where: { shopId: world.shop.id, customerEmail: 'fewer@example.com' },
      orderBy: { createdAt: 'asc' },
    }),
  ).toMatchObject([{ status: 'success' }, { status: 'waiting', moveReason: 'movedByPreference', reasonValue: '30' }])
  await world.advance({ days: 23 })
  expect(await mailTo('fewer@example.com')).toHaveLength(2)
})

test('ends a pause after 30 days and lets the shopper undo a choice', async () => {
  const link = await linkOf('later@example.com')
  await post(link, 'choice=later')
  const order = await placeOrder(world, { email: 'later@example.com' })
  await order.fulfill()
  await world.advance({ days: 8 })
  expect(await mailTo('later@example.com')).toHaveLength(1)
  await post(`${link}/again`)
  await world.advance({ days: 23 })
  expect(await mailTo('later@example.com')).toHaveLength(2)
  expect(
    await world.ctx.db.mailPreference.count({ where: { shopId: world.shop.id, email: 'later@example.com' } }),
  ).toBe(0)
})

test('treats a mail program’s one-click unsubscribe as never', async () => {
  await post(await linkOf('never@example.com'), 'List-Unsubscribe=One-Click')
  expect((await list('?reason=unsubscribed')).data).toMatchObject([
    { email: 'never@example.com', reason: 'unsubscribed' },
  ])
})

test('lets the merchant add, find, page through, export and remove addresses', async () => {
  const emails = Array.from({ length: 12 }, (_, index) => `added${index}@example.com`)
  expect((await world.rest('POST', '/suppressions', { body: { emails } })).json()).toMatchObject({
    success: true,
    data: { count: 12 },
  })
  expect((await world.rest('POST', '/suppressions', { body: { emails: ['nonsense'] } })).statusCode).toBe(422)
  const first = await list('?reason=added')
  const second = await list(`?reason=added&after=${encodeURIComponent(first.pagination.nextCursor ?? '')}`)
  expect([
    first.data.length,
    second.data.length,
    first.pagination.total,
    new Set([...first.data, ...second.data].map(({ email }) => email)).size,
  ]).toEqual([10, 2, 12, 12])
  expect((await list('?searchText=ADDED1')).data.map(({ email }) => email).length).toBe(3)
  expect((await list('', world.otherToken)).data).toEqual([])
  const csv = await world.rest('GET', '/suppressions/export')
  expect(csv.body.split('\n')).toHaveLength(15)
  const entries = [{ email: 'added1@example.com', reason: 'added' }]
  expect(
    (await world.rest('POST', '/suppressions/remove', { body: { entries }, token: world.otherToken })).json(),
  ).toMatchObject({ data: { count: 0 } })
  expect((await world.rest('POST', '/suppressions/remove', { body: { entries } })).json()).toMatchObject({
    data: { count: 1 },
  })
})

test('imports valid rows and names the others', async () => {
  const csv = 'name,Email\nAnn,ann@example.com\nBob,not an address\nCy,ann@example.com\nDi,=di@example.com\n'
  expect((await world.rest('POST', '/suppressions/import', { body: { csv } })).json()).toMatchObject({
    success: true,
    data: { added: 2, known: 1, refused: 1, problems: [{ line: 3, text: 'not an address' }] },
  })
  expect((await world.rest('POST', '/suppressions/import', { body: { csv: 'a,b\nc,d' } })).statusCode).toBe(422)
  const order = await placeOrder(world, { email: 'ann@example.com' })
  await order.fulfill()
  await world.advance({ days: 7 })
  expect(
    await world.ctx.db.queueItem.findFirst({ where: { shopId: world.shop.id, customerEmail: 'ann@example.com' } }),
  ).toMatchObject({ status: 'cancelled', skipReason: 'addressExcluded' })
})

test('reads a long line of wrong quotation marks as one row', async () => {
  const csv = `email\nfirst@example.com\n${'"a" '.repeat(240_000)}`
  expect((await world.rest('POST', '/suppressions/import', { body: { csv } })).json()).toMatchObject({
    data: { added: 1, refused: 1, problems: [{ line: 3 }] },
  })
})
