import { importClient } from '../../testing/import-client.ts'
import { aliexpressPage } from '../../testing/marketplace-pages.ts'
import { standInWeb, type StandInWeb } from '../../testing/stand-in-web.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { runWithHostLimit } from './fetch-limit.ts'

let standIn: StandInWeb
let world: World
beforeAll(async () => {
  standIn = await standInWeb()
  world = await createWorld({ web: standIn.web })
})
afterAll(async () => {
  await world.close()
  await standIn.close()
})

const held = () => Promise.withResolvers<undefined>()

test('a host’s turns go round by shop, however many of one wait', async () => {
  const asked: string[] = []
  const first = held()
  const turn = (shopId: string, name: string, until?: Promise<unknown>) =>
    runWithHostLimit(standIn.web, { host: 'round.test', shopId, patienceMs: 60_000 }, async () => {
      asked.push(name)
      await until
    })
  const all = [
    turn('a', 'a1', first.promise),
    turn('a', 'a2'),
    turn('a', 'a3'),
    turn('a', 'a4'),
    turn('b', 'b1'),
    turn('b', 'b2'),
    turn('c', 'c1'),
  ]
  first.resolve(undefined)
  await Promise.all(all)
  expect(asked).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('who has waited long enough leaves the line, and those behind come', async () => {
  const first = held()
  const turn = (name: string, patienceMs: number, until?: Promise<unknown>) =>
    runWithHostLimit(standIn.web, { host: 'line.test', shopId: 'a', patienceMs }, async () => {
      await until
      return name
    })
  const [one, two, three] = [turn('one', 60_000, first.promise), turn('two', 0), turn('three', 60_000)]
  expect(await two).toBeNull()
  first.resolve(undefined)
  expect(await Promise.all([one, three])).toEqual(['one', 'three'])
  expect(await turn('four', 0)).toBe('four')
})

test('a shop fetches one thing at a time, two wait, and more are refused at once; another shop does not notice', async () => {
  const open: (() => void)[] = []
  const page = aliexpressPage({ from: 1, to: 3, page: 1, pages: 1, total: 3 })
  standIn.answer(() =>
    open.length === 0
      ? (response) => void open.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end(page))
      : page,
  )
  const ask = (token?: string) =>
    world.rest('POST', '/imports/fetch', {
      body: { source: 'aliexpress', address: 'https://www.aliexpress.com/item/1005006855966573.html' },
      ...(token && { token }),
    })
  const first = ask()
  while (open.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const more = Array.from({ length: 8 }, () => ask())
  const refused: unknown[] = []
  // Those who are refused do not wait for the first one.
  await new Promise<void>((resolve) => {
    for (const one of more)
      void one.then((answer) => {
        refused.push([answer.statusCode, answer.json<{ code: string }>().code])
        if (refused.length === 6) resolve()
      })
  })
  expect(refused).toEqual(Array(6).fill([429, 'tooManyAttempts']))
  const other = ask(world.otherToken)
  open[0]?.()
  const answers = await Promise.all([first, ...more, other])
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4)
  expect((await other).statusCode).toBe(200)
  expect((await ask()).statusCode).toBe(200)
  await importClient(world).clear()
})
