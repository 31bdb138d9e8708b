import type pg from 'pg'
import { plans } from '../rules/plans.ts'
import { createImport, importById, startImport } from '../server/imports/imports.ts'
import { english } from '../server/testing/texts-en.ts'
import { openApp, type BenchApp } from './app.ts'
import type { DatabaseBench } from './bench.ts'
import { copyIn, copyOut } from './copy.ts'
import { loadReviews } from './load-reviews.ts'
import { compare, spread, spreadOf } from './rounds.ts'

const fullRows = 100_000
const products = 100
/** Rows of the sample that goes in one by one. */
const sampleRows = 2_000
const must = { copy: 0.25, single: 10 }

export const p9: DatabaseBench = {
  id: 'P9',
  title: 'import of a Judge.me CSV from upload to report against COPY into the same indexed table, rows a second',
  must: '0.25',
  aim: '0.4',
  async onDatabase({ place, options, say }) {
    if (place.embedded) throw new Error('COPY needs a PostgreSQL server: install one, or set DATABASE_URL.')
    const rows = options.rows ?? fullRows
    await using open = await openApp(place, { CANDOR_ROLE: 'all' })
    const { pool } = place.database
    await loadReviews(pool, { shopId: open.shop.id, products, reviews: 0 })
    const files = exportsOf(rows)
    const megabytes = files.reduce((sum, { length }) => sum + length, 0) / 1024 / 1024
    say(`${rows.toLocaleString('en')} rows, ${megabytes.toFixed(1)} MB, in ${files.length} files, as a plan takes ${maxRows.toLocaleString('en')} rows a file`)

    const ours = async () => {
      await empty(pool)
      return rows / await secondsOf(() => importAll(open, files))
    }
    await ours()
    const client = await pool.connect()
    using _given = { [Symbol.dispose]: () => client.release() }
    const copied = await copyOut(client, 'copy (select * from "Review") to stdout')
    const copy = async () => {
      await empty(pool)
      return rows / await secondsOf(() => copyIn(client, 'copy "Review" from stdin', copied))
    }
    const { a, b, ratio } = await compare(options.rounds, ours, copy)
    const single = await oneByOne(client, options.rounds)
    say(`Candor ${spread(a)} rows/s   COPY ${spread(b)} rows/s   ratio ${spread(ratio)}`)
    say(`one insert a row (${sampleRows.toLocaleString('en')} rows) ${spread(single)} rows/s   Candor / single ${(a.median / single.median).toFixed(1)}x (must ${must.single}x)`)
    return { figure: ratio.median.toFixed(2), ok: ratio.median >= must.copy && a.median >= must.single * single.median }
  },
}

const maxRows = plans.enterprise.maxImportRows

/** The whole way of a merchant's file: upload, check, start, and the background until it says done. */
async function importAll({ app, ctx }: BenchApp, files: readonly Uint8Array[]): Promise<void> {
  for (const [index, bytes] of files.entries()) {
    const { id } = await createImport(ctx, { name: `export-${index}.csv`, bytes })
    await app.drain()
    await startImport(ctx, id, {})
    await app.drain()
    const { status, imported, total, error } = await importById(ctx, id)
    if (status !== 'done' || imported !== total) throw new Error(`The import ended ${status} with ${imported} of ${total}: ${error ?? ''}`)
  }
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

async function empty(pool: pg.Pool): Promise<void> {
  await pool.query('truncate "Review", "ReviewMedia", "ReviewCount", "ProductReviewCount", "Import", "ImportProblem", "DailyStat" cascade')
  await pool.query('vacuum analyze "Review"')
  await pool.query('checkpoint').catch(() => undefined)
}

/** What an import is compared with from below: every row a statement and a commit of its own, prepared. */
async function oneByOne(client: pg.PoolClient, rounds: number): Promise<ReturnType<typeof spreadOf>> {
  const { rows } = await client.query<{ row: object }>('select to_jsonb(r) as row from "Review" r limit $1', [sampleRows])
  const speeds: number[] = []
  for (let round = 0; round < rounds; round++) {
    await client.query('truncate "Review", "ReviewMedia" cascade')
    const seconds = await secondsOf(async () => {
      for (const { row } of rows)
        await client.query({ name: 'one', text: 'insert into "Review" select * from jsonb_populate_record(null::"Review", $1::jsonb)', values: [JSON.stringify(row)] })
    })
    speeds.push(rows.length / seconds)
  }
  return spreadOf(speeds)
}

/** Invented exports of about 250 bytes a row; every row is another review. */
function exportsOf(rows: number): Uint8Array[] {
  const header = 'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location,metaobject_handle'
  const sentences = [...english.openers.good, ...english.openers.fair, ...english.life, ...english.closers.good]
  const pick = (list: readonly string[], at: number) => list[at % list.length] ?? ''
  const line = (row: number) => {
    const day = new Date(Date.UTC(2023, 0, 1) + row * 600_000).toISOString().slice(0, 19).replace('T', ' ')
    const body = `${pick(sentences, row)} ${pick(sentences, row * 7)} ${pick(sentences, row * 13)} No. ${row}`
    const name = `${pick(english.first, row)} ${pick(english.last, row * 3)}`
    return `"${pick(english.titles.good, row)}","${body}",${(row % 5) + 1},${day} UTC,web,ok,${name},reader${row}@example.com,,product-${(row % products) + 1},,,,,,`
  }
  const files: Uint8Array[] = []
  for (let start = 0; start < rows; start += maxRows) {
    const lines = Array.from({ length: Math.min(maxRows, rows - start) }, (_, index) => line(start + index))
    files.push(Buffer.from(`${[header, ...lines].join('\n')}\n`))
  }
  return files
}
