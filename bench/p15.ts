import { claimDue } from '../server/requests/sending/claim.ts'
import { openApp } from './app.ts'
import type { DatabaseBench } from './bench.ts'
import { loadDue, loadFinished } from './load-queue.ts'
import { loadReviews } from './load-reviews.ts'
import { openBenchDatabase, type BenchDatabase } from './bench-database.ts'
import { compare, formatSpread } from './rounds.ts'

const fullRows = 1_000_000
const due = 1_000
const batch = 100
const must = 1.2

export const p15: DatabaseBench = {
  id: 'P15',
  title: `claiming ${due} due requests in batches of ${batch} beside 1,000,000 finished ones, against none; milliseconds a batch`,
  must: '1.2x',
  aim: '1.05x',
  async onDatabase({ place, options, say }) {
    const rows = options.rows ?? fullRows
    await using other = await openBenchDatabase()
    await using full = await prepared(place, rows)
    await using bare = await prepared(other, 0)
    const { a, b, ratio } = await compare(options.rounds, full.claimAll, bare.claimAll)
    say(
      `${rows.toLocaleString('en')} finished ${formatSpread(a, ' ms')}   none ${formatSpread(b, ' ms')}   ratio ${formatSpread(ratio)}`,
    )
    return { figure: `${ratio.median.toFixed(2)}x`, ok: ratio.median <= must }
  },
}

async function prepared(
  place: BenchDatabase,
  finished: number,
): Promise<AsyncDisposable & { claimAll(): Promise<number> }> {
  const open = await openApp(place)
  const { pool } = place.database
  await loadReviews(pool, { shopId: open.shop.id, products: 2, reviews: 0 })
  const { rows } = await pool.query<{ id: string }>('select id from "Product" where "shopId" = $1', [open.shop.id])
  if (finished > 0)
    await loadFinished(place.reach, { shopId: open.shop.id, rows: finished, productIds: rows.map(({ id }) => id) })
  await loadDue(pool, open.shop.id, due)
  const claimAll = async (): Promise<number> => {
    await pool.query(`update "QueueItem" set status = 'waiting', "leaseUntil" = null where status = 'sending'`)
    await pool.query('vacuum analyze "QueueItem"')
    const started = performance.now()
    let claimed = 0
    for (let found = -1; found !== 0; claimed += found) found = (await claimDue(open.app.deps, batch)).length
    const ms = (performance.now() - started) / (due / batch)
    if (claimed !== due) throw new Error(`${claimed} of ${due} were claimed.`)
    return ms
  }
  return { claimAll, [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]() }
}
