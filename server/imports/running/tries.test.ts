import type { WorkEnd } from '../../core/background/claim.ts'
import { makeContext, type Ctx } from '../../core/context.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createImport, requireImport, startImport } from '../imports.ts'
import { runSlice } from './run.ts'

const encode = (text: string) => new TextEncoder().encode(text)
/** Nothing works in the background: only these tests take imports up. */
let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

/** A context whose store of files answers every read with this error. */
function storeThat(error: Error): Ctx {
  const { files } = world.app.deps
  const broken = {
    put: files.put.bind(files),
    delete: files.delete.bind(files),
    url: files.url.bind(files),
    about: files.about.bind(files),
    get: () => Promise.reject(error),
  }
  return makeContext({ ...world.app.deps, files: broken }, world.shop, { kind: 'system', name: 'test' })
}

async function begun(text: string): Promise<string> {
  const { id } = await createImport(world.ctx, { name: 'a.csv', bytes: encode(`body,rating\n${text},5\n`) })
  await startImport(world.ctx, id, {})
  return id
}

/** The next try, without waiting for it. */
async function tryOnce(ctx: Ctx, id: string): Promise<WorkEnd> {
  await world.ctx.db.import.updateMany({ where: { shopId: world.shop.id, id }, data: { leaseUntil: null } })
  return runSlice(ctx, id)
}

const busy = () =>
  Object.assign(new Error('Please reduce your request rate.'), { name: 'SlowDown', $metadata: { httpStatusCode: 503 } })

test('an import outlives a store that is busy for a while', async () => {
  const id = await begun('Waits')
  for (let times = 0; times < 3; times++) expect(await tryOnce(storeThat(busy()), id)).toBe('later')
  const { status, leaseUntil } = await requireImport(world.ctx, id)
  expect(status).toBe('running')
  // Each wait is longer than the one before it.
  expect(Number(leaseUntil) - Date.now()).toBeGreaterThan(20_000)
  expect(await tryOnce(world.ctx, id)).toBe('finished')
  expect(await requireImport(world.ctx, id)).toMatchObject({ status: 'done', imported: 1, attempts: 0 })
})

test('one that cannot go on is not tried for ever', async () => {
  const id = await begun('Never comes')
  for (let times = 0; times < 20 && (await requireImport(world.ctx, id)).status === 'running'; times++)
    await tryOnce(storeThat(busy()), id)
  expect(await requireImport(world.ctx, id)).toMatchObject({ status: 'failed', imported: 0, error: expect.any(String) })
  expect(await tryOnce(world.ctx, id)).toBe('notMine')
})

test('one that takes its process along is not tried for ever, either', async () => {
  const id = await begun('Kills')
  await world.ctx.db.import.updateMany({ where: { shopId: world.shop.id, id }, data: { attempts: 100 } })
  expect(await tryOnce(world.ctx, id)).toBe('finished')
  expect(await requireImport(world.ctx, id)).toMatchObject({ status: 'failed', imported: 0 })
})

test('a folder that may not be read is reported at once', async () => {
  const id = await begun('Denied')
  expect(await tryOnce(storeThat(Object.assign(new Error('permission denied'), { code: 'EACCES' })), id)).toBe(
    'finished',
  )
  expect(await requireImport(world.ctx, id)).toMatchObject({ status: 'failed' })
})
