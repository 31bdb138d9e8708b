import { ANALYTICS_PAGES } from '../rules/analytics.ts'
import { isoDay, shiftDay } from '../rules/dates.ts'
import { backfillFacts } from '../server/shop/analytics/backfill.ts'
import { countGrownRows, openApp, type BenchApp } from './app.ts'
import type { DatabaseBench, Stage } from './bench.ts'
import type { BenchDatabase } from './bench-database.ts'
import { startChild } from './child.ts'
import { latency, type Asked } from './load.ts'
import { loadFinished } from './load-queue.ts'
import { loadReviews } from './load-reviews.ts'
import { percentile } from './rounds.ts'

const mostMs = 100
const products = 500
/** The finished requests span as many years as the reviews: two. */
const requestsEach = 2
const times = 100

export const analytics: DatabaseBench = {
  id: 'ANALYTICS',
  title: `the pages of analytics over HTTP, 1,000,000 reviews of ${products} products, p99 of the slowest range`,
  must: `${mostMs} ms`,
  aim: '50 ms',
  async onDatabase(stage) {
    const { place, say } = stage
    const rows = countGrownRows(stage)
    await using open = await openApp(place)
    await fill(open, stage, rows)
    await using server = await startChild('candor-server.ts', { reach: place.reach })
    const today = isoDay(new Date(), 'UTC')
    const ranges = {
      today: 'period=today&interval=hour',
      'last 7 days': 'period=last7Days',
      'last 30 days': 'period=last30Days',
      'last 365 days': `from=${shiftDay(today, -364)}&to=${today}`,
      'all time': 'period=allTime',
    }
    let worst = 0
    for (const page of ANALYTICS_PAGES)
      for (const [name, query] of Object.entries(ranges)) {
        const asked: Asked = { path: `/apiSa/analytics/${page}?${query}`, headers: { 'x-auth-token': open.token } }
        const taken: number[] = []
        for (let time = 0; time < times; time++) taken.push(await latency(server.ready.url, asked))
        const p99 = percentile(taken, 99)
        worst = Math.max(worst, p99)
        say(`${page}, ${name}: median ${percentile(taken, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
      }
    return { figure: `${worst.toFixed(0)} ms`, ok: worst <= mostMs }
  },
}

/** Loads reviews and requests by SQL, and counts their facts as an upgrade does. */
async function fill({ ctx, shop, app }: BenchApp, { place, say }: Stage & { place: BenchDatabase }, rows: number) {
  const { pool } = place.database
  const started = Date.now()
  await loadReviews(pool, { shopId: shop.id, products, reviews: rows, isWritten: true })
  const { rows: found } = await pool.query<{ id: string }>('select id from "Product" where "shopId" = $1', [shop.id])
  await loadFinished(place.reach, {
    shopId: shop.id,
    rows: rows * requestsEach,
    productIds: found.map(({ id }) => id),
  })
  await pool.query(`update "Shop" set "createdAt" = now() - interval '2 years', "factsSince" = now() where id = $1`, [
    shop.id,
  ])
  await backfillFacts(ctx)
  await pool.query('vacuum analyze "Fact"')
  const { rows: counted } = await pool.query<{ facts: number }>('select count(*)::int as facts from "Fact"')
  app.deps.publish(shop.id, 'shop', shop.id)
  say(
    `${rows.toLocaleString('en')} reviews, ${(rows * requestsEach).toLocaleString('en')} requests and ${counted[0]?.facts.toLocaleString('en')} sums made in ${Math.round((Date.now() - started) / 1000)} s`,
  )
}
