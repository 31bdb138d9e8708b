import { ANALYTICS_PAGES } from '../rules/analytics.ts'
import { isoDay, shiftDay } from '../rules/dates.ts'
import { delayBucketNames, METRICS, type Dimension } from '../rules/facts.ts'
import { mostReportDays } from '../rules/limits.ts'
import { REPORT_NAMES } from '../rules/reports.ts'
import { SURVEY_SCORES } from '../rules/survey.ts'
import { inTransaction } from '../server/core/context.ts'
import { recountSums } from '../server/shop/analytics/facts.ts'
import { countGrownRows, openApp, type BenchApp } from './app.ts'
import type { DatabaseBench, Stage } from './bench.ts'
import type { BenchDatabase } from './bench-database.ts'
import { startChild } from './child.ts'
import { latency, type Asked } from './load.ts'
import { loadReviews } from './load-reviews.ts'
import { percentile } from './rounds.ts'

const mostMs = 100
const products = 500
const times = 100

export const analytics: DatabaseBench = {
  id: 'ANALYTICS',
  title: `the pages of analytics and reports over HTTP, with the facts of 1,000,000 reviews of ${products} products, p99 of the slowest range`,
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
    const longest = `from=${shiftDay(today, 1 - mostReportDays)}&to=${today}&compare=true`
    let worst = 0
    const measure = async (name: string, query: string) => {
      const asked: Asked = { path: `/apiSa/analytics/${name}?${query}`, headers: { 'x-auth-token': open.token } }
      const taken: number[] = []
      for (let time = 0; time < times; time++) taken.push(await latency(server.ready.url, asked))
      const p99 = percentile(taken, 99)
      worst = Math.max(worst, p99)
      return `median ${percentile(taken, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
    }
    for (const page of ANALYTICS_PAGES)
      for (const [name, query] of Object.entries(ranges)) say(`${page}, ${name}: ${await measure(page, query)}`)
    for (const name of REPORT_NAMES) say(`report ${name}, two years by day, compared: ${await measure(name, longest)}`)
    return { figure: `${worst.toFixed(0)} ms`, ok: worst <= mostMs }
  },
}

/** Values of each dimension. Products get their ids, hours of the week follow from the moment. */
const values: Record<Exclude<Dimension, 'product' | 'sentHour'>, readonly string[]> = {
  arrival: ['submitted', 'created', 'imported'],
  channel: ['mail', 'page'],
  country: ['US', 'GB', 'DE', 'FR', 'CA', 'AU', 'NL', 'IT', 'ES', 'JP', 'SE', 'IE'],
  delayBucket: delayBucketNames,
  rate: ['1', '2', '3', '4', '5'],
  reward: ['reviews', 'photos', 'survey'],
  score: SURVEY_SCORES.map(String),
  source: ['customer', 'imported', 'manual', 'transferred'],
  template: ['review-reminder', 'review-reminder-2', 'survey'],
  widget: ['list', 'stars', 'carousel', 'grid', 'badge'],
}

/**
 * Writes the facts of two years: totals of each hour, and each value of a dimension on each day. A shop
 * with 1,000,000 reviews has no more sums by day and month. Products only have the metric that pages read.
 */
async function fill({ ctx, shop, app }: BenchApp, { place, say }: Stage & { place: BenchDatabase }, rows: number) {
  const { pool } = place.database
  const started = Date.now()
  await loadReviews(pool, { shopId: shop.id, products, reviews: products, isWritten: true })
  const { rows: found } = await pool.query<{ id: string }>('select id from "Product" where "shopId" = $1', [shop.id])
  const parts = Object.entries(METRICS).flatMap(([metric, dimensions]) => [
    { metric, dimension: '', hours: 1, listed: [''] },
    ...(dimensions as readonly Dimension[])
      .filter((dimension) => dimension !== 'product' || metric === 'reviews.submitted')
      .map((dimension) => ({
        metric,
        dimension,
        hours: dimension === 'sentHour' ? 1 : 24,
        listed:
          dimension === 'product' ? found.map(({ id }) => id) : dimension === 'sentHour' ? null : values[dimension],
      })),
  ])
  await pool.query(
    `insert into "Fact" ("shopId", metric, dimension, value, hour, count, sum)
     select $1, p.metric, p.dimension, coalesce(v.value, extract(isodow from hour) || '-' || extract(hour from hour)), hour, e.each, e.each * 4
     from jsonb_to_recordset($2::jsonb) as p(metric text, dimension text, hours int, listed jsonb)
     cross join lateral generate_series(date_trunc('day', now()) - interval '2 years', now(), p.hours * interval '1 hour') hour
     cross join lateral jsonb_array_elements_text(coalesce(p.listed, '[null]')) v(value)
     cross join lateral (select greatest(1, $3::bigint * p.hours / 17520 / jsonb_array_length(coalesce(p.listed, '[null]'))) as each) e`,
    [shop.id, JSON.stringify(parts), rows],
  )
  await pool.query(`update "Shop" set "createdAt" = now() - interval '2 years' where id = $1`, [shop.id])
  await inTransaction(ctx, recountSums, { timeout: 600_000 })
  await pool.query('vacuum analyze "Fact"')
  const { rows: counted } = await pool.query<{ facts: number }>('select count(*)::int as facts from "Fact"')
  app.deps.publish(shop.id, 'shop', shop.id)
  say(
    `${counted[0]?.facts.toLocaleString('en')} sums of ${rows.toLocaleString('en')} reviews made in ${Math.round((Date.now() - started) / 1000)} s`,
  )
}
