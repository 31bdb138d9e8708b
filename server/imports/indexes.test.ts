import { createWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

// As run.ts, imports.ts, purge.ts and run-undo.ts ask; an index whose condition leaves a status out cannot be used at all.
test.each([
  [
    'runs and undos to take up',
    'Import_at_work_idx',
    `select id from "Import" where status in ('running', 'undoing') and ("leaseUntil" is null or "leaseUntil" < now()) order by "leaseUntil" limit 5`,
  ],
  [
    'checks to follow',
    'Import_at_work_idx',
    `select id from "Import" where status = 'checking' and "leaseUntil" < now() limit 5`,
  ],
  [
    'old files',
    'Import_kept_file_idx',
    `select id from "Import" where "fileKey" <> '' and status in ('done', 'failed', 'cancelled', 'undone') and coalesce("finishedAt", "createdAt") < now() order by coalesce("finishedAt", "createdAt") limit 10`,
  ],
  [
    'uploads that were never started',
    'Import_unstarted_idx',
    `select id from "Import" where status = 'checked' and "createdAt" < now() order by "createdAt" limit 10`,
  ],
  [
    'the last import of a product',
    'shopId_productId_enteredAt|imported',
    `select "enteredAt" from "Review" where "shopId" = '0198b0c4-0000-7000-8000-000000000000' and "productId" = '0198b0c4-0000-7000-8000-000000000001' and "importId" is not null order by "enteredAt" desc limit 1`,
  ],
])('an index serves %s', async (_name, index, statement) => {
  const plan = await world.app.deps.access.acrossShops('the demo platform').$transaction(async (db) => {
    await db.$executeRawUnsafe('set local enable_seqscan = off')
    await db.$executeRawUnsafe('set local enable_sort = off')
    return db.$queryRawUnsafe<Record<string, string>[]>(`explain ${statement}`)
  })
  const text = plan.map((line) => Object.values(line)[0]).join('\n')
  expect(text).toMatch(new RegExp(index))
  expect(text).not.toContain('Sort')
})
