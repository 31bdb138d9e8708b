import { smallChecksAtOnce } from '../../../rules/limits.ts'
import type { StoredFile } from '../../core/files/files.ts'
import { makeContext, type Ctx } from '../../core/context.ts'
import { inventedExport } from '../../testing/hostile/invented-export.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createImport, requireImport } from '../imports.ts'
import { checkImport } from './check-work.ts'

/** Starts no background worker, so only these tests run checks. */
let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

/** Creates an unchecked import of more than a megabyte. */
async function unchecked(): Promise<string> {
  const { id } = await createImport(world.ctx, {
    name: 'a.csv',
    bytes: new TextEncoder().encode(inventedExport(10_000)),
  })
  await change(id, { status: 'checking', attempts: 0 })
  return id
}
const change = (id: string, data: object) =>
  world.ctx.db.import.updateMany({ where: { shopId: world.shop.id, id }, data })

/** Returns a context that calls `opening` with the key whenever a file is opened. */
function watching(opening: (key: string) => Promise<unknown>): Ctx {
  const { files } = world.app.deps
  const get = async (key: string): Promise<StoredFile | null> => {
    await opening(key)
    return files.get(key)
  }
  const watched = {
    put: files.put.bind(files),
    delete: files.delete.bind(files),
    deleteFolder: files.deleteFolder.bind(files),
    url: files.url.bind(files),
    about: files.about.bind(files),
    get,
  }
  return makeContext({ ...world.app.deps, files: watched }, world.shop, { kind: 'system', name: 'imports' })
}

test('runs one check of a file at a time', async () => {
  const importId = await unchecked()
  const opened: string[] = []
  const ctx = watching((key) => Promise.resolve(opened.push(key)))
  await Promise.all([checkImport(ctx, { importId }), checkImport(ctx, { importId })])
  const { fileKey, ...checked } = await requireImport(world.ctx, importId)
  // Once for each of the two passes.
  expect(opened.filter((key) => key === `${fileKey}-utf-8-1`)).toHaveLength(2)
  expect(checked).toMatchObject({ status: 'checked', total: 10_000, fence: 1 })
})

test('limits claimed rows to the number of concurrent checks when small files arrive at once', async () => {
  const checking = () => world.ctx.db.import.count({ where: { shopId: world.shop.id, status: 'checking' } })
  const others = await checking()
  const waiting: number[] = []
  const ctx = watching(async () => waiting.push(await checking()))
  const made = await Promise.all(
    Array.from({ length: 4 * smallChecksAtOnce }, () =>
      createImport(ctx, { name: 'a.csv', bytes: new TextEncoder().encode('body,rating\nA,5\n') }),
    ),
  )
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 'checked'))
  expect(waiting.length).toBeGreaterThan(made.length)
  expect(Math.max(...waiting) - others).toBeLessThanOrEqual(smallChecksAtOnce)
})

test.each(['well', 'badly'])('writes nothing after another runner claimed the check, when it ends %s', async (end) => {
  const importId = await unchecked()
  await checkImport(
    watching(async () => {
      await change(importId, { fence: { increment: 1 } })
      if (end === 'badly') throw new Error('The store is broken')
    }),
    { importId },
  )
  expect(await requireImport(world.ctx, importId)).toMatchObject({ status: 'checking', error: null })
})

test('retries the check after a transient failure', async () => {
  const importId = await unchecked()
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  expect(
    await checkImport(
      watching(() => Promise.reject(reset)),
      { importId },
    ),
  ).toBe('later')
  await change(importId, { leaseUntil: null })
  await checkImport(world.ctx, { importId })
  expect(await requireImport(world.ctx, importId)).toMatchObject({ status: 'checked' })
})

test('reports an error instead of a missing import when the database fails', async () => {
  const { id } = await createImport(world.ctx, { name: 'a.csv', bytes: new TextEncoder().encode('body,rating\nA,5\n') })
  const globalId = Buffer.from(`ImportRun:${id}`).toString('base64')
  const ask = () =>
    world.graphql('query ($id: ID!) { importRun(id: $id) { fileName } node(id: $id) { id } }', { id: globalId })
  const there = await ask()
  expect(there).toMatchObject({ data: { importRun: { fileName: 'a.csv' } } })
  const db = world.app.deps.access.acrossShops('the demo platform')
  await db.$executeRaw`alter table "Import" rename to "ImportAway"`
  try {
    const { errors = [] } = await ask()
    expect(errors.length).toBe(2)
  } finally {
    await db.$executeRaw`alter table "ImportAway" rename to "Import"`
  }
})
