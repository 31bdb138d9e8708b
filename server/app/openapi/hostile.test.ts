import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mutationText } from '../../testing/documents.ts'
import { readPublishedApi, type DescribedOperation, type PublishedApi } from '../../testing/open-api.ts'
import { addThings, findShownThing, setPlan, type Things } from '../../testing/things.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let api: PublishedApi
let key: string
let others: Things
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise', env: { CANDOR_ROLE: 'web', CANDOR_KEY_REQUESTS: '100000' } })
  api = await readPublishedApi(world)
  const input = { name: 'Hostile', scopes: ['READ', 'WRITE'] }
  const { data } = await world.graphql(mutationText('createApiKey').text, { input })
  key = (data as unknown as { r: { data: { key: string } } }).r.data.key
  others = await addThings(world, world.otherShop)
  await setPlan(world, world.otherShop, 'enterprise')
})
afterAll(() => world.close())

const nul = String.fromCharCode(0)
const surrogate = String.fromCharCode(0xd8_00)

/** Values for a parameter or a field, whatever its type. */
const values: readonly unknown[] = [
  '',
  ' ',
  'null',
  nul,
  `a${nul}b`,
  surrogate,
  '\u202Eabc',
  '💥'.repeat(500),
  'x'.repeat(6_000),
  '\'; drop table "Review"; --',
  '../../etc/passwd',
  '{"$ne":null}',
  '[1,[2,[3]]]',
  '__proto__',
  'constructor',
  'toString',
  '-1',
  '0',
  '1e400',
  'NaN',
  '99999999999999999999',
  '0001-01-01T00:00:00-23:59',
  '9999-12-31T23:59:59+23:59',
  '275760-09-13T00:00:00Z',
  '2026-02-30',
  '%',
  '%E0%A4',
  '00000000-0000-0000-0000-000000000000',
]
const bodyValues: readonly unknown[] = [
  ...values,
  null,
  true,
  -1,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  [null],
  [[[]]],
  [{}],
  {},
  { a: { b: {} } },
  { length: 1 },
  { toString: 1, valueOf: 1 },
  Array.from({ length: 2_000 }, (_, at) => at),
]

/** Bodies that are no object, or have names of every object. */
const wholeBodies: readonly string[] = [
  '',
  'null',
  '[]',
  '"x"',
  '1',
  '{',
  '{"__proto__":{"id":"x"}}',
  '{"constructor":{"prototype":{"id":"x"}}}',
  '{"hasOwnProperty":1,"toString":1}',
  `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
]

interface Sent {
  path: string
  body?: string
}

const fill = (path: string, value: string) => path.replace(/\{\w+\}/g, encodeURIComponent(value))
/** An id of the other shop: no row of it may be read or changed. */
const foreign = (): string => others.ids.published

/** Encodes lone surrogates as replacement characters, as browsers do. */
const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())

function* attempts({ path, method, parameters, requestBody }: DescribedOperation): Generator<Sent> {
  const plain = fill(path, foreign()).replace('/storefront/' + foreign(), `/storefront/${world.shop.shopifyDomain}`)
  if (path.includes('{'))
    for (const value of values) {
      const text = String(value).toWellFormed()
      if (text.trim() !== '' && text.length < 2_000)
        yield { path: fill(path, text), ...(method !== 'get' && { body: '{}' }) }
    }
  const body = method === 'get' ? undefined : '{}'
  const ask = (query: string): Sent => ({ path: `${plain}?${query}`, ...(body && { body }) })
  for (const { name, in: place } of parameters)
    if (name && place === 'query') {
      for (const value of values) yield ask(`${name}=${encode(value)}`)
      yield ask(`${name}=1&${name}=2`)
      yield ask(`${name}[]=1&${name}[a]=2`)
    }
  if (method === 'get') return
  for (const whole of wholeBodies) yield { path: plain, body: whole }
  const { properties = {} } = (requestBody?.content['application/json']?.schema ?? {}) as { properties?: object }
  for (const field of Object.keys(properties))
    for (const value of bodyValues) yield { path: plain, body: JSON.stringify({ [field]: value }) }
}

const mostOfOne = 60

/** Takes evenly from the attempts of operations with many fields. */
const sample = (all: readonly Sent[]): Sent[] => all.filter((_each, at) => at % Math.ceil(all.length / mostOfOne) === 0)

/** Operations whose fields all go through one function, of which a few stand for all. */
const isRepeated = ({ path, method }: DescribedOperation): boolean =>
  method !== 'get' && path.startsWith('/api/settings/') && !/reviewBox|emailSetting|translations$/.test(path)

/** Operations that ask a service, which is slow and has its own tests. */
const asksService = /imports\/(fetch|judgeme)$/

test('no value of any parameter or body gets a 500, a stack or another shop’s row', async () => {
  const faults: string[] = []
  let tried = 0
  for (const operation of api.operations) {
    if (isRepeated(operation) || asksService.test(operation.path)) continue
    for (const { path, body } of sample([...attempts(operation)])) {
      const answer = await world.inject({
        method: operation.method.toUpperCase(),
        url: path,
        headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { payload: body }),
      })
      tried += 1
      const what = `${operation.method} ${path.slice(0, 200)} ${body?.slice(0, 120) ?? ''}`
      if (answer.statusCode >= 500 && answer.statusCode !== 502) faults.push(`${what}: ${answer.statusCode}`)
      if (/\n\s+at |node_modules|PrismaClient/.test(answer.body)) faults.push(`${what}: a stack`)
      const shown = findShownThing(answer.body, others, path + (body ?? ''))
      if (shown) faults.push(`${what}: shows ${shown}`)
    }
  }
  expect(faults.slice(0, 40)).toEqual([])
  expect(tried).toBeGreaterThan(3_000)
}, 600_000)
