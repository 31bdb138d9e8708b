import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { createWorld, type World } from '../../testing/world.ts'
import { listBodyFields, type BodyFields } from './body-fields.ts'
import { routes } from '../../app/rest/routes.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

interface Refusal {
  statusCode: number
  json(): { code: string; message: string; fields: Record<string, { code: string; message: string }> }
}
const fieldsOf = (answer: Refusal) =>
  Object.fromEntries(Object.entries(answer.json().fields).map(([field, { code }]) => [field, code]))

/** Unknown fields at the top of a body and in each object within it. */
function misspelled(fields: BodyFields, path = ''): [string, object][] {
  return [
    [`${path}nonsense`, { nonsense: 1 }],
    ...Object.entries(fields).flatMap(([name, field]): [string, object][] => {
      if (field === true) return []
      return Array.isArray(field)
        ? misspelled((field as readonly [BodyFields])[0], `${path}${name}.0.`).map(([at, body]) => [
            at,
            { [name]: [body] },
          ])
        : misspelled(field as BodyFields, `${path}${name}.`).map(([at, body]) => [at, { [name]: body }])
    }),
  ]
}

const cases = routes.flatMap((route) => {
  if (route.method === 'GET') return []
  const { method } = route
  const path = route.path.replace(/:\w+/g, uuidv7())
  return misspelled(listBodyFields(route.body)).map(
    ([field, body]) => [`${method} ${route.path} ${field}`, { method, path, field, body }] as const,
  )
})

describe('an unknown field of a write', () => {
  test.each(cases)('is refused: %s', async (_name, { method, path, field, body }) => {
    const answer = await world.rest(method, path, { body })
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, { [field]: 'unknownField' }])
  })

  test('is answered with a suggestion of the likely field', async () => {
    const answer: Refusal = await world.rest('POST', '/reviews/bulk', {
      body: { action: 'unpublish', filter: { stats: ['pending'] }, all: true },
    })
    expect(answer.json()).toMatchObject({
      code: 'unknownField',
      fields: { 'filter.stats': { code: 'unknownField', message: 'Unknown field. Did you mean "status"?' } },
    })
    const list: Refusal = await world.rest('POST', '/reviews/export', {
      body: { format: 'csv', filter: { statusFilter: ['pending'] } },
    })
    expect(list.json().fields['filter.statusFilter']?.message).toContain('"status"')
  })

  test.each<[string, string, object]>([
    ['/apiSa/auth/login emial', 'emial', { emial: 'merchant@world.test', password: 'a-long-test-password' }],
    ['/apiSa/auth/logout everywhere', 'everywhere', { everywhere: true }],
    ['/apiSa/auth/shop shopid', 'shopid', { shopid: uuidv7() }],
  ])('is refused at sign-in: POST %s', async (call, field, payload) => {
    const answer = await world.inject({
      method: 'POST',
      url: call.split(' ')[0] ?? '',
      headers: { 'x-auth-token': world.token },
      payload,
    })
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, { [field]: 'unknownField' }])
    // The session is still open.
    expect((await world.rest('GET', '/shops')).statusCode).toBe(200)
  })

  test.each([
    ['/imports', 'scale', '5'],
    ['/imports', 'fil', new Blob(['body,rating\nFine,5\n'])],
    [`/reviews/${uuidv7()}/media`, 'hidden', 'true'],
    [`/reviews/${uuidv7()}/media`, 'postr', new Blob(['GIF89a'])],
    [`/reviews/${uuidv7()}/publish`, 'file', new Blob(['x'])],
    ['/imports?ratng=five', 'ratng', null],
  ])('is refused next to a file: POST %s %s', async (path, field, value) => {
    const form = new FormData()
    if (field !== 'file') form.set('file', new Blob(['body,rating\nFine,5\n']), 'a.csv')
    if (value !== null) form.set(field, value)
    form.set('shopId', world.otherShop.id)
    const answer = await fetch(`${await world.url()}/apiSa${path}`, {
      method: 'POST',
      headers: { 'x-auth-token': world.token },
      body: form,
    })
    const { fields } = (await answer.json()) as { fields: Record<string, { code: string }> }
    expect([answer.status, Object.entries(fields).map(([name, { code }]) => [name, code])]).toEqual([
      422,
      [[field, 'unknownField']],
    ])
  })

  test('may name a shop, but the session decides the shop', async () => {
    const answer = await world.rest('PUT', '/shops', { body: { isRated: true, shopId: world.otherShop.id } })
    expect(answer.statusCode).toBe(200)
    const { isRated } = await world
      .contextOf(world.otherShop)
      .db.shop.findUniqueOrThrow({ where: { id: world.otherShop.id } })
    expect(isRated).toBe(false)
  })

  test('is none in a shop sent back as received', async () => {
    const { data } = (await world.rest('GET', '/shops')).json<{ data: object }>()
    expect((await world.rest('PUT', '/shops', { body: data })).json()).toMatchObject({ success: true })
  })

  test('is reported for the first 20 of 20,000 unknown fields', async () => {
    const body = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, 1]))
    expect(Object.keys(fieldsOf(await world.rest('POST', '/emails', { body })))).toHaveLength(20)
  })
})

test('refuses flags of the shop that a merchant can’t change', async () => {
  const answer: Refusal = await world.rest('POST', '/shop', { body: { isRated: true, isCrmLogin: true } })
  expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, { isCrmLogin: 'fieldNotEditable' }])
  expect((await world.rest('POST', '/shop', { body: { isRated: true, isCrmLogin: false } })).statusCode).toBe(200)
})

test('refuses an unknown kind of change', async () => {
  const answer: Refusal = await world.rest('PUT', '/shops?type=updateAppStats', { body: { appStatus: false } })
  expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, { type: 'valueInvalid' }])
})

test('refuses to dismiss an unknown banner', async () => {
  const answer: Refusal = await world.rest('POST', '/shop/dismiss-banner', { body: { banner: 'anything' } })
  expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, { banner: 'valueInvalid' }])
})

test.each<[method: 'POST' | 'PUT' | 'DELETE', path: string]>([
  ['PUT', '/email-queue/:id/cancel'],
  ['POST', '/reviews/:id/publish'],
  ['DELETE', '/reviews/:id'],
])('accepts a write without a body with a JSON content type: %s %s', async (method, path) => {
  const answer = await world.inject({
    method,
    url: `/apiSa${path.replace(':id', uuidv7())}`,
    headers: { 'x-auth-token': world.token, 'content-type': 'application/json' },
  })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'notFound'])
})

test.each(['/api', '/apiSa', ''])(
  'serves the import template without a session: %s/imports/template.csv',
  async (prefix) => {
    const answer = await world.inject({ method: 'GET', url: `${prefix}/imports/template.csv` })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  },
)

test.each<[field: string, call: string, body: object | null]>([
  ['statusFilter', 'GET /reviews?statusFilter=nonsense', null],
  ['status', 'GET /reviews?status=nonsense', null],
  ['fromDate', 'GET /reviews?fromDate=soon', null],
  ['cursor', 'GET /reviews?cursor=x', null],
  ['productIdsFilter', 'GET /reviews?productIdsFilter=x', null],
  ['importFilter', 'GET /reviews?importFilter=x', null],
  ['statusList', 'GET /email-queue?statusList=nonsense', null],
  ['scheduledToDate', 'GET /email-queue?scheduledToDate=soon', null],
  ['orderRangeFilter', 'GET /email-queue?orderRangeFilter=a,b', null],
  ['before', 'GET /manual-import?before=x', null],
  ['action', 'POST /reviews/bulk', { action: 'burn', all: true }],
  ['ids', 'POST /reviews/bulk', { action: 'pin', ids: ['x'] }],
  ['filter.productIds', 'POST /reviews/export', { format: 'csv', filter: { productIds: ['x'] } }],
  ['filter.importId', 'POST /reviews/bulk', { action: 'pin', filter: { importId: 'x' } }],
  ['ids', 'POST /email-update-status', { ids: ['x'] }],
  ['status', 'POST /reviews', { rate: 5, status: 'nonsense' }],
])('names the caller’s own field in a refusal, %s: %s', async (field, call, ...[body]) => {
  const [method, path = ''] = call.split(' ')
  const answer: Refusal = await world.rest(method as 'GET' | 'POST', path, body ? { body } : {})
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, [field]])
})
