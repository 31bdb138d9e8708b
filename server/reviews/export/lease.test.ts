/** @own-modules */
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { jest } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { queueDueWork, runWork } from '../../core/background/claim.ts'
import { makeContext, type Deps } from '../../core/context.ts'
import type { FilePort } from '../../core/files/files.ts'
import { fakeOnly } from '../../testing/fake-timers.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { exportWork } from './run.ts'

const rows = 2_500
let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.ctx.db.$executeRaw`
    insert into "Review" ("shopId", id, rate, content, status, origin, source, "createdAt", "enteredAt", "updatedAt")
    select ${world.shop.id}::uuid, gen_random_uuid(), 5, 'Text ' || n, 'published', 'guest', 'guest', now(), now(), now() from generate_series(1, ${rows}::int) n`
})
afterAll(() => world.close())
afterEach(async () => {
  jest.useRealTimers()
  await world.ctx.db.reviewExport.deleteMany({ where: { shopId: world.shop.id } })
})

/** Returns a time so late that the world's own worker does not claim the export. */
const farAway = () => new Date(Date.now() + 3_600_000)
const read = () => world.ctx.db.reviewExport.findFirstOrThrow({ where: { shopId: world.shop.id } })
const change = (data: { fence?: number; leaseUntil?: Date | null }) =>
  world.ctx.db.reviewExport.updateMany({ where: { shopId: world.shop.id }, data })

/** Runs an export with `put` as its file store. */
async function runWith(
  put: FilePort['put'],
  { format = 'csv', attempts = 0, more = {} }: { format?: string; attempts?: number; more?: Partial<Deps> } = {},
): Promise<void> {
  const exportId = uuidv7()
  const log = { warn: () => undefined, error: () => undefined } as never
  await world.ctx.db.reviewExport.create({
    data: {
      shopId: world.shop.id,
      id: exportId,
      format,
      status: 'running',
      attempts,
      fileKey: `${world.shop.id}/exports/${'e'.repeat(64)}`,
      createdAt: new Date(),
    },
  })
  const { deps } = world.app
  await runWork(
    makeContext({ ...deps, log, files: { ...deps.files, put }, ...more }, world.shop, world.ctx.actor),
    exportWork,
    exportId,
  )
}

async function until(holds: () => Promise<boolean>): Promise<boolean> {
  for (let look = 0; look < 200; look++) if (await holds()) return true
  return false
}

async function drainOf(content: unknown): Promise<void> {
  for await (const _bytes of content as Readable) continue
}

test('an export renews its lease while the store is slow', async () => {
  fakeOnly('Interval')
  let renewed = false
  await runWith(async (_key, content) => {
    await drainOf(content)
    await change({ leaseUntil: farAway() })
    jest.advanceTimersByTime(5_000)
    renewed = await until(async () => ((await read()).leaseUntil?.getTime() ?? Infinity) < Date.now() + 60_000)
  })
  expect(renewed).toBe(true)
  expect(await read()).toMatchObject({ status: 'done', done: rows, leaseUntil: null })
  expect(jest.getTimerCount()).toBe(0)
})

test('a worker that lost the lease aborts its upload', async () => {
  fakeOnly('Interval')
  let error: Error | undefined
  await runWith(async (_key, content) => {
    await change({ fence: 2, leaseUntil: farAway() })
    const streamError = once(content as Readable, 'error')
    jest.advanceTimersByTime(5_000)
    error = (await streamError)[0] as Error
    throw error
  })
  expect(error?.name).toBe('AbortError')
  expect(await read()).toMatchObject({ status: 'running', fence: 2 })
})

describe('a failed upload', () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const away = [
    reset,
    Object.assign(new Error('Slow down'), { $metadata: { httpStatusCode: 503 } }),
    Object.assign(new Error('slow'), { name: 'TimeoutError' }),
  ]

  test.each(away)('is retried later after a temporary error: %s', async (error) => {
    const before = Date.now()
    await runWith(() => Promise.reject(error))
    const waiting = await read()
    expect(waiting).toMatchObject({ status: 'running', error: null })
    expect(waiting.leaseUntil?.getTime()).toBeGreaterThan(before)
    await change({ leaseUntil: null })
    await runWork(world.ctx, exportWork, waiting.id)
    await world.runJobs()
    expect(await read()).toMatchObject({ status: 'done', done: rows })
  })

  test('fails the export after the last retry', async () => {
    await runWith(() => Promise.reject(reset), { attempts: 4 })
    expect(await read()).toMatchObject({ status: 'failed', error: 'exportFailed' })
  })

  test('fails the export at once if the store refuses it', async () => {
    await runWith(() =>
      Promise.reject(Object.assign(new Error('Access denied'), { $metadata: { httpStatusCode: 403 } })),
    )
    expect(await read()).toMatchObject({ status: 'failed' })
  })
})

test.each(['csv', 'xlsx'])(
  'a stopping process ends at a page; the next one restarts the %s without losing a retry',
  async (format) => {
    const stopping = new AbortController()
    await runWith(
      async (_key, content) => {
        stopping.abort()
        await change({ leaseUntil: farAway() })
        await drainOf(content)
      },
      { format, more: { stopping: stopping.signal } },
    )
    const left = await read()
    expect([left.status, left.error]).toEqual(['running', null])
    expect(left.done).toBeLessThan(rows)
    expect(await queueDueWork({ ...world.app.deps, stopping: stopping.signal }, [exportWork])).toBe(0)
    await world.runJobs()
    expect(await until(async () => (await read()).status === 'done')).toBe(true)
    expect(await read()).toMatchObject({ attempts: 1, done: rows })
  },
)
