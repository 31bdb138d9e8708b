import { deepStrictEqual } from 'node:assert'
import { openApp } from './app.ts'
import type { DatabaseBench, Outcome, Stage } from './bench.ts'
import { startChild, type Child } from './child.ts'
import { fetchText, load, type Asked } from './load.ts'
import { loadReviews } from './load-reviews.ts'
import { compare, formatSpread, spreadOf } from './rounds.ts'
import { fullRows, pageReads, pageSize, products } from './storefront-reads.ts'

const must = { perSecond: 0.5, p99: 2 }

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The same response from one statement, except the cursor's signature. */
const raw = `select json_build_object(
  'summary', (select json_build_object('count', coalesce(sum(count), 0), 'average', coalesce(round(sum(rate * count)::numeric / nullif(sum(count), 0), 2), 0),
      'histogram', json_build_object('1', coalesce(sum(count) filter (where rate = 1), 0), '2', coalesce(sum(count) filter (where rate = 2), 0),
        '3', coalesce(sum(count) filter (where rate = 3), 0), '4', coalesce(sum(count) filter (where rate = 4), 0), '5', coalesce(sum(count) filter (where rate = 5), 0)))
    from "ProductReviewCount" c where c."shopId" = $1::uuid and c."productId" = p.id and c.status = 'published'),
  'reviews', (select coalesce(json_agg(json_build_object('id', r.id, 'title', r.title, 'content', r.content, 'rate', r.rate,
      'author', r."firstName" || ' ' || left(r."lastName", 1) || '.', 'createdAt', ${iso('r."createdAt"')}, 'verified', r."verifiedBy" <> 'none',
      'verifiedByOrder', r."verifiedBy" = 'order', 'incentivized', r.incentivized, 'helpful', r.helpful, 'unhelpful', r.unhelpful, 'language', r.language, 'translation', null, 'variant', r."variantTitle",
      'media', coalesce((select json_agg(json_build_object('url', m.key) order by m.position) from "ReviewMedia" m
        where r."hasMedia" and m."shopId" = $1::uuid and m."reviewId" = r.id and m.status = 'ready' and not m.hidden), '[]'),
      'reply', case when r."replyContent" is null then null else json_build_object('content', r."replyContent", 'createdAt', ${iso('r."replyAt"')}) end)), '[]')
    from (select * from "Review" r where r."shopId" = $1::uuid and r."productId" = p.id and r.status = 'published'
      order by r."createdAt" desc, r.id desc limit $2::int) r),
  'pageInfo', json_build_object('endCursor', null, 'hasNextPage', true))::text as body
from "Product" p where p."shopId" = $1::uuid and p.handle = $3`

export const p2: DatabaseBench = {
  id: 'P2',
  title: `a product's page of ${pageSize} reviews with its rating summary, not cached, against node:http with one prepared statement, requests a second`,
  must: '0.5',
  aim: '0.8',
  async onDatabase(stage) {
    const { place, options } = stage
    await using open = await openApp(place)
    await loadReviews(place.database.pool, { shopId: open.shop.id, products, reviews: options.rows ?? fullRows })
    await using candor = await startChild('candor-server.ts', { reach: place.reach, uncached: true })
    await using sql = await startChild('sql-server.ts', {
      reach: place.reach,
      text: raw,
      values: [open.shop.id, pageSize],
    })
    return await measure(stage, { candor, sql, shopDomain: open.shop.shopifyDomain })
  },
}

async function measure(
  { options, say }: Stage,
  { candor, sql, shopDomain }: { candor: Child; sql: Child; shopDomain: string },
): Promise<Outcome> {
  const requests = pageReads(shopDomain)
  const sqlRequests = requests.map(({ path }) => ({
    path: path.replace(/\?.*/, '').replace('/reviews', '').replace(`/storefront/${shopDomain}`, ''),
  }))
  await sameAnswers(candor, sql, { ours: requests[7], theirs: sqlRequests[7] })

  await candor.ask('count')
  for (const asked of requests.slice(0, 10)) await fetchText(candor.ready.url, asked)
  const statements = ((await candor.ask('counted')) as string[]).filter((text) => !text.includes('set_config'))
  say(`statements of 10 answers: ${statements.length}`)

  const p99: Record<'candor' | 'sql', number[]> = { candor: [], sql: [] }
  const side = (name: 'candor' | 'sql', child: Child, asked: Asked[]) => async () => {
    const measured = await load(child.ready.url, asked, { seconds: options.seconds })
    p99[name].push(measured.p99ms)
    return measured.perSecond
  }
  const { a, b, ratio } = await compare(options.rounds, side('candor', candor, requests), side('sql', sql, sqlRequests))
  const [ourP99, theirP99] = [spreadOf(p99.candor), spreadOf(p99.sql)]
  say(`Candor ${formatSpread(a)}/s, p99 ${formatSpread(ourP99, ' ms')}`)
  say(`node:http ${formatSpread(b)}/s, p99 ${formatSpread(theirP99, ' ms')}`)
  say(`ratio ${formatSpread(ratio)}, p99 ${(ourP99.median / theirP99.median).toFixed(2)}x (must ${must.p99}x at most)`)
  return {
    figure: ratio.median.toFixed(2),
    ok: ratio.median >= must.perSecond && ourP99.median <= must.p99 * theirP99.median && statements.length === 10,
  }
}

/** Checks that both sides respond with the same data, except picture URLs and the cursor's format. */
async function sameAnswers(
  candor: Child,
  sql: Child,
  { ours, theirs }: { ours: Asked | undefined; theirs: Asked | undefined },
): Promise<void> {
  if (!ours || !theirs) return
  const read = async (child: Child, asked: Asked) => {
    const answer = JSON.parse(await fetchText(child.ready.url, asked)) as {
      pageInfo: { endCursor: unknown }
      reviews: { media: unknown }[]
    }
    answer.pageInfo.endCursor = null
    for (const review of answer.reviews) review.media = []
    return answer
  }
  deepStrictEqual(await read(candor, ours), await read(sql, theirs))
}
