import { makeContext, type Ctx } from '../../core/context.ts'
import { purgeUnusedFiles } from '../../core/files/unused-files.ts'
import { inventedExport } from '../../testing/hostile/invented-export.ts'
import { blockRunner, client, world } from '../../testing/import-stage.ts'
import { checkImport } from '../checking/check-work.ts'
import { recountImport } from '../checking/recount.ts'
import { remapImport } from '../checking/remap.ts'
import { createImport, requireImport, startImport } from '../imports.ts'
import { runSlice } from '../running/run.ts'

blockRunner()

const rows = 2_500
const encode = (text: string) => new TextEncoder().encode(text)
const upload = (ctx: Ctx, text: string) => createImport(ctx, { name: 'a.csv', bytes: encode(text) })
const change = (id: string, data: object) =>
  world.ctx.db.import.updateMany({ where: { shopId: world.shop.id, id }, data })
const chunkKeys = async (id: string) => {
  const { fileKey } = await requireImport(world.ctx, id)
  return [0, 1, 2].map((number) => `${fileKey}-utf-8-${number}`)
}

/** Makes a context that reports each opened or written file. */
function watching(told: { get?(key: string): unknown; put?(key: string): unknown }): Ctx {
  const { deps } = world.app
  const { files } = deps
  const watched = {
    ...files,
    get: async (key: string) => {
      await told.get?.(key)
      return files.get(key)
    },
    put: async (...args: Parameters<typeof files.put>) => {
      await told.put?.(args[0])
      return files.put(...args)
    },
  }
  return makeContext({ ...deps, files: watched }, world.shop, { kind: 'system', name: 'imports' })
}

/** Runs slices until the import has ended, and expects each row once. */
async function runWhole(ctx: Ctx, id: string): Promise<void> {
  for (let slices = 0; (await requireImport(ctx, id)).status === 'running' && slices < 10; slices++) {
    await change(id, { leaseUntil: null })
    await runSlice(ctx, id)
  }
  expect(await requireImport(ctx, id)).toMatchObject({ status: 'done', done: rows, imported: rows, duplicates: 0 })
  const texts = await client.db().review.findMany({ where: { importId: id }, distinct: ['content'] })
  expect(texts).toHaveLength(rows)
}

test('parses an upload once for its check, recount, remap and run', async () => {
  const opened: string[] = []
  const ctx = watching({ get: (key) => opened.push(key) })
  const { id, fileKey } = await upload(ctx, 'body,rating,day\nGood,8,03/04/2025\nFine,4,05/06/2025\n')
  await recountImport(ctx, id, { answers: [{ question: 'scale', answer: '10' }] })
  await remapImport(ctx, id, { mapping: { content: 0, rating: 1, date: 2 } })
  await startImport(ctx, id, {
    answers: [
      { question: 'scale', answer: '10' },
      { question: 'dates', answer: 'mdy' },
    ],
  })
  expect(await runSlice(ctx, id)).toBe('finished')
  expect(opened.filter((key) => key === fileKey)).toHaveLength(1)
  expect((await client.reviews()).map(({ rate, createdAt }) => [rate, createdAt.toISOString().slice(0, 10)])).toEqual([
    [2, '2025-05-06'],
    [4, '2025-03-04'],
  ])
})

test('continues a run at its row after its records were deleted', async () => {
  const { id } = await upload(world.ctx, inventedExport(rows))
  await startImport(world.ctx, id, {})
  const [, second = ''] = await chunkKeys(id)
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  await runSlice(watching({ get: (key) => (key === second ? Promise.reject(reset) : null) }), id)
  expect(await requireImport(world.ctx, id)).toMatchObject({ status: 'running', done: 1_000 })
  for (const key of await chunkKeys(id)) await world.ctx.files.delete(key)
  await runWhole(world.ctx, id)
})

test('continues an import of an earlier version, which has no records', async () => {
  const { id } = await upload(world.ctx, inventedExport(rows))
  await startImport(world.ctx, id, {})
  for (const key of await chunkKeys(id)) await world.ctx.files.delete(key)
  await runWhole(world.ctx, id)
})

test('checks a file again after a check that stopped half-way', async () => {
  const { id } = await upload(world.ctx, inventedExport(rows))
  for (const key of await chunkKeys(id)) await world.ctx.files.delete(key)
  await change(id, { status: 'checking', leaseUntil: null, attempts: 0, total: 0 })
  const [, second = '', third = ''] = await chunkKeys(id)
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  await checkImport(watching({ put: (key) => (key === second ? Promise.reject(reset) : null) }), { importId: id })
  expect(await world.ctx.files.about(third)).toBeNull()
  await change(id, { leaseUntil: null })
  await checkImport(world.ctx, { importId: id })
  expect(await requireImport(world.ctx, id)).toMatchObject({ status: 'checked', total: rows })
})

test('reads a file whose last chunk is full', async () => {
  const { id } = await upload(world.ctx, `body,rating\n${'Same,5\n'.repeat(1_000)}`)
  expect(await requireImport(world.ctx, id)).toMatchObject({ total: 1_000 })
  await startImport(world.ctx, id, {})
  await runSlice(world.ctx, id)
  expect(await requireImport(world.ctx, id)).toMatchObject({ status: 'done', done: 1_000 })
})

test('deletes the records after a day and keeps the upload', async () => {
  const { id, fileKey } = await upload(world.ctx, 'body,rating\nGood,8\n')
  const [first = ''] = await chunkKeys(id)
  const stored = () => Promise.all([first, fileKey].map(async (key) => (await world.ctx.files.about(key)) !== null))
  await purgeUnusedFiles(world.app.deps)
  expect(await stored()).toEqual([true, true])
  await client.db().unusedFile.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } })
  await purgeUnusedFiles(world.app.deps)
  expect(await stored()).toEqual([false, true])
  await recountImport(world.ctx, id, { answers: [{ question: 'scale', answer: '5' }] })
  expect([await stored(), (await requireImport(world.ctx, id)).bad]).toEqual([[true, true], 1])
})
