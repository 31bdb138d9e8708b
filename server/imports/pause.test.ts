import { inventedExport } from '../testing/invented-export.ts'
import { createWorld, type World } from '../testing/world.ts'
import { importGlobalId } from './ids.ts'
import { createImport, importById, importProgress, startImport } from './imports.ts'
import { cancelImport, pauseImport, resumeImport } from './pause.ts'
import { resumeImports } from './running/aside.ts'
import { runSlice } from './running/run.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const rows = 6_000

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const act = async (name: string, id: string, token?: string) => {
  const document = `mutation ($id: ID!) { r: ${name}Import(input: { id: $id }) { __typename ... on ${name[0]?.toUpperCase()}${name.slice(1)}ImportSuccess { data { status done imported } } ... on Refusal { code } } }`
  return (await world.graphql(document, { id: importGlobalId(id) }, token)).data?.['r'] as unknown
}

/** An import at work, with some of it in: the world's own runner has it. */
async function halfway(body: string): Promise<string> {
  const { ctx } = world
  const { id } = await createImport(ctx, { name: 'a.csv', bytes: encode(inventedExport(rows, { body })) })
  await startImport(ctx, id, {})
  for (;;) {
    const { done, status } = await importById(ctx, id)
    if (status !== 'running') throw new Error(`It is ${status} before it could be paused`)
    if (done > 0) break
    await new Promise((resolve) => setImmediate(resolve))
  }
  return id
}

const count = (text: string) => world.ctx.db.review.count({ where: { shopId: world.shop.id, content: { startsWith: text } } })

test('a pause stops it after the batch in hand, nobody takes it up, and going on brings the rest once', async () => {
  const { ctx } = world
  const id = await halfway('To be paused')
  const runner = runSlice(ctx, id)
  const paused = await pauseImport(ctx, id)
  expect(paused.status).toBe('paused')
  expect(paused.done).toBeGreaterThan(0)
  expect(paused.done).toBeLessThan(rows)
  expect(await runner).toBe('notMine')
  await world.runJobs()
  expect([await resumeImports(world.app.deps), await runSlice(ctx, id)]).toEqual([0, 'notMine'])
  expect(await importById(ctx, id)).toMatchObject({ status: 'paused', done: paused.done, version: paused.version })
  expect(await count('To be paused')).toBe(paused.done)
  expect(await importProgress(ctx)).toMatchObject({ isImporting: false, importedReviews: paused.done, sumImport: rows })
  expect(await act('pause', id)).toMatchObject({ code: 'importNotRunning' })

  expect(await act('resume', id)).toMatchObject({ data: { status: 'RUNNING' } })
  await world.runJobs()
  while ((await importById(ctx, id)).status === 'running') await runSlice(ctx, id)
  expect(await importById(ctx, id)).toMatchObject({ status: 'done', done: rows, imported: rows, duplicates: 0, bad: 0 })
  expect(await count('To be paused')).toBe(rows)
  for (const each of ['pause', 'cancel']) expect(await act(each, id)).toMatchObject({ code: 'importNotRunning' })
  expect(await act('resume', id)).toMatchObject({ code: 'importNotPaused' })
})

test('runners that have the import in turn stop at a pause, and none writes after it', async () => {
  const { ctx } = world
  const id = await halfway('Of many runners')
  const take = async () => {
    await ctx.db.import.updateMany({ where: { shopId: ctx.shop.id, id }, data: { leaseUntil: null } })
    return runSlice(ctx, id)
  }
  const runners = [take(), take(), take()]
  const paused = await pauseImport(ctx, id)
  await Promise.all(runners)
  await take()
  expect(await importById(ctx, id)).toMatchObject({ status: 'paused', done: paused.done })
  expect(await count('Of many runners')).toBe(paused.done)
  expect(await cancelImport(ctx, id)).toMatchObject({ status: 'cancelled', imported: paused.done })
})

test('a paused import keeps no other waiting, and goes on when that has ended', async () => {
  const { ctx } = world
  const first = await halfway('The one that waits')
  await pauseImport(ctx, first)
  const second = await halfway('The one in between')
  expect(await act('resume', first)).toMatchObject({ code: 'importRunning' })
  await cancelImport(ctx, second)
  await resumeImport(ctx, first)
  await cancelImport(ctx, first)
})

test('what came in before a cancel stays, and no more comes', async () => {
  const { ctx } = world
  const id = await halfway('To be cancelled')
  expect(await act('cancel', id)).toMatchObject({ data: { status: 'CANCELLED' } })
  await world.runJobs()
  const row = await importById(ctx, id)
  expect(row).toMatchObject({ status: 'cancelled', finishedAt: ctx.now() })
  expect(row.imported).toBeLessThan(rows)
  expect(await count('To be cancelled')).toBe(row.imported)
  for (const each of ['pause', 'cancel']) expect(await act(each, id)).toMatchObject({ code: 'importNotRunning' })
})

test('over REST the same, with the reason of a refusal; another shop’s id is as unknown as nobody’s', async () => {
  const { id } = await createImport(world.ctx, { name: 'a.csv', bytes: encode('body,rating\nA cup,5\n') })
  for (const word of ['pause', 'resume', 'cancel']) {
    const refused = await world.rest('POST', `/imports/${id}/${word}`)
    expect(refused.json()).toMatchObject({ success: false, code: word === 'resume' ? 'importNotPaused' : 'importNotRunning' })
    const foreign = await world.rest('POST', `/imports/${id}/${word}`, { token: world.otherToken })
    const unknown = await world.rest('POST', `/imports/0198b0c4-0000-7000-8000-000000000000/${word}`, { token: world.otherToken })
    expect([foreign.statusCode, foreign.json()]).toEqual([404, unknown.json()])
    expect(JSON.stringify(await act(word, id, world.otherToken))).toBe(JSON.stringify(await act(word, '0198b0c4-0000-7000-8000-000000000000', world.otherToken)))
  }
  await world.ctx.db.import.update({ where: { shopId_id: { shopId: world.shop.id, id } }, data: { status: 'paused' } })
  expect((await world.rest('POST', `/imports/${id}/cancel`)).json()).toMatchObject({ success: true, data: { status: 'cancelled', undoable: false } })
})
