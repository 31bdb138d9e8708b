import { makeContext, type Ctx } from '../core/context.ts'
import type { PlanId } from '../../rules/plans.ts'
import { client, blockRunner, world } from '../testing/import-stage.ts'
import { importIdOf } from './ids.ts'
import { createImport, readImportProgress, startImport } from './imports.ts'
import { runSlice } from './running/run.ts'

blockRunner()

const encode = (text: string) => new TextEncoder().encode(text)

const lines = (count: number) =>
  `body,rating\n${Array.from({ length: count }, (_none, at) => `Text ${String(at)},5\n`).join('')}`

describe('the progress', () => {
  test('belongs to the running import, else to the last one started', async () => {
    const [older, newer] = [await client.checked('body,rating\nA,5\nB,5\n'), await client.checked('body,rating\nC,5\n')]
    const where = (id: string) => ({ where: { shopId_id: { shopId: world.shop.id, id: importIdOf(id) } } })
    const at = (minutes: number) => new Date(world.ctx.now().getTime() + minutes * 60_000)
    await client.db().import.update({ ...where(newer.id), data: { status: 'done', startedAt: at(5), imported: 1 } })
    await client.db().import.update({ ...where(older.id), data: { status: 'paused', startedAt: at(10), imported: 2 } })
    expect(await readImportProgress(world.ctx)).toEqual({ isImporting: false, importedReviews: 2, sumImport: 2 })
    await client.db().import.update({ ...where(older.id), data: { status: 'running', startedAt: at(1) } })
    expect(await readImportProgress(world.ctx)).toEqual({ isImporting: true, importedReviews: 2, sumImport: 2 })
  })
})

describe('the plan’s rows', () => {
  const onPlan = (plan: PlanId): Ctx =>
    makeContext(world.app.deps, { ...world.shop, plan }, { kind: 'system', name: 'test' })
  const upload = async (plan: PlanId, count: number) =>
    (await createImport(onPlan(plan), { name: 'a.csv', bytes: encode(lines(count)) })).id

  test('are limited by the plan at the start, not at the check', async () => {
    const id = await upload('advanced', 103)
    await expect(startImport(onPlan('free'), id, {})).rejects.toMatchObject({
      code: 'tooManyRows',
      params: { rows: 103, limit: 100 },
    })
    await expect(
      startImport(onPlan('free'), id, { answers: [{ question: 'firstN', answer: '103' }] }),
    ).rejects.toMatchObject({ code: 'tooManyRows' })
    expect(await startImport(onPlan('free'), id, { answers: [{ question: 'firstN', answer: '100' }] })).toMatchObject({
      status: 'running',
      answers: [{ question: 'firstN', answer: '100' }],
    })
  })

  test.each(['100', 'yes'])('“%s” keeps the limit of the check on a larger plan too', async (answer) => {
    const id = await upload('free', 103)
    expect(await startImport(onPlan('advanced'), id, { answers: [{ question: 'firstN', answer }] })).toMatchObject({
      status: 'running',
      answers: [{ question: 'firstN', answer: '100' }],
    })
  })

  test('are limited even when the check did not ask, as duplicates may be deleted later', async () => {
    const id = await upload('free', 3)
    expect(await startImport(onPlan('free'), id, {})).toMatchObject({
      answers: [{ question: 'firstN', answer: '100' }],
    })
  })

  test('need no answer on a plan that allows them all', async () => {
    expect(await startImport(onPlan('advanced'), await upload('free', 103), {})).toMatchObject({
      status: 'running',
      total: 103,
    })
  })

  test('are not limited for a file without a limit', async () => {
    const { id } = await createImport(onPlan('free'), { name: 'a.csv', bytes: encode(lines(103)), unlimited: true })
    expect(await startImport(onPlan('free'), id, {})).toMatchObject({ status: 'running', total: 103, answers: [] })
  })
})

describe('products that the shop lacks', () => {
  const file = 'body,rating,product_handle\nA,5,x1\nB,5,x2\nC,5,x3\n'
  const answer = (...names: string[]) => names.map((name) => ({ question: name, answer: 'shop' }))

  const ended = async (id: string, answers: object[]) => {
    expect((await world.rest('POST', `/imports/${id}/start`, { body: { answers } })).json()).toMatchObject({
      success: true,
    })
    expect(await runSlice(world.ctx, importIdOf(id))).toBe('finished')
    return client.read(id)
  }

  test('each need an answer', async () => {
    const { id } = await client.checked(file)
    for (const names of [
      ['unmatched:x1'],
      ['unmatched:x1', 'unmatched:x2'],
      ['unmatched:x1', 'unmatched:x2', 'unmatched:X4'],
    ]) {
      const refused = await world.rest('POST', `/imports/${id}/start`, { body: { answers: answer(...names) } })
      expect(refused.statusCode).toBe(422)
      expect(refused.json()).toMatchObject({
        code: 'questionUnanswered',
        fields: { unmatched: { code: 'questionUnanswered' } },
      })
    }
    expect(await ended(id, answer('unmatched:x1', 'unmatched:x2', 'unmatched:x3'))).toMatchObject({
      status: 'done',
      imported: 3,
      unmatched: 0,
    })
  })

  test('accept one answer for all, and others for some', async () => {
    const { id } = await client.checked(file)
    const answers = [{ question: 'unmatched', answer: 'skip' }, ...answer('unmatched:x2')]
    expect(await ended(id, answers)).toMatchObject({ status: 'done', imported: 1, unmatched: 2 })
  })
})
