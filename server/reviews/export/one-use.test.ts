import { createWorld, type World } from '../../testing/world.ts'
import { startReviewExport } from './export.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('an export’s address is used up by what it opened, not by a store that is away; of two at once one opens it', async () => {
  const { id } = await startReviewExport(world.ctx, { format: 'csv' })
  await world.runJobs()
  const { downloadUrl } = (await world.rest('GET', `/reviews/export/${id}`)).json<{ data: { downloadUrl: string } }>()
    .data
  const get = () => world.inject({ method: 'GET', url: new URL(downloadUrl).pathname })
  const { files } = world.app.deps
  const { fileKey } = await world.ctx.db.reviewExport.findFirstOrThrow()
  await files.delete(fileKey)
  const gone = await get()
  expect([gone.statusCode, gone.json<{ code: string }>().code]).toEqual([404, 'exportGone'])
  await files.put(fileKey, new TextEncoder().encode('body,rating\n'), { contentType: 'text/csv' })
  const both = await Promise.all([get(), get()])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  const late = await get()
  expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([404, 'linkExpired'])
})
