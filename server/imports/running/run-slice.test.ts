/** @own-modules */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { jest } from '@jest/globals'
import { plans } from '../../../rules/plans.ts'
import type { WorkEnd } from '../../core/background/claim.ts'
import { makeContext, type Ctx } from '../../core/context.ts'
import type { DatabaseAccess } from '../../core/database/for-shop.ts'
import type { FilePort } from '../../core/files/files.ts'
import { fakeOnly } from '../../testing/fake-timers.ts'
import { inventedExport } from '../../testing/hostile/invented-export.ts'
import { blockRunner, world } from '../../testing/import-stage.ts'
import { openErrorFile } from '../downloads/error-file.ts'
import { createImport, requireImport, startImport } from '../imports.ts'
import { runSlice } from './run.ts'

blockRunner()

/** Makes a context whose store opens files with `get`. */
function opening(get: FilePort['get'], { shop = world.shop, access = world.app.deps.access } = {}): Ctx {
  const { deps } = world.app
  return makeContext({ ...deps, access, files: { ...deps.files, get } }, shop, { kind: 'system', name: 'imports' })
}

const encode = (of: string) => new TextEncoder().encode(of)
async function begun(of: string, answers: { question: string; answer: string }[] = []): Promise<string> {
  const { id } = await createImport(world.ctx, { name: 'a.csv', bytes: encode(of) })
  await startImport(world.ctx, id, { answers })
  return id
}
const change = (id: string, data: object) =>
  world.ctx.db.import.updateMany({ where: { shopId: world.shop.id, id }, data })

describe('a runner that has lost its claim', () => {
  /** Replies are rows of their own here, so the file is read whole before the first import. */
  const header =
    'comment_ID,comment_post_ID,comment_author,comment_date_gmt,comment_content,comment_approved,comment_parent,rating,product_title\n'
  const file =
    header +
    Array.from(
      { length: 9_500 },
      (_none, at) => `${at + 1},9,Ann,2025-01-01 10:00:00,${'Long and good. '.repeat(8)}${at},1,0,5,Hat\n`,
    ).join('')
  const replies = 2

  /** Makes a context that reports each chunk's opening number and bytes so far. */
  function telling(given: (opening: number, bytes: number) => Promise<unknown>, access: DatabaseAccess): Ctx {
    const { files } = world.app.deps
    let openings = 0
    async function* reportChunks(time: number, stream: Readable): AsyncGenerator<Buffer> {
      let bytes = 0
      for await (const piece of stream as AsyncIterable<Buffer>) {
        await given(time, (bytes += piece.length))
        yield piece
      }
    }
    return opening(
      async (key) => {
        const stored = await files.get(key)
        return (
          stored && { ...stored, stream: Readable.from(reportChunks(++openings, stored.stream), { objectMode: false }) }
        )
      },
      { access },
    )
  }

  /** Makes a database access that calls back once a lease renewal was answered. */
  function accessNotifying(renewed: () => void): DatabaseAccess {
    const { access } = world.app.deps
    const client = access.forShop(world.shop.id).$extends({
      query: {
        async $queryRaw({ args, query }) {
          const rows: unknown = await query(args)
          if (args.sql.includes('returning attempts')) setImmediate(renewed)
          return rows
        },
      },
    })
    return { ...access, forShop: () => client as unknown as ReturnType<DatabaseAccess['forShop']> }
  }

  test('reads no further', async () => {
    const id = await begun(file, [{ question: 'unmatched', answer: 'shop' }])
    // Fakes the interval of the lease renewal only; other timers run.
    fakeOnly('Interval')
    let read = 0
    const renewal = Promise.withResolvers<unknown>()
    const ctx = telling(
      async (time, bytes) => {
        if (time < replies) return
        if (read === 0) {
          await change(id, { fence: { increment: 1 } })
          jest.advanceTimersByTime(5_000)
          await renewal.promise
        }
        read = Math.max(read, bytes)
      },
      accessNotifying(() => renewal.resolve(null)),
    )
    expect(await runSlice(ctx, id)).toBe('notMine')
    jest.useRealTimers()
    expect(read).toBeLessThan(file.length)
    expect(await requireImport(world.ctx, id)).toMatchObject({ status: 'running', done: 0 })
  })
})

describe('an import whose store fails', () => {
  const storeThat = (error: Error) => opening(() => Promise.reject(error))
  const one = (of: string) => begun(`body,rating\n${of},5\n`)

  /** Makes the next attempt without waiting for its delay. */
  async function tryOnce(ctx: Ctx, id: string): Promise<WorkEnd> {
    await change(id, { leaseUntil: null })
    return runSlice(ctx, id)
  }

  const busy = () =>
    Object.assign(new Error('Please reduce your request rate.'), {
      name: 'SlowDown',
      $metadata: { httpStatusCode: 503 },
    })

  test('survives a store that is busy for a while', async () => {
    const id = await one('Waits')
    for (let times = 0; times < 3; times++) expect(await tryOnce(storeThat(busy()), id)).toBe('later')
    const { status, leaseUntil } = await requireImport(world.ctx, id)
    expect(status).toBe('running')
    // Each delay is longer than the previous one.
    expect(Number(leaseUntil) - Date.now()).toBeGreaterThan(20_000)
    expect(await tryOnce(world.ctx, id)).toBe('finished')
    expect(await requireImport(world.ctx, id)).toMatchObject({ status: 'done', imported: 1, attempts: 0 })
  })

  test('fails after many attempts', async () => {
    const id = await one('Never comes')
    for (let times = 0; times < 20 && (await requireImport(world.ctx, id)).status === 'running'; times++)
      await tryOnce(storeThat(busy()), id)
    expect(await requireImport(world.ctx, id)).toMatchObject({
      status: 'failed',
      imported: 0,
      error: expect.any(String),
    })
    expect(await tryOnce(world.ctx, id)).toBe('notMine')
  })

  test('fails after many crashes of its process', async () => {
    const id = await one('Kills')
    await change(id, { attempts: 100 })
    expect(await tryOnce(world.ctx, id)).toBe('finished')
    expect(await requireImport(world.ctx, id)).toMatchObject({ status: 'failed', imported: 0 })
  })

  test('fails at once when the folder is not readable', async () => {
    const id = await one('Denied')
    expect(await tryOnce(storeThat(Object.assign(new Error('permission denied'), { code: 'EACCES' })), id)).toBe(
      'finished',
    )
    expect(await requireImport(world.ctx, id)).toMatchObject({ status: 'failed' })
  })
})

test('closes an import’s file after every read, complete or not', async () => {
  const opened: Readable[] = []
  const { files } = world.app.deps
  const ctx = opening(
    async (key, range) => {
      const stored = await files.get(key, range)
      if (stored) opened.push(stored.stream)
      return stored
    },
    { shop: { ...world.shop, plan: 'free' } },
  )
  const leftOpen = () => opened.splice(0).filter((stream) => !stream.destroyed).length
  const { maxImportRows } = plans.free
  const bytes = encode(`${inventedExport(4_000)}No,star,none,2024-01-01\n`)
  const { id } = await createImport(ctx, { name: 'a.csv', bytes })
  expect(opened.length).toBeGreaterThan(1)
  expect(leftOpen()).toBe(0)
  await startImport(ctx, id, { answers: [{ question: 'firstN', answer: String(maxImportRows) }] })
  while ((await runSlice(ctx, id)) === 'more');
  expect(await requireImport(ctx, id)).toMatchObject({ status: 'done', imported: maxImportRows })
  expect(opened.length).toBe(1)
  expect(leftOpen()).toBe(0)
  const { content } = await openErrorFile(ctx, { shopId: ctx.shop.id, of: id, nonce: 'one' })
  expect(await text(content)).toContain('import_error')
  expect(leftOpen()).toBe(0)
  // One request reads the first line, the other reads nothing.
  for (const [nonce, reads] of [
    ['two', 1],
    ['three', 0],
  ] as const) {
    const broken = (await openErrorFile(ctx, { shopId: ctx.shop.id, of: id, nonce })).content
    if (reads > 0) await once(broken, 'readable')
    broken.destroy()
    await once(broken, 'close')
    expect([opened.length, leftOpen()]).toEqual([1, 0])
  }
})
