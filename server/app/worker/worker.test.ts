import { beforeAll, expect, test } from '@jest/globals'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import type { Import } from '../../generated/prisma/client.ts'
import { importIdOf } from '../../imports/ids.ts'
import { requireImport } from '../../imports/imports.ts'
import { importClient, type ImportClient } from '../../testing/import-client.ts'
import { inventedExport } from '../../testing/hostile/invented-export.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let client: ImportClient
beforeAll(async () => {
  world = await createWorld({ heavyJobs: 'child', live: true })
  client = importClient(world)
})

const rows = 2_500
/** More than 2 MB. */
const large = (body: string) => inventedExport(rows, { body: body.repeat(50) })

/** Returns the import once `isSo` accepts it; reads it on each event, like an open tab. */
async function onceIt(id: string, isSo: (row: Import) => boolean): Promise<Import> {
  const notifications = world.app.parts.pubsub.subscribe(world.shop.id, 'import')[Symbol.asyncIterator]()
  try {
    for (;;) {
      const row = await requireImport(world.ctx, id)
      if (isSo(row)) return row
      await notifications.next()
    }
  } finally {
    await notifications.return()
  }
}

async function checked(file: string): Promise<string> {
  const answer = await client.upload(file)
  expect(answer.statusCode).toBe(200)
  const id = importIdOf(answer.json<{ data: { id: string } }>().data.id)
  expect(await onceIt(id, ({ status }) => status !== 'checking')).toMatchObject({
    status: 'checked',
    total: rows,
    bad: 0,
  })
  return id
}

function workerPid(): number {
  const pid = world.app.workerPid()
  if (pid === null) throw new Error('There is no worker child.')
  return pid
}

const start = (id: string) => world.rest('POST', `/imports/${id}/start`, { body: { answers: [] } })

test('checks a small file without a worker child', async () => {
  expect((await client.upload('body,rating\nGood,5\n')).statusCode).toBe(200)
  expect(world.app.workerPid()).toBeNull()
})

test('checks and imports a large file in a worker child, publishes progress, and replaces a killed child @postgres', async () => {
  const id = await checked(large('Quiet and quick, '))
  expect((await start(id)).statusCode).toBe(200)
  await onceIt(id, ({ done }) => done >= 500)
  const first = workerPid()
  expect(getPriority(first)).toBe(19)
  const group = `/proc/${first}/autogroup`
  if (existsSync(group)) {
    expect(readFileSync(group, 'utf8')).toMatch(/nice 19$/m)
    expect(readFileSync(group, 'utf8')).not.toBe(readFileSync('/proc/self/autogroup', 'utf8'))
  }
  process.kill(first, 'SIGKILL')
  expect(await onceIt(id, ({ status }) => status !== 'running')).toMatchObject({
    status: 'done',
    imported: rows,
    duplicates: 0,
    error: null,
  })
  expect(workerPid()).not.toBe(first)
  // Each row is imported once. The clock of the tests stands still, and so does the worker's.
  const [found] = await client.db().$queryRaw<{ rows: number; texts: number; last: Date }[]>`
    select count(*)::int as rows, count(distinct content)::int as texts, max("enteredAt") as last from "Review" where "shopId" = ${world.shop.id}::uuid and "importId" = ${id}::uuid`
  expect(found).toEqual({ rows, texts: rows, last: expect.any(Date) })
  expect(Math.abs(Number(found?.last) - world.app.deps.now().getTime())).toBeLessThan(300_000)
}, 240_000)

test('refuses a file with the same message as in the process, and keeps nothing @postgres', async () => {
  const pages = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3_000_000)])
  const noted = () => client.db().unusedFile.count({ where: { shopId: world.shop.id } })
  const before = await noted()
  const answer = await client.upload(pages, { name: 'reviews.csv' })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    { code: 'invalidFileType', fields: { file: { message: 'Invalid file type' } } },
  ])
  // The noted upload itself is deleted at once.
  expect(await noted()).toBe(before + 1)
}, 240_000)

test('ends with its parent process @postgres', async () => {
  // An idle worker ends after a while, so the test starts a new one.
  await client.upload(large('Over and out again, '))
  const pid = workerPid()
  await world.close()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
}, 240_000)
