import { queueDueWork, type WorkEnd } from '../core/background/claim.ts'
import { makeContext, type Ctx } from '../core/context.ts'
import { inventedExport } from '../testing/hostile/invented-export.ts'
import { createWorld, type World } from '../testing/world.ts'
import { importGlobalId } from './ids.ts'
import { createImport, requireImport, readImportProgress, startImport } from './imports.ts'
import { cancelImport, pauseImport, resumeImport } from './pause.ts'
import { importWork, runSlice } from './running/run.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const rows = 6_000

let world: World
beforeAll(async () => {
  // Starts no background worker, which might finish before the pause.
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

const act = async (name: string, id: string, token?: string) => {
  const document = `mutation ($id: ID!) { r: ${name}Import(input: { id: $id }) { __typename ... on ${name[0]?.toUpperCase()}${name.slice(1)}ImportSuccess { data { status done imported } } ... on Refusal { code } } }`
  return (await world.graphql(document, { id: importGlobalId(id) }, token)).data?.['r'] as unknown
}

interface Halfway {
  id: string
  /** Its store delivers files in parts. */
  ctx: Ctx
  /** The slice's result, once it may read on. */
  runner: Promise<WorkEnd>
  /** Releases a thousand more rows, so that a batch is in progress. */
  someMore(): void
  /** Releases all rows. */
  theRest(): void
}

/** Starts an import whose file gives half of its rows, and the others on request. */
async function halfway(body: string): Promise<Halfway> {
  const [some, rest] = [Promise.withResolvers(), Promise.withResolvers()]
  const ctx = readingInParts([some.promise, rest.promise])
  const { id } = await createImport(world.ctx, { name: 'a.csv', bytes: encode(inventedExport(rows, { body })) })
  await startImport(world.ctx, id, {})
  const theRest = () => {
    some.resolve(true)
    rest.resolve(true)
  }
  const runner = runSlice(ctx, id)
  while ((await requireImport(ctx, id)).done === 0) await new Promise((resolve) => setImmediate(resolve))
  return { id, ctx, runner, someMore: () => some.resolve(true), theRest }
}

/** Makes a context whose store gives half of the chunks at once, and the others after the promises. */
function readingInParts([some, rest]: readonly Promise<unknown>[]): Ctx {
  const { deps } = world.app
  const get: Ctx['files']['get'] = async (key) => {
    const chunk = Number(/-(\d+)$/.exec(key)?.[1] ?? 0)
    if (chunk > 2) await some
    if (chunk > 3) await rest
    return deps.files.get(key)
  }
  return makeContext({ ...deps, files: { ...deps.files, get } }, world.shop, { kind: 'system', name: 'imports' })
}

const count = (text: string) =>
  world.ctx.db.review.count({ where: { shopId: world.shop.id, content: { startsWith: text } } })

test('stops after the current batch on a pause, starts no runner, and resumes without repeating rows', async () => {
  const { ctx } = world
  const { id, runner, someMore, theRest } = await halfway('To be paused')
  someMore()
  const paused = await pauseImport(ctx, id)
  theRest()
  expect(paused.status).toBe('paused')
  expect(paused.done).toBeGreaterThan(0)
  expect(paused.done).toBeLessThan(rows)
  // With slow batches the slice may have just ended.
  expect(['notMine', 'more']).toContain(await runner)
  await runSlice(ctx, id)
  expect([await queueDueWork(world.app.deps, [importWork]), await runSlice(ctx, id)]).toEqual([0, 'notMine'])
  expect(await requireImport(ctx, id)).toMatchObject({ status: 'paused', done: paused.done, version: paused.version })
  expect(await count('To be paused')).toBe(paused.done)
  expect(await readImportProgress(ctx)).toMatchObject({
    isImporting: false,
    importedReviews: paused.done,
    sumImport: rows,
  })
  expect(await act('pause', id)).toMatchObject({ code: 'importNotRunning' })

  expect(await act('resume', id)).toMatchObject({ data: { status: 'RUNNING' } })
  while ((await requireImport(ctx, id)).status === 'running') await runSlice(ctx, id)
  expect(await requireImport(ctx, id)).toMatchObject({
    status: 'done',
    done: rows,
    imported: rows,
    duplicates: 0,
    bad: 0,
  })
  expect(await count('To be paused')).toBe(rows)
  for (const each of ['pause', 'cancel']) expect(await act(each, id)).toMatchObject({ code: 'importNotRunning' })
  expect(await act('resume', id)).toMatchObject({ code: 'importNotPaused' })
})

test('stops alternating runners at a pause, and none of them writes after it', async () => {
  const { ctx } = world
  const { id, ctx: theirs, runner, someMore, theRest } = await halfway('Of many runners')
  const take = async () => {
    await ctx.db.import.updateMany({ where: { shopId: ctx.shop.id, id }, data: { leaseUntil: null } })
    return runSlice(theirs, id)
  }
  const runners = [runner, take(), take(), take()]
  someMore()
  const paused = await pauseImport(ctx, id)
  theRest()
  await Promise.all(runners)
  await take()
  expect(await requireImport(ctx, id)).toMatchObject({ status: 'paused', done: paused.done })
  expect(await count('Of many runners')).toBe(paused.done)
  expect(await cancelImport(ctx, id)).toMatchObject({ status: 'cancelled', imported: paused.done })
})

test('lets another import run during a pause, and resumes after that one ended', async () => {
  const { ctx } = world
  const first = await halfway('The one that waits')
  await pauseImport(ctx, first.id)
  const second = await halfway('The one in between')
  expect(await act('resume', first.id)).toMatchObject({ code: 'importRunning' })
  await cancelImport(ctx, second.id)
  await resumeImport(ctx, first.id)
  await cancelImport(ctx, first.id)
  for (const { theRest, runner } of [first, second]) {
    theRest()
    expect(['notMine', 'more']).toContain(await runner)
  }
})

test('keeps the reviews from before a cancel, and adds no more', async () => {
  const { ctx } = world
  const { id, runner, someMore, theRest } = await halfway('To be cancelled')
  someMore()
  expect(await act('cancel', id)).toMatchObject({ data: { status: 'CANCELLED' } })
  theRest()
  await runner
  await runSlice(ctx, id)
  const row = await requireImport(ctx, id)
  expect(row).toMatchObject({ status: 'cancelled', finishedAt: ctx.now() })
  expect(row.imported).toBeLessThan(rows)
  expect(await count('To be cancelled')).toBe(row.imported)
  for (const each of ['pause', 'cancel']) expect(await act(each, id)).toMatchObject({ code: 'importNotRunning' })
})

test('gives a reason for each refusal over REST, and hides another shop’s import', async () => {
  const { id } = await createImport(world.ctx, { name: 'a.csv', bytes: encode('body,rating\nA cup,5\n') })
  for (const word of ['pause', 'resume', 'cancel']) {
    const refused = await world.rest('POST', `/imports/${id}/${word}`)
    expect(refused.json()).toMatchObject({
      success: false,
      code: word === 'resume' ? 'importNotPaused' : 'importNotRunning',
    })
    const foreign = await world.rest('POST', `/imports/${id}/${word}`, { token: world.otherToken })
    const unknown = await world.rest('POST', `/imports/0198b0c4-0000-7000-8000-000000000000/${word}`, {
      token: world.otherToken,
    })
    expect([foreign.statusCode, foreign.json()]).toEqual([404, unknown.json()])
    expect(JSON.stringify(await act(word, id, world.otherToken))).toBe(
      JSON.stringify(await act(word, '0198b0c4-0000-7000-8000-000000000000', world.otherToken)),
    )
  }
  await world.ctx.db.import.update({ where: { shopId_id: { shopId: world.shop.id, id } }, data: { status: 'paused' } })
  expect((await world.rest('POST', `/imports/${id}/cancel`)).json()).toMatchObject({
    success: true,
    data: { status: 'cancelled', undoable: false },
  })
})
