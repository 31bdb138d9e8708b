import { setTimeout as later } from 'node:timers/promises'
import type pg from 'pg'
import { createImport, requireImport, startImport } from '../server/imports/imports.ts'
import type { Import } from '../server/generated/prisma/client.ts'
import { openApp, type BenchApp } from './app.ts'
import type { Outcome, Stage } from './bench.ts'
import { copyIn, copyOut } from './copy.ts'
import { fullImportRows, importedProducts, megabytes } from './import-files.ts'
import { loadReviews } from './load-reviews.ts'
import type { BenchDatabase } from './bench-database.ts'
import { compare, formatSpread, spreadOf, type Spread } from './rounds.ts'

/** Rows of the samples that are inserted one by one. */
const sampleRows = 2_000
const pollMs = 20

interface PaceOptions {
  name: string
  makeFile(rows: number): Uint8Array
  /** Minimum share of COPY's pace. */
  must: number
  /** Also prints the pace of single inserts, which has no limit. */
  printInserts?: boolean
}

type OnPlace = Stage & { place: BenchDatabase }

/**
 * Compares an import's rows per second, from upload to report, with COPY into the same table and with single inserts.
 */
export async function measurePace(
  { place, options, say }: OnPlace,
  { name, makeFile, must, printInserts = false }: PaceOptions,
): Promise<Outcome> {
  const rows = options.rows ?? fullImportRows
  await using open = await openApp(place, { variables: { CANDOR_ROLE: 'all' } })
  const { pool } = place.database
  await loadReviews(pool, { shopId: open.shop.id, products: importedProducts, reviews: 0 })
  const bytes = makeFile(rows)
  say(`${rows.toLocaleString('en')} rows, ${megabytes(bytes)}, in one file, as the command for imports takes it`)
  const ours = async () => {
    await empty(pool)
    return rows / (await secondsOf(() => importWhole(open, { name, bytes }, rows)))
  }
  await ours()
  const client = await pool.connect()
  using _given = { [Symbol.dispose]: () => client.release() }
  const copyRows = await copier(client)
  const copy = async () => {
    await empty(pool)
    return rows / (await secondsOf(copyRows))
  }
  const { a, b, ratio } = await compare(options.rounds, ours, copy)
  say(`Candor ${formatSpread(a)} rows/s   COPY ${formatSpread(b)} rows/s   ratio ${formatSpread(ratio)}`)
  const outcome = { figure: ratio.median.toFixed(2), ok: ratio.median >= must }
  if (!printInserts) return outcome
  const times = (one: Spread, other: Spread) => `${(one.median / other.median).toFixed(1)}x`
  const single = await oneByOne(client, options.rounds)
  const whole = await oneByOneWhole(client, open, options.rounds)
  say(
    `one insert a row, nothing else (${sampleRows.toLocaleString('en')} rows): ${formatSpread(single)} rows/s   Candor ${times(a, single)}, COPY itself ${times(b, single)}`,
  )
  say(
    `one row at a time, each looked for, counted and its progress told: ${formatSpread(whole)} rows/s   Candor ${times(a, whole)}`,
  )
  return outcome
}

/** Runs a whole import: upload, check, start, and background work until done. */
async function importWhole({ ctx }: BenchApp, file: { name: string; bytes: Uint8Array }, rows: number): Promise<void> {
  const { id } = await createImport(ctx, { ...file, unlimited: true })
  const until = async (over: (row: Import) => boolean): Promise<Import> => {
    for (;;) {
      const row = await requireImport(ctx, id)
      if (over(row)) return row
      await later(pollMs)
    }
  }
  await until(({ status }) => status !== 'checking')
  await startImport(ctx, id, {})
  const { status, imported, error } = await until((row) => row.status !== 'running')
  if (status !== 'done' || imported !== rows)
    throw new Error(`The import ended ${status} with ${imported} of ${rows}: ${error ?? ''}`)
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

async function empty(pool: pg.Pool): Promise<void> {
  await pool.query(
    'truncate "Review", "ReviewMedia", "ReviewCount", "ProductReviewCount", "Import", "ImportProblem", "Fact" cascade',
  )
  await pool.query('vacuum analyze "Review"')
  await pool.query('checkpoint').catch(() => undefined)
}

/**
 * Prepares a COPY of the table's current rows.
 */
async function copier(client: pg.PoolClient): Promise<() => Promise<void>> {
  const columns = await writtenColumns(client)
  const rows = await copyOut(client, `copy (select ${columns} from "Review") to stdout`)
  return async () => {
    await setAutovacuum(client, false)
    await copyIn(client, `copy "Review" (${columns}) from stdin`, rows)
    await setAutovacuum(client, true)
  }
}

/**
 * Turns autovacuum on or off. An ANALYZE during one large transaction finds many pages without rows. Foreign key checks
 * are then planned for an empty table and scan all reviews of the shop. That happened at random and turned seconds into
 * minutes.
 */
async function setAutovacuum(client: pg.PoolClient, enabled: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = '"Review"'::regclass`,
  )
  for (const { name } of rows) await client.query(`alter table ${name} set (autovacuum_enabled = ${enabled})`)
}

export async function writtenColumns(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = '"Review"'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  return rows[0]?.columns ?? ''
}

interface Sample {
  productId: string
  contentHash: string
  status: string
  source: string
  rate: number
}

async function pacesOf(
  client: pg.PoolClient,
  rounds: number,
  insert: (row: Sample, text: string) => Promise<unknown>,
): Promise<Spread> {
  const columns = await writtenColumns(client)
  const text = `insert into "Review" (${columns}) select ${columns} from jsonb_populate_record(null::"Review", $1::jsonb)`
  const { rows } = await client.query<{ row: Sample }>('select to_jsonb(r) as row from "Review" r limit $1', [
    sampleRows,
  ])
  const speeds: number[] = []
  for (let round = 0; round < rounds; round++) {
    await client.query('truncate "Review", "ReviewMedia", "ReviewCount", "ProductReviewCount" cascade')
    const seconds = await secondsOf(async () => {
      for (const { row } of rows) await insert(row, text)
    })
    speeds.push(rows.length / seconds)
  }
  return spreadOf(speeds)
}

/** Measures the lower bound: each row as a prepared statement with its own commit. */
const oneByOne = (client: pg.PoolClient, rounds: number): Promise<Spread> =>
  pacesOf(client, rounds, (row, text) => client.query({ name: 'one', text, values: [JSON.stringify(row)] }))

/** Measures the same with everything that an import writes for a row, in one transaction each, all prepared. */
async function oneByOneWhole(client: pg.PoolClient, { shop }: BenchApp, rounds: number): Promise<Spread> {
  const ask = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  return pacesOf(client, rounds, async (row, text) => {
    await client.query('begin')
    await ask('find', 'select 1 from "Review" where "shopId" = $1 and "contentHash" = $2', [shop.id, row.contentHash])
    await ask('one', text, [JSON.stringify(row)])
    await ask(
      'count',
      `insert into "ReviewCount" values ($1, $2::"ReviewStatus", $3::"ReviewSource", $4, 1)
      on conflict ("shopId", status, source, rate) do update set count = "ReviewCount".count + 1`,
      [shop.id, row.status, row.source, row.rate],
    )
    await ask(
      'productCount',
      `insert into "ProductReviewCount" values ($1, $2, $3::"ReviewStatus", $4, 1)
      on conflict ("shopId", "productId", status, rate) do update set count = "ProductReviewCount".count + 1`,
      [shop.id, row.productId, row.status, row.rate],
    )
    await ask('product', 'update "Product" set version = version + 1 where "shopId" = $1 and id = $2', [
      shop.id,
      row.productId,
    ])
    await ask('progress', 'update "Import" set done = done + 1, version = version + 1 where "shopId" = $1', [shop.id])
    await client.query('commit')
  })
}
