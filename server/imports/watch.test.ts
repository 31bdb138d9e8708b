import { createWorld, type World } from '../testing/world.ts'
import { inventedExport } from '../testing/hostile/invented-export.ts'
import { discardImport } from './discard.ts'
import { createImport, findImport, startImport } from './imports.ts'
import { watchStatuses } from './watch.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const upload = (text: string) => createImport(world.ctx, { name: 'a.csv', bytes: new TextEncoder().encode(text) })

test('a tab that was open hears what is begun elsewhere, state by state and not batch by batch', async () => {
  const {
    ctx,
    app: {
      parts: { pubsub },
    },
  } = world
  let wakes = 0
  const all = pubsub.subscribe(ctx.shop.id, 'import')[Symbol.asyncIterator]()
  const counting = (async () => {
    while (!(await all.next()).done) wakes++
  })()
  const heard: (string | undefined)[] = []
  const listening = (async () => {
    for await (const { id } of watchStatuses(ctx, pubsub)) {
      heard.push((await findImport(ctx, id))?.status)
      if (heard.at(-1) === 'done') break
    }
  })()
  const { id } = await upload(inventedExport(6_000))
  await startImport(ctx, id, {})
  await listening
  await all.return?.()
  await counting
  expect(heard.length).toBeGreaterThan(1)
  expect(heard.length).toBeLessThanOrEqual(4)
  expect(wakes).toBeGreaterThan(heard.length + 3)
})

test('tabs that hear of it together are given the same, so that it is read and answered once', async () => {
  const {
    ctx,
    app: {
      parts: { pubsub },
    },
  } = world
  const tabs = Array.from({ length: 20 }, () => watchStatuses(ctx, pubsub))
  const heard = Promise.all(tabs.map((tab) => tab.next()))
  await upload('body,rating\nTogether,5\n')
  const [first, ...others] = (await heard).map(({ value }) => value as object)
  expect(first).toMatchObject({ status: expect.any(String) })
  for (const other of others) expect(other).toBe(first)
  await Promise.all(tabs.map((tab) => tab.return(undefined)))
})

test('and what is discarded', async () => {
  const {
    ctx,
    app: {
      parts: { pubsub },
    },
  } = world
  const { id } = await upload('body,rating\nNever mind,5\n')
  // What its upload has told may come a moment later.
  const gone = (async () => {
    for await (const stand of watchStatuses(ctx, pubsub)) if (stand.status === null) return stand.id
    return null
  })()
  await discardImport(ctx, id)
  expect(await gone).toBe(id)
  expect(await findImport(ctx, id)).toBeNull()
})
