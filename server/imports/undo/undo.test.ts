import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { checkCounts } from '../../reviews/reviews/check-counts.ts'
import { client, world } from '../../testing/import-stage.ts'
import { inventedExport } from '../../testing/hostile/invented-export.ts'
import { addReviews, countDrift } from '../../testing/reviews.ts'
import { randomFrom } from '../../demo/seed/seed-random.ts'
import { importGlobalId, importIdOf } from '../ids.ts'
import { createImport, requireImport, startImport } from '../imports.ts'
import { runSlice } from '../running/run.ts'
import { undoImport } from './undo.ts'

const missing = '0198b0c4-0000-7000-8000-000000000000'

/** Imports a file and returns the row's id. */
async function brought(file: string): Promise<string> {
  const { id } = await client.checked(file)
  expect(await client.start(id)).toMatchObject({ status: 'done' })
  return importIdOf(id)
}

const plan = async (id: string) =>
  (
    await world.graphql('query ($id: ID!) { importRun(id: $id) { undoable undoPlan { reviews changed } } }', {
      id: importGlobalId(id),
    })
  ).data?.['importRun'] as unknown

async function undo(id: string, takeChanged?: boolean, token?: string) {
  const document =
    'mutation ($input: UndoImportInput!) { r: undoImport(input: $input) { __typename ... on UndoImportSuccess { data { status toRemove } } ... on Refusal { code } } }'
  return (
    await world.graphql(
      document,
      { input: { id: importGlobalId(id), ...(takeChanged !== undefined && { takeChanged }) } },
      token,
    )
  ).data?.['r'] as unknown
}

const figures = async (id: string) => {
  const { status, toRemove, removed, kept, imported } = await requireImport(world.ctx, id)
  return { status, toRemove, removed, kept, imported }
}

async function expectRightCounts(): Promise<void> {
  expect(await countDrift(world.ctx)).toEqual([])
  expect(await checkCounts(world.ctx)).toBe(0)
}

const file =
  'body,rating,reviewer_name,product_handle,reply,picture_urls,curated\n' +
  'As it came,5,Ann,mug,Thanks,,ok\nAnswered,4,Bo,mug,,,ok\nHidden,3,Cy,mug,,,ok\nIn the trash,2,Di,mug,,,ok\nStill waiting,1,Ed,,,,not-yet\n'

describe('an undo', () => {
  test('states its numbers, deletes the imported reviews and keeps those changed since', async () => {
    const mug = await client.addProduct('mug')
    const [own] = await addReviews(world.ctx, { content: 'Was here before', productId: mug, status: 'published' })
    const id = await brought(file)
    const idOf = async (content: string) =>
      (await client.reviews()).find((review) => review.content === content)?.id ?? ''
    await performReviewAction(world.ctx, { act: 'reply', ids: [await idOf('Answered')], content: 'Thank you' })
    await performReviewAction(world.ctx, { act: 'unpublish', ids: [await idOf('Hidden')] })
    await performReviewAction(world.ctx, { act: 'trash', ids: [await idOf('In the trash')] })
    expect(await plan(id)).toEqual({ undoable: true, undoPlan: { reviews: 5, changed: 2 } })
    expect((await world.rest('GET', `/imports/${id}/undo`)).json()).toEqual({
      success: true,
      data: { reviews: 5, changed: 2 },
    })
    const { version } = await client.db().product.findFirstOrThrow({ where: { id: mug } })

    expect(await undo(id)).toMatchObject({ data: { status: 'UNDOING', toRemove: 3 } })
    await world.runJobs()
    expect((await client.reviews()).map(({ content }) => content)).toEqual(['Answered', 'Hidden', own?.content])
    expect(await figures(id)).toEqual({ status: 'undone', toRemove: 3, removed: 3, kept: 2, imported: 5 })
    expect((await client.db().product.findFirstOrThrow({ where: { id: mug } })).version).toBeGreaterThan(version)
    await expectRightCounts()
    expect(await plan(id)).toEqual({ undoable: false, undoPlan: null })
    expect(await undo(id)).toMatchObject({ code: 'importUndone' })
    expect((await world.rest('POST', `/imports/${id}/undo`)).json()).toMatchObject({
      success: false,
      code: 'importUndone',
    })
  })

  test('deletes changed reviews too on request, and the file can be imported again', async () => {
    await client.addProduct('mug')
    const id = await brought(file)
    await performReviewAction(world.ctx, {
      act: 'pin',
      ids: (await client.reviews()).slice(0, 2).map((review) => review.id),
    })
    const answer = await world.rest('POST', `/imports/${id}/undo`, { body: { takeChanged: true } })
    expect(answer.json()).toMatchObject({ success: true, data: { status: 'undoing', toRemove: 5 } })
    await world.runJobs()
    expect(await client.reviews()).toEqual([])
    expect(await figures(id)).toMatchObject({ status: 'undone', removed: 5, kept: 0 })
    expect((await client.checked(file)).fresh).toBe(5)
    expect(await figures(await brought(file))).toMatchObject({ status: 'done', imported: 5 })
    await expectRightCounts()
  })

  test('sets each product’s last import time to that of the remaining imports', async () => {
    const [mug, cup] = [await client.addProduct('mug'), await client.addProduct('cup')]
    const times = async () =>
      (await client.db().product.findMany({ where: { id: { in: [mug, cup] } }, orderBy: { handle: 'desc' } })).map(
        ({ lastImportedAt }) => lastImportedAt?.toISOString() ?? null,
      )
    const body = (text: string, ...handles: string[]) =>
      `body,rating,product_handle\n${handles.map((handle) => `${text},5,${handle}\n`).join('')}`
    const ids: string[] = []
    const at: (string | null)[] = [null]
    for (const [text, ...handles] of [
      ['First', 'mug'],
      ['Second', 'mug', 'cup'],
      ['Third', 'mug'],
    ] as const) {
      await world.advance({ hours: 1 })
      ids.push(await brought(body(text, ...handles)))
      at.push(world.ctx.now().toISOString())
    }
    const undone = async (nth: number) => {
      await world.advance({ hours: 1 })
      expect(await undo(ids[nth - 1] ?? '')).toMatchObject({ data: { status: 'UNDOING' } })
      await world.runJobs()
      return times()
    }
    expect(await times()).toEqual([at[3], at[2]])
    expect(await undone(2)).toEqual([at[3], null])
    expect(await undone(3)).toEqual([at[1], null])
    expect(await undone(1)).toEqual([null, null])
  })

  test('pages by key past kept reviews, however many come first', async () => {
    const id = await brought(inventedExport(3_000))
    const of = { where: { shopId: world.shop.id, importId: id } }
    const ids = (await client.db().review.findMany({ ...of, orderBy: { id: 'asc' }, select: { id: true } })).map(
      (review) => review.id,
    )
    await client
      .db()
      .review.updateMany({ where: { shopId: world.shop.id, id: { in: ids.slice(0, 1_500) } }, data: { version: 2 } })
    const [plan] = await client
      .db()
      .$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(
        `explain select id from "Review" where "shopId" = '${world.shop.id}' and "importId" = '${id}' and id > '${ids[0] ?? ''}' order by "shopId", "importId", id limit 1000`,
      )
      .then((lines) => [lines.map((line) => line['QUERY PLAN']).join()])
    expect(plan).toContain('importId_id_idx')
    await undoImport(world.ctx, id, {})
    await world.runJobs()
    expect(await figures(id)).toMatchObject({ status: 'undone', removed: 1_500, kept: 1_500 })
    expect(
      (await client.db().review.findMany({ ...of, orderBy: { id: 'asc' }, select: { id: true } })).map(
        (review) => review.id,
      ),
    ).toEqual(ids.slice(0, 1_500))
  })

  test('deletes the rows of its reviews, and records files that are no longer used', async () => {
    const id = await brought('body,rating,picture_urls\nWith a picture,5,http://pictures.test/one.png\n')
    const {
      shop: { id: shopId },
      ctx,
    } = world
    const [review] = await client.reviews()
    const media = { where: { shopId, reviewId: review?.id ?? '' } }
    const key = `${shopId}/${'ab'.repeat(32)}`
    await ctx.db.reviewMedia.updateMany({ ...media, data: { status: 'ready', key, nextAt: null } })
    expect(await ctx.db.reviewSearch.count({ where: { shopId } })).toBeGreaterThan(0)
    await undoImport(ctx, id, {})
    await world.runJobs()
    expect([
      await ctx.db.reviewMedia.count(media),
      await ctx.db.reviewSearch.count({ where: { shopId } }),
      await ctx.db.reviewHistory.count({ where: { shopId } }),
    ]).toEqual([0, 0, 0])
    expect(await client.db().unusedFile.count({ where: { shopId, key } })).toBe(1)
  })

  test('is allowed after a cancel or failure, and refused for running, paused, empty or concurrent imports', async () => {
    const id = await brought(file.replaceAll(',mug,', ',,'))
    const where = { shopId_id: { shopId: world.shop.id, id } }
    const later = new Date(Date.now() + 3_600_000)
    const put = (status: 'running' | 'paused' | 'cancelled' | 'failed') =>
      world.ctx.db.import.update({ where, data: { status, leaseUntil: later } })
    for (const status of ['running', 'paused'] as const) {
      await put(status)
      expect(await undo(id)).toMatchObject({ code: 'importNotEnded' })
    }
    const { id: other } = await createImport(world.ctx, {
      name: 'b.csv',
      bytes: new TextEncoder().encode('body,rating\nB,5\n'),
    })
    expect(await undo(other)).toMatchObject({ code: 'importNothingToUndo' })
    await world.ctx.db.import.updateMany({ where: { id: other }, data: { status: 'running', leaseUntil: later } })
    await put('cancelled')
    expect(await undo(id)).toMatchObject({ code: 'importRunning' })
    await world.ctx.db.import.updateMany({ where: { id: other }, data: { status: 'undoing' } })
    expect(await undo(id)).toMatchObject({ code: 'importUndoing' })
    const { id: third } = await client.checked('body,rating\nC,5\n')
    expect((await world.rest('POST', `/imports/${third}/start`)).json()).toMatchObject({
      success: false,
      code: 'importUndoing',
    })
    await world.ctx.db.import.updateMany({ where: { id: other }, data: { status: 'cancelled' } })
    await put('failed')
    expect(await undo(id)).toMatchObject({ data: { status: 'UNDOING', toRemove: 5 } })
    await world.ctx.db.import.update({ where, data: { leaseUntil: null } })
    await runSlice(world.ctx, id)
    await world.runJobs()
    expect(await figures(id)).toMatchObject({ status: 'undone', removed: 5 })
  })

  test('hides another shop’s import and deletes none of its reviews', async () => {
    const id = await brought('body,rating\nA,5\n')
    expect(JSON.stringify(await undo(id, true, world.otherToken))).toBe(
      JSON.stringify(await undo(missing, true, world.otherToken)),
    )
    for (const method of ['GET', 'POST'] as const) {
      const [foreign, unknown] = [
        await world.rest(method, `/imports/${id}/undo`, { token: world.otherToken }),
        await world.rest(method, `/imports/${missing}/undo`, { token: world.otherToken }),
      ]
      expect([foreign.statusCode, foreign.json()]).toEqual([404, unknown.json()])
    }
    expect(await client.reviews()).toHaveLength(1)
  })

  test('starts once of two requests, and deletes each review once when runners take over', async () => {
    const id = await brought(inventedExport(3_500))
    const where = { shopId: world.shop.id, id }
    const begun = await Promise.allSettled([undoImport(world.ctx, id, {}), undoImport(world.ctx, id, {})])
    expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        await world.ctx.db.import.updateMany({ where: { ...where, status: 'undoing' }, data: { leaseUntil: null } })
        return runSlice(world.ctx, id)
      }),
    )
    while ((await requireImport(world.ctx, id)).status === 'undoing') {
      await world.ctx.db.import.updateMany({ where: { ...where, status: 'undoing' }, data: { leaseUntil: null } })
      await runSlice(world.ctx, id)
    }
    expect(await figures(id)).toEqual({ status: 'undone', toRemove: 3_500, removed: 3_500, kept: 0, imported: 3_500 })
    expect(await client.reviews()).toEqual([])
    await expectRightCounts()
  }, 60_000)

  test('fails after repeated errors, and resumes from there on another request', async () => {
    const id = await brought(inventedExport(1_500))
    const { app, ctx } = world
    await app.database.pool.query(
      `create function refuse_delete() returns trigger language plpgsql as $$ begin if old.content like '%number 1200' then raise exception 'no'; end if; return old; end $$`,
    )
    await app.database.pool.query(
      'create trigger refuse_delete before delete on "Review" for each row execute function refuse_delete()',
    )
    await undoImport(ctx, id, {})
    while ((await requireImport(ctx, id)).status === 'undoing') {
      await ctx.db.import.updateMany({
        where: { shopId: world.shop.id, id, status: 'undoing' },
        data: { leaseUntil: null },
      })
      await runSlice(ctx, id)
    }
    await app.database.pool.query('drop trigger refuse_delete on "Review"')
    await app.database.pool.query('drop function refuse_delete')
    const stopped = await world.graphql(
      'query ($id: ID!) { importRun(id: $id) { status errorCode undoable removed } }',
      { id: importGlobalId(id) },
    )
    expect(stopped.data).toEqual({
      importRun: { status: 'FAILED', errorCode: 'importUndoFailed', undoable: true, removed: 1_000 },
    })
    await expectRightCounts()
    expect(await undo(id)).toMatchObject({ data: { status: 'UNDOING', toRemove: 1_500 } })
    await world.runJobs()
    expect(await figures(id)).toMatchObject({ status: 'undone', removed: 1_500, kept: 0 })
    await expectRightCounts()
  }, 60_000)
})

test.each([1, 2, 3])(
  'keeps the counters equal to the rows, whatever the merchant changes during it (%i)',
  async (seed) => {
    const random = randomFrom(seed)
    await client.addProduct('teapot')
    await client.addProduct('oat-soap')
    await addReviews(
      world.ctx,
      ...Array.from({ length: 20 }, () => ({
        rate: 1 + random.below(5),
        status: random.pick(['published', 'pending', 'hidden'] as const),
      })),
    )
    const { id } = await createImport(world.ctx, {
      name: 'a.csv',
      bytes: new TextEncoder().encode(inventedExport(400, { handles: ['teapot', 'oat-soap', ''] })),
    })
    await startImport(world.ctx, id, {})
    await world.runJobs()
    const ids = (await client.reviews()).map((review) => review.id)
    const acts = ['publish', 'unpublish', 'trash', 'restore', 'pin', 'feature', 'reply', 'delete'] as const
    // A bulk action skips reviews whose state forbids it.
    const some = () =>
      performReviewAction(world.ctx, {
        act: random.pick(acts),
        ids: random.sample(ids, 1 + random.below(30)),
        content: 'Thanks',
        bulkId: missing,
      }).catch(() => undefined)
    for (let each = 0; each < 15; each++) await some()
    await expectRightCounts()
    const before = await client.db().review.findMany({ where: { shopId: world.shop.id, importId: id } })
    const takeChanged = random.chance(0.5)
    const goes = before.filter(({ version, status }) => takeChanged || version === 1 || status === 'deleted').length
    expect(await plan(id)).toMatchObject({
      undoPlan: {
        reviews: before.length,
        changed: before.filter(({ version, status }) => version > 1 && status !== 'deleted').length,
      },
    })
    expect(await undoImport(world.ctx, id, { takeChanged })).toMatchObject({ toRemove: goes })
    await Promise.all([runSlice(world.ctx, id), some(), some(), some()])
    await world.runJobs()
    const row = await requireImport(world.ctx, id)
    expect(row).toMatchObject({
      status: 'undone',
      kept: await world.ctx.db.review.count({ where: { shopId: world.shop.id, importId: id } }),
    })
    if (takeChanged) expect(row.kept).toBe(0)
    expect(await world.ctx.db.review.count({ where: { shopId: world.shop.id, importId: null } })).toBeGreaterThan(0)
    await expectRightCounts()
  },
)
