import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { makeContext, type Ctx } from '../../core/context.ts'
import { plans } from '../../../rules/plans.ts'
import { inventedExport } from '../../testing/hostile/invented-export.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { openErrorFile } from '../downloads/error-file.ts'
import { createImport, requireImport, startImport } from '../imports.ts'
import { runSlice } from '../running/run.ts'

let world: World
let opened: Readable[]
let ctx: Ctx
beforeAll(async () => {
  // Without runners of its own: what they open is not counted.
  world = await createWorld({ plan: 'free', env: { CANDOR_ROLE: 'web' } })
  opened = []
  const { files } = world.app.deps
  ctx = makeContext(
    {
      ...world.app.deps,
      files: {
        put: (key, content, about) => files.put(key, content, about),
        about: (key) => files.about(key),
        delete: (key) => files.delete(key),
        url: (key) => files.url(key),
        get: async (key, range) => {
          const stored = await files.get(key, range)
          if (stored) opened.push(stored.stream)
          return stored
        },
      },
    },
    { ...world.shop, plan: 'free' },
    { kind: 'system', name: 'imports' },
  )
})
afterAll(() => world.close())

const leftOpen = () => opened.splice(0).filter((stream) => !stream.destroyed).length

test('whoever looks at an import’s file shuts it again, however much of it was wanted', async () => {
  const { maxImportRows } = plans.free
  const bytes = new TextEncoder().encode(`${inventedExport(4_000)}No,star,none,2024-01-01\n`)
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
  // No reader goes on behind the first line; no reader reads at all.
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
