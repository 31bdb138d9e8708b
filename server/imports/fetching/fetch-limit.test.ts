import { standInWeb, type StandInWeb } from '../../testing/stand-in-web.ts'
import { runWithHostLimit } from './fetch-limit.ts'

let standIn: StandInWeb
beforeAll(async () => {
  standIn = await standInWeb()
})
afterAll(() => standIn.close())

const held = () => Promise.withResolvers<undefined>()

test('serves shops round-robin at one host, however many requests a shop has', async () => {
  const asked: string[] = []
  const first = held()
  const request = (shopId: string, name: string, until?: Promise<unknown>) =>
    runWithHostLimit(standIn.web, { host: 'round.test', shopId, patienceMs: 60_000 }, async () => {
      asked.push(name)
      await until
    })
  const all = [
    request('a', 'a1', first.promise),
    request('a', 'a2'),
    request('a', 'a3'),
    request('a', 'a4'),
    request('b', 'b1'),
    request('b', 'b2'),
    request('c', 'c1'),
  ]
  first.resolve(undefined)
  await Promise.all(all)
  expect(asked).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('drops a request after its timeout and serves those behind it', async () => {
  const first = held()
  const request = (name: string, patienceMs: number, until?: Promise<unknown>) =>
    runWithHostLimit(standIn.web, { host: 'line.test', shopId: 'a', patienceMs }, async () => {
      await until
      return name
    })
  const [one, two, three] = [request('one', 60_000, first.promise), request('two', 0), request('three', 60_000)]
  expect(await two).toBeNull()
  first.resolve(undefined)
  expect(await Promise.all([one, three])).toEqual(['one', 'three'])
  expect(await request('four', 0)).toBe('four')
})
