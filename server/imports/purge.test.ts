import { expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import type { ImportBody } from '../testing/import-client.ts'
import { client, world } from '../testing/import-stage.ts'
import { buildImportFileKey } from './files/import-file.ts'

type Body = ImportBody & { fileKept: boolean }

const file = (text: string) => `body,rating,review_date\n${text},5,2025-01-01\nNever,0,soon\n`
const read = async (id: string) => (await client.read(id)) as Body
const row = (fileName: string) => client.db().import.findFirstOrThrow({ where: { fileName } })
const upload = async (text: string, name: string) => {
  const answer = await client.upload(file(text), { name })
  return answer.json<{ data: { id: string } }>().data.id
}

test('keeps the numbers of an old import and deletes its file', async () => {
  const id = await upload('Good', 'ended.csv')
  await client.start(id)
  const { fileKey } = await row('ended.csv')
  await world.advance({ days: 89 })
  const kept = await read(id)
  expect(kept).toMatchObject({ status: 'done', imported: 1, bad: 1, fileKept: true })
  expect(kept.badRows.length).toBeGreaterThan(0)
  const link = new URL(kept.errorFileUrl ?? '').pathname
  await world.advance({ days: 2 })
  expect(await read(id)).toMatchObject({
    status: 'done',
    imported: 1,
    bad: 1,
    fileKept: false,
    errorFileUrl: null,
    badRows: [],
    sampleRows: [],
  })
  expect(await world.ctx.files.get(fileKey)).toBeNull()
  expect(await client.db().importProblem.count()).toBe(0)
  // A link from before the purge explains why it fails.
  const late = await world.inject({ method: 'GET', url: link })
  expect([late.statusCode, late.json()]).toMatchObject([
    404,
    { code: 'importFileGone', message: 'The file of this import is no longer stored' },
  ])
  const asked = await world.graphql(
    'query ($id: ID!) { importRun(id: $id) { status bad fileKept errorFileUrl badRows { row } } }',
    { id },
  )
  expect(asked.data).toEqual({
    importRun: { status: 'DONE', bad: 1, fileKept: false, errorFileUrl: null, badRows: [] },
  })
})

test('deletes the file of a failed import, never of a running or paused one', async () => {
  const names = ['failed', 'running', 'paused'] as const
  const ids = await Promise.all(names.map((name) => upload(name, `${name}.csv`)))
  for (const status of names) {
    const { id } = await row(`${status}.csv`)
    const begun = { startedAt: world.ctx.now(), leaseUntil: new Date(Date.now() + 3_600_000) }
    await client.db().import.update({ where: { shopId_id: { shopId: world.shop.id, id } }, data: { status, ...begun } })
  }
  await world.advance({ days: 400 })
  expect((await Promise.all(ids.map(read))).map(({ fileKept }) => fileKept)).toEqual([false, true, true])
  await client.db().import.updateMany({
    where: { status: { in: ['running', 'paused'] } },
    data: { status: 'done', finishedAt: world.ctx.now(), leaseUntil: null },
  })
})

test('deletes an import that was never started, with its file', async () => {
  const id = await upload('Waits', 'waits.csv')
  const { fileKey } = await row('waits.csv')
  await world.advance({ days: 89 })
  expect(await read(id)).toMatchObject({ status: 'checked', fileKept: true })
  await world.advance({ days: 2 })
  expect((await world.rest('GET', `/imports/${id}`)).statusCode).toBe(404)
  expect(await client.db().import.count({ where: { fileName: 'waits.csv' } })).toBe(0)
  expect(await world.ctx.files.get(fileKey)).toBeNull()
})

test('deletes an import whose check failed, with its file', async () => {
  const refused = await client.upload('body,rating\n', { name: 'nothing.csv' })
  expect(refused.json()).toMatchObject({ success: true })
  const { id, status, startedAt, fileKey } = await row('nothing.csv')
  expect([status, startedAt]).toEqual(['failed', null])
  await world.advance({ days: 89 })
  expect(await client.db().import.count({ where: { id } })).toBe(1)
  await world.advance({ days: 2 })
  expect(await client.db().import.count({ where: { id } })).toBe(0)
  expect(await world.ctx.files.get(fileKey)).toBeNull()
})

test('deletes more problems than one statement can', async () => {
  const id = await upload('Many', 'many.csv')
  await client.start(id)
  const { id: importId } = await row('many.csv')
  await client.db().$executeRaw`
    insert into "ImportProblem" ("shopId", "importId", "row", "column", value, reason)
    select ${world.shop.id}::uuid, ${importId}::uuid, n, 'x', '', 'badRow' from generate_series(100, 11100) n`
  await world.advance({ days: 91 })
  expect(await client.db().importProblem.count({ where: { importId } })).toBe(0)
})

test('deletes many files of one day in batches', async () => {
  const createdAt = world.ctx.now()
  const old = Array.from({ length: 25 }, (_one, index) => ({
    shopId: world.shop.id,
    id: uuidv7(),
    source: 'judgeme',
    fileName: 'crowd.csv',
    fileKey: buildImportFileKey(world.shop.id, String(index)),
    fileSize: 1,
    status: 'cancelled' as const,
    createdAt,
  }))
  await client.db().import.createMany({ data: old })
  const kept = () => client.db().import.count({ where: { fileName: 'crowd.csv', fileKey: { not: '' } } })
  await world.advance({ days: 89 })
  expect(await kept()).toBe(25)
  await world.advance({ days: 2 })
  expect(await kept()).toBe(0)
})
