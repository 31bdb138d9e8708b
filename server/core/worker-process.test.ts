import { beforeAll, expect, test } from '@jest/globals'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { v7 as uuidv7 } from 'uuid'
import type { Import } from '../generated/prisma/client.ts'
import { readEnv } from './env.ts'
import { importIdOf } from '../imports/ids.ts'
import { requireImport } from '../imports/imports.ts'
import { importClient, type ImportClient } from '../testing/import-client.ts'
import { inventedExport } from '../testing/hostile/invented-export.ts'
import { createWorld, type World } from '../testing/world.ts'
import { WorkerProcessLost } from './worker-process.ts'
import { makeWorkerProcess } from '../app/worker-process/process.ts'

let world: World
let client: ImportClient
beforeAll(async () => {
  world = await createWorld({ withWorkerProcess: true, live: true })
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

function pidBeside(): number {
  const { pid } = world.app.deps.worker
  if (pid === null) throw new Error('There is no process beside.')
  return pid
}

const start = (id: string) => world.rest('POST', `/imports/${id}/start`, { body: { answers: [] } })

test('starts no worker process for a small file', async () => {
  expect((await client.upload('body,rating\nGood,5\n')).statusCode).toBe(200)
  expect(world.app.deps.worker.pid).toBeNull()
})

test('checks and imports a large file in a worker process, publishes progress, and restarts a killed worker', async () => {
  const id = await checked(large('Quiet and quick, '))
  expect((await start(id)).statusCode).toBe(200)
  await onceIt(id, ({ done }) => done >= 500)
  const first = pidBeside()
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
  expect(pidBeside()).not.toBe(first)
  // Each row is imported once. The clock of the tests stands still, and so does the worker's.
  const [found] = await client.db().$queryRaw<{ rows: number; texts: number; last: Date }[]>`
    select count(*)::int as rows, count(distinct content)::int as texts, max("enteredAt") as last from "Review" where "shopId" = ${world.shop.id}::uuid and "importId" = ${id}::uuid`
  expect(found).toEqual({ rows, texts: rows, last: expect.any(Date) })
  expect(Math.abs(Number(found?.last) - world.app.deps.now().getTime())).toBeLessThan(300_000)
}, 240_000)

test('refuses a file with the same message as in the process, and keeps nothing', async () => {
  const pages = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3_000_000)])
  const noted = () => client.db().unusedFile.count({ where: { shopId: world.shop.id } })
  const before = await noted()
  const answer = await client.upload(pages, { name: 'reviews.csv' })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    { code: 'invalidFileType', fields: { file: { message: 'Invalid file type' } } },
  ])
  expect(await noted()).toBe(before)
}, 240_000)

const unreachable = {
  env: readEnv({ CANDOR_MODE: 'demo', CANDOR_LOG_LEVEL: 'silent', DATA_DIR: tmpdir() }),
  origin: 'http://candor.test',
  connection: { host: '127.0.0.1', port: 1 },
  server: { version: '18', embedded: false },
}

test('fails the task without a retry if the worker process cannot start', async () => {
  const { ctx } = world
  const aside = makeWorkerProcess({
    setup: unreachable,
    publish: () => undefined,
    enqueue: () => undefined,
    now: () => new Date(),
  })
  const failed = () =>
    expect(aside.run(ctx, 'imports.slice', { importId: uuidv7() })).rejects.toThrow(WorkerProcessLost)
  await failed()
  expect(aside.pid).toBeNull()
  const { execPath } = process
  process.execPath = '/nowhere/node'
  try {
    await failed()
  } finally {
    process.execPath = execPath
  }
  expect(aside.pid).toBeNull()
  await aside.close()
  await failed()
}, 60_000)

test('ends with its parent process', async () => {
  // An idle worker ends after a while, so the test starts a new one.
  await client.upload(large('Over and out again, '))
  const pid = pidBeside()
  await world.close()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
}, 240_000)
