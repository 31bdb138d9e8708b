import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type pg from 'pg'
import { jobs } from '../../../app/jobs.ts'
import { checkCounts } from '../../../reviews/reviews/check-counts.ts'
import { createWorld, freshDatabase, type World } from '../../../testing/world.ts'
import { migrate } from '../migrate.ts'

// Filled by commit c00bf3ae on PostgreSQL 15; README.md says how.
const former = gunzipSync(readFileSync(new URL('./c00bf3ae.sql.gz', import.meta.url))).toString()
const lastMigration = '20261125161850_review_translations'

let upgraded: Awaited<ReturnType<typeof freshDatabase>>
let before: Record<string, number>
let applied: string[]
beforeAll(async () => {
  upgraded = await freshDatabase('template0')
  const client = await upgraded.database.pool.connect()
  await client.query(former)
  client.release(true) // the dump empties search_path
  before = await countRows(upgraded.database.pool)
  applied = await migrate(upgraded.database.pool)
})
afterAll(() => upgraded.drop())

/** Rows by table of the application and of pg-boss. */
async function countRows(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> '_prisma_migrations' order by 1`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${name}`)
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

/** What migrations make, as PostgreSQL prints it. Partitions follow their parents. */
const schema = `
  with own as (select c.* from pg_class c where c.relnamespace = 'public'::regnamespace and not c.relispartition)
  select format('%s %s %s %s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) as line
    from own join pg_attribute a on attrelid = own.oid and attnum > 0 and not attisdropped
    left join pg_attrdef d on adrelid = own.oid and adnum = attnum where relkind in ('r', 'p')
  union all select pg_get_indexdef(oid) from own where relkind in ('i', 'I')
  union all select format('%s %s %s', own.relname, conname, pg_get_constraintdef(k.oid)) from own join pg_constraint k on conrelid = own.oid where contype <> 'n'
  union all select pg_get_triggerdef(t.oid) from own join pg_trigger t on tgrelid = own.oid where not tgisinternal
  union all select format('%s %s %s', relname, polname, pg_get_expr(polqual, polrelid)) from own join pg_policy on polrelid = own.oid
  union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all select format('%s %s', typname, enumlabel) from pg_enum join pg_type t on t.oid = enumtypid where typnamespace = 'public'::regnamespace
  order by 1`

test('keeps every row through all later migrations @oldest', async () => {
  expect(applied.every((name) => name > lastMigration)).toBe(true)
  expect(applied.length).toBeGreaterThan(0)
  expect(Object.values(before).filter((count) => count > 0).length).toBeGreaterThan(40)
  // Barcodes become names of products, and facts are summed by day, too.
  const { '"ProductName"': names = 0, '"Fact"': facts = 0, ...others } = before
  const after = await countRows(upgraded.database.pool)
  expect(after).toMatchObject(others)
  expect(after['"ProductName"']).toBeGreaterThanOrEqual(names)
  expect(after['"Fact"']).toBeGreaterThanOrEqual(facts)
})

test('ends with the schema of a new database @oldest', async () => {
  const fresh = await freshDatabase()
  try {
    const linesOf = async (pool: pg.Pool) => (await pool.query<{ line: string }>(schema)).rows.map(({ line }) => line)
    expect(await linesOf(upgraded.database.pool)).toEqual(await linesOf(fresh.database.pool))
  } finally {
    await fresh.database.close()
    await fresh.drop()
  }
})

const document = `{ viewer { shop { name
  reviews(first: 3) { totalCount edges { node { id title } } }
  emailQueue(first: 3) { totalCount edges { node { id } } }
  imports(first: 20) { edges { node { status } } } } } }`

/** The file of the import that waits to run (fill.mjs). */
const waitingFile = (handle: string): string =>
  [20, 21, 22, 23, 24, 25, 26, 27, 28].reduce(
    (text, row) =>
      `${text}Title ${row},Text ${row},${1 + (row % 5)},2025-01-0${1 + (row % 9)},Reader ${row},reader${row}@file.test,${handle}\n`,
    'title,body,rating,review_date,reviewer_name,reviewer_email,product_handle\n',
  )

test('shows its merchants what they had, and goes on with what waited @oldest', async () => {
  const world: World = await createWorld({ database: upgraded.database, env: { CANDOR_ROLE: 'web' } })
  try {
    const shop = await world.app.deps.access
      .acrossShops('the demo platform')
      .shop.findFirstOrThrow({ where: { name: 'Fernhill Goods' } })
    const { db } = world.contextOf(shop)
    const answer = await fetch(`${await world.url()}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await world.idToken(shop.shopifyDomain)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: document }),
    })
    const [reviews, requests, imports] = await Promise.all([
      db.review.count({ where: { status: { not: 'deleted' } } }),
      db.queueItem.count(),
      db.import.findMany(),
    ])
    expect(await answer.json()).toMatchObject({
      data: {
        viewer: {
          shop: {
            name: 'Fernhill Goods',
            reviews: { totalCount: reviews },
            emailQueue: { totalCount: requests },
            imports: { edges: imports.map(() => expect.anything() as unknown) },
          },
        },
      },
    })
    expect(new Set(imports.map(({ status }) => status)).size).toBeGreaterThan(4)

    const waiting = await db.import.findFirstOrThrow({ where: { status: 'running', fileName: 'waiting.csv' } })
    const { handle } = await db.product.findFirstOrThrow()
    await world.ctx.files.put(waiting.fileKey, Buffer.from(waitingFile(handle)), { contentType: 'text/csv' })
    await jobs['imports.run']?.(world.contextOf(shop), { id: waiting.id } as never)
    const ended = await db.import.findUnique({ where: { shopId_id: { shopId: shop.id, id: waiting.id } } })
    expect(ended).toMatchObject({ status: 'done', imported: 9 })
    expect(await checkCounts(world.contextOf(shop))).toBe(0)
  } finally {
    await world.close()
  }
})
