import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { mostDocumentsWaiting, mutationsAtOnce } from '../../../rules/limits.ts'
import { halfSent, type HalfSent } from '../../testing/checks/half-sent.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
const sockets: Socket[] = []
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
  expect((await addReview('First')).statusCode).toBe(200)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => world.close())

const review = (title: string) => ({ rate: 5, title, content: 'It holds', firstName: 'Ann', email: 'ann@example.com' })
const addReview = (title: string, token = world.token) => world.rest('POST', '/reviews', { token, body: review(title) })
const search = (token = world.token) => world.rest('GET', '/reviews?search=holds&limit=100', { token })
const many = <T>(count: number, ask: (at: number) => Promise<T>): Promise<T>[] =>
  Array.from({ length: count }, (_, at) => ask(at))
const titles = async (title: string) => world.ctx.db.review.count({ where: { shopId: world.shop.id, title } })

const keyed = (key: string) =>
  world.inject({
    method: 'POST',
    url: '/apiSa/reviews',
    payload: review(key),
    headers: { 'x-auth-token': world.token, 'idempotency-key': key },
  })

interface Held {
  give(): Promise<unknown>
  answers: Promise<{ statusCode: number }[]>
}

/** Fills the shop's write limit with requests that wait for another process's answer. `give` stores that answer. */
async function writesHeld(key: string): Promise<Held> {
  const { db, shop } = world.ctx
  expect((await keyed(key)).statusCode).toBe(200)
  await db.$executeRaw`
    update "IdempotencyKey" set status = null, body = jsonb_build_object('attempt', 'elsewhere', 'leaseUntil', now() + interval '1 hour') where "shopId" = ${shop.id}::uuid and key = ${key}`
  return {
    answers: Promise.all(many(mutationsAtOnce, () => keyed(key))),
    give: async () =>
      db.$executeRaw`update "IdempotencyKey" set status = 200, body = '{"answer": "{}"}' where "shopId" = ${shop.id}::uuid and key = ${key}`,
  }
}

test('refuses a shop’s reads over both APIs while too many wait, and answers another shop', async () => {
  const own = many(mostDocumentsWaiting * 2, async (at) =>
    world.rest('GET', '/reviews?search=holds', { mode: at % 2 ? 'embedded' : 'standalone' }),
  )
  expect((await search(world.otherToken)).statusCode).toBe(200)
  const answers = await Promise.all(own)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused[0]?.json()).toMatchObject({ success: false, code: 'tooManyAttempts' })
  expect(refused[0]?.headers['retry-after']).toBe('1')
  expect(answers.filter(({ statusCode }) => statusCode === 200).length + refused.length).toBe(answers.length)
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(mostDocumentsWaiting)
  expect((await search()).statusCode).toBe(200)
})

test('queues writes behind writes of their shop only, and drops a disconnected client’s write', async () => {
  const held = await writesHeld('held')
  let done = false
  const next = addReview('Waited').then((answer) => {
    done = true
    return answer
  })
  const gone = new AbortController()
  const closed = new Promise((tell) =>
    world.app.http.server.once('request', (_request, response) => response.once('close', tell)),
  )
  const left = fetch(`${await world.url()}/apiSa/reviews`, {
    method: 'POST',
    signal: gone.signal,
    headers: { 'x-auth-token': world.token, 'content-type': 'application/json' },
    body: JSON.stringify(review('Gone')),
  })
  // The server has read that body once it has answered a later request.
  expect((await addReview('Other', world.otherToken)).statusCode).toBe(200)
  for (let at = 0; at < 10; at++) expect((await search()).statusCode).toBe(200)
  expect((await fetch(`${await world.url()}/apiSa/shops`, { headers: { 'x-auth-token': world.token } })).status).toBe(
    200,
  )
  gone.abort()
  await expect(left).rejects.toThrow('aborted')
  await closed
  expect(done).toBe(false)
  await held.give()
  expect((await held.answers).map(({ statusCode }) => statusCode)).toEqual(
    Array.from({ length: mutationsAtOnce }, () => 200),
  )
  expect((await next).statusCode).toBe(200)
  // All places are free again, and the earlier writes are done.
  expect(
    (await Promise.all(many(mutationsAtOnce * 2, () => addReview('After')))).map(({ statusCode }) => statusCode),
  ).toEqual(Array.from({ length: mutationsAtOnce * 2 }, () => 200))
  expect([await titles('Waited'), await titles('Gone')]).toEqual([1, 0])
})

const file =
  'title,body,rating,review_date,reviewer_name,reviewer_email,product_handle\nNice,Nice thing,5,2025-01-01,Ann,a@b.cd,x\n'
const upload = `--edge\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${file}\r\n--edge--\r\n`

test('gives slow uploads no place before they are complete, then answers all', async () => {
  const slow: HalfSent[] = []
  while (slow.length < mutationsAtOnce * 2)
    slow.push(
      await halfSent(world, {
        path: '/apiSa/imports',
        contentType: 'multipart/form-data; boundary=edge',
        body: upload,
        first: 150,
      }),
    )
  sockets.push(...slow.map(({ socket }) => socket))
  expect((await addReview('During uploads')).statusCode).toBe(200)
  for (const { sendTheRest } of slow) sendTheRest()
  for (const answer of await Promise.all(slow.map((each) => each.answer))) expect(answer).toMatch(/^HTTP\/1.1 200 OK/)
})
