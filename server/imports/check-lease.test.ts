import { smallChecksAtOnce } from '../../rules/limits.ts'
import type { StoredFile } from '../files/files.ts'
import { makeContext, type Ctx } from '../context.ts'
import { inventedExport } from '../testing/invented-export.ts'
import { createWorld, type World } from '../testing/world.ts'
import { checkImport, createImport, importById } from './imports.ts'

/** Nothing works in the background: only these tests check. */
let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

/** An upload of more than a megabyte that nobody has checked yet. */
async function unchecked(): Promise<string> {
  const { id } = await createImport(world.ctx, { name: 'a.csv', bytes: new TextEncoder().encode(inventedExport(10_000)) })
  await change(id, { status: 'checking', leaseUntil: new Date(Date.now() + 60_000) })
  return id
}
const change = (id: string, data: object) => world.ctx.db.import.updateMany({ where: { shopId: world.shop.id, id }, data })

/** One that says each time a file is opened, counted from 1. */
function watching(opening: (time: number) => Promise<unknown>): Ctx {
  const { files } = world.app.deps
  let times = 0
  const get = async (key: string): Promise<StoredFile | null> => {
    await opening(++times)
    return files.get(key)
  }
  const watched = { put: files.put.bind(files), delete: files.delete.bind(files), url: files.url.bind(files), about: files.about.bind(files), get }
  return makeContext({ ...world.app.deps, files: watched }, world.shop, { kind: 'system', name: 'imports' })
}

test('a file is checked by one at a time', async () => {
  const importId = await unchecked()
  const opened: number[] = []
  const ctx = watching((time) => Promise.resolve(opened.push(time)))
  await Promise.all([checkImport(ctx, { importId }), checkImport(ctx, { importId })])
  expect(opened).toEqual([1, 2])
  expect(await importById(world.ctx, importId)).toMatchObject({ status: 'checked', total: 10_000, fence: 0 })
})

test('of small files that come at once none waits for its check on a lease that is running', async () => {
  const waiting: number[] = []
  const ctx = watching(async () => waiting.push(await world.ctx.db.import.count({ where: { shopId: world.shop.id, status: 'checking', nextRecord: 0 } })))
  const others = await world.ctx.db.import.count({ where: { shopId: world.shop.id, status: 'checking', nextRecord: 0 } })
  const made = await Promise.all(Array.from({ length: 4 * smallChecksAtOnce }, () => createImport(ctx, { name: 'a.csv', bytes: new TextEncoder().encode('body,rating\nA,5\n') })))
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 'checked'))
  expect(waiting.length).toBe(2 * made.length)
  // Those in hand, between their row and the beginning of their check.
  expect(Math.max(...waiting) - others).toBeLessThan(smallChecksAtOnce)
})

test('one that takes long is not taken for lost', async () => {
  const importId = await unchecked()
  const left: (number | undefined)[] = []
  await checkImport(watching(async (time) => {
    if (time === 1) await change(importId, { leaseUntil: new Date(0) })
    else left.push((await importById(world.ctx, importId)).leaseUntil?.getTime())
  }), { importId })
  expect(left.map((until) => until !== undefined && until > Date.now())).toEqual([true])
})

test('one that was followed, or whose file is to be read otherwise, has nothing more to say', async () => {
  for (const data of [{ fence: { increment: 1 } }, { version: { increment: 1 } }]) {
    for (const end of ['well', 'badly']) {
      const importId = await unchecked()
      let times = 0
      await checkImport(watching(async (time) => {
        times = time
        if (time === 1) await change(importId, data)
        if (end === 'badly') throw new Error('The store is broken')
      }), { importId })
      expect(times).toBe(1)
      expect(await importById(world.ctx, importId)).toMatchObject({ status: 'checking', error: null })
    }
  }
})

test('what only passes may be tried again at once', async () => {
  const importId = await unchecked()
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  await expect(checkImport(watching(() => Promise.reject(reset)), { importId })).rejects.toBe(reset)
  await checkImport(world.ctx, { importId })
  expect(await importById(world.ctx, importId)).toMatchObject({ status: 'checked' })
})

test('a database that is away is not an import that is not there', async () => {
  const { id } = await createImport(world.ctx, { name: 'a.csv', bytes: new TextEncoder().encode('body,rating\nA,5\n') })
  const globalId = Buffer.from(`ImportRun:${id}`).toString('base64')
  const ask = () => world.graphql('query ($id: ID!) { importRun(id: $id) { fileName } node(id: $id) { id } }', { id: globalId })
  const there = await ask()
  expect(there).toMatchObject({ data: { importRun: { fileName: 'a.csv' } } })
  const db = world.app.deps.doors.acrossShops('the demo platform')
  await db.$executeRaw`alter table "Import" rename to "ImportAway"`
  try {
    const { errors = [] } = await ask()
    expect(errors.length).toBe(2)
  } finally {
    await db.$executeRaw`alter table "ImportAway" rename to "Import"`
  }
})
