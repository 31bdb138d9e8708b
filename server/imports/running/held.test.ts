import { jest } from '@jest/globals'
import { Readable } from 'node:stream'
import { makeContext, type Ctx } from '../../core/context.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createImport, requireImport, startImport } from '../imports.ts'
import { runSlice } from './run.ts'

/** Nothing works in the background: only these tests take imports up. */
let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

/** Its app writes replies as rows of their own: it is read whole before the first row comes in. */
const header =
  'comment_ID,comment_post_ID,comment_author,comment_date_gmt,comment_content,comment_approved,comment_parent,rating,product_title\n'
const text =
  header +
  Array.from(
    { length: 9_500 },
    (_none, at) => `${at + 1},9,Ann,2025-01-01 10:00:00,${'Long and good. '.repeat(8)}${at},1,0,5,Hat\n`,
  ).join('')

async function begun(): Promise<string> {
  const { id } = await createImport(world.ctx, { name: 'a.csv', bytes: new TextEncoder().encode(text) })
  await startImport(world.ctx, id, { answers: [{ question: 'unmatched', answer: 'shop' }] })
  return id
}
const change = (id: string, data: object) =>
  world.ctx.db.import.updateMany({ where: { shopId: world.shop.id, id }, data })

/** A store of files that tells, piece by piece, how many bytes it has given since it was opened for the so many-eth time. */
function telling(given: (opening: number, bytes: number) => Promise<unknown>): Ctx {
  const { files } = world.app.deps
  let openings = 0
  async function* told(opening: number, stream: Readable): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const piece of stream as AsyncIterable<Buffer>) {
      await given(opening, (bytes += piece.length))
      yield piece
    }
  }
  const get = async (key: string) => {
    const stored = await files.get(key)
    return stored && { ...stored, stream: Readable.from(told(++openings, stored.stream), { objectMode: false }) }
  }
  const watched = {
    put: files.put.bind(files),
    delete: files.delete.bind(files),
    url: files.url.bind(files),
    about: files.about.bind(files),
    get,
  }
  return makeContext({ ...world.app.deps, files: watched }, world.shop, { kind: 'system', name: 'imports' })
}
const replies = 2

test('a runner that has lost its claim reads no further', async () => {
  const id = await begun()
  // The lease is renewed when the test says so; all else goes on as it is.
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setTimeout',
      'clearTimeout',
    ],
  })
  let read = 0
  expect(
    await runSlice(
      telling(async (opening, bytes) => {
        if (opening < replies) return
        if (read === 0) {
          await change(id, { fence: { increment: 1 } })
          jest.advanceTimersByTime(5_000)
          for (let look = 0; look < 20; look++) await requireImport(world.ctx, id)
        }
        read = Math.max(read, bytes)
      }),
      id,
    ),
  ).toBe('notMine')
  jest.useRealTimers()
  expect(read).toBeLessThan(text.length)
  expect(await requireImport(world.ctx, id)).toMatchObject({ status: 'running', done: 0 })
})
