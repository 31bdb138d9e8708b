import { REVIEW_ACTS } from '../rules/review-status.ts'
import { checkCounts } from '../server/reviews/reviews/check-counts.ts'
import { performReviewAction } from '../server/reviews/reviews/changes/perform-action.ts'
import { createReview } from '../server/reviews/reviews/adding/create.ts'
import { randomFrom } from '../server/demo/seed/seed-random.ts'
import { countGrownRows, openGrownDemo, type BenchApp } from './app.ts'
import type { DatabaseBench, Stage } from './bench.ts'
import { startChild } from './child.ts'
import { asMerchant, fetchText, latency } from './load.ts'
import { percentile } from './rounds.ts'

const operations = 10_000
/** Number of reviews to act on, few enough to meet each in several states. */
const among = 3_000
const times = 300
const mostMs = 5

export const p19: DatabaseBench = {
  id: 'P19',
  title: `the tabs' counts over HTTP, 1,000,000 reviews in one shop, and their drift after ${operations.toLocaleString('en')} random operations`,
  must: '5 ms, 0 differences',
  aim: '5 ms',
  async onDatabase(stage) {
    const { place, say } = stage
    const rows = countGrownRows(stage)
    await using open = await openGrownDemo(place, { reviews: rows, say: () => undefined })
    await using server = await startChild('candor-server.ts', { reach: place.reach })
    say(`${rows.toLocaleString('en')} reviews more in the demo's shop`)
    const differences = await drift(open, say)
    const asked = asMerchant(open.token)('{ viewer { shop { reviewCounts { status count } } } }')
    const answer = await fetchText(server.ready.url, asked)
    if (!answer.includes('"PUBLISHED"')) throw new Error(answer)
    const taken: number[] = []
    for (let time = 0; time < times; time++) taken.push(await latency(server.ready.url, asked))
    const [median, p99] = [percentile(taken, 50), percentile(taken, 99)]
    say(`the counts of all tabs: median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
    return { figure: `${median.toFixed(1)} ms, ${differences} differences`, ok: median <= mostMs && differences === 0 }
  },
}

/**
 * Counts the counters that differ from the rows after random actions on random reviews. The check must also find a
 * planted difference.
 */
async function drift({ ctx, app }: BenchApp, say: Stage['say']): Promise<number> {
  const { next: random } = randomFrom(19)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  let { rows } = await app.database.pool.query<{ id: string }>(
    'select id from "Review" where "shopId" = $1 order by md5(id::text) limit $2',
    [ctx.shop.id, among],
  )
  let changes = 0
  for (let done = 0; done < operations; done++) {
    if (random() < 0.05) {
      rows.push({
        id: await createReview(ctx, {
          productId: null,
          rate: 1 + Math.floor(random() * 5),
          content: 'One of our own',
          firstName: 'Ann',
          published: random() < 0.5,
        }),
      })
      changes++
      continue
    }
    const act = one(REVIEW_ACTS)
    const ids = [
      ...new Set([one(rows).id, ...Array.from({ length: 2 + Math.floor(random() * 4) }, () => one(rows).id)]),
    ]
    if (ids.length < 2) continue
    const { changed } = await performReviewAction(ctx, { act, ids, content: 'Thanks' })
    changes += changed.length
    if (act === 'delete') rows = rows.filter(({ id }) => !changed.includes(id))
  }
  const differences = await checkCounts(ctx)
  await app.database.pool.query(
    `update "ReviewCount" set count = count + 1 where "shopId" = $1 and status = 'published' and rate = 5 and source = 'customer'`,
    [ctx.shop.id],
  )
  const planted = (await checkCounts(ctx)) - differences
  await app.database.pool.query(
    `update "ReviewCount" set count = count - 1 where "shopId" = $1 and status = 'published' and rate = 5 and source = 'customer'`,
    [ctx.shop.id],
  )
  say(
    `${operations.toLocaleString('en')} random operations, ${changes.toLocaleString('en')} changes of reviews: ${differences} differences; planted 1, caught ${planted}`,
  )
  if (planted !== 1) throw new Error('The check does not find a counter that was made wrong.')
  return differences
}
