import { foldText } from '../rules/fold-text.ts'
import { countGrownRows, openGrownDemo } from './app.ts'
import type { DatabaseBench, Stage } from './bench.ts'
import { startChild } from './child.ts'
import { asMerchant, fetchText, latency, type Asked } from './load.ts'
import { percentile, spreadOf } from './rounds.ts'

const times = 100
/** First requests of a term to ignore: they compile code and read the database's pages. */
const warming = 5
const fewTimes = 3
const tooSlowMs = 100
const mostMs = 50
const mostTimesRaw = 3

const document = `query ($first: Int, $filter: ReviewFilter) {
  viewer { shop { reviews(first: $first, filter: $filter) { edges { node { id title content rate status createdAt firstName lastName product { title } } } pageInfo { endCursor hasNextPage } } } }
}`

/** Returns terms by kind. The number in a review's address gives a term of one row. */
const terms = (rows: number): Record<string, string> => ({
  common: 'the',
  'in one row': `grown.${Math.floor(rows / 3)}@`,
  absent: 'zyxwvut',
  'one letter': 'e',
  'two letters': 'ng',
  'two letters, absent': 'qz',
  'three letters, absent': 'qzx',
  'Chinese, one': '的',
  'Chinese, two': '非常',
  Japanese: 'です',
  Korean: '니다',
  'CJK, absent': '龘靐',
  'right to left': 'רב',
  'right to left, absent': 'שלצק',
  'with an accent': 'für',
  'per cent': '%',
})

/**
 * Returns raw SQL for a page over `node:http`, as the tables' owner, without row-level security. The last parameter is
 * the term.
 */
const raw = (from: string, also = 'true') => `select coalesce(json_agg(page), '[]')::text as body from (
  select r.id, r.title, r.content, r.rate, r.status, r."createdAt", r."firstName", r."lastName", p.title as product
  from ${from} left join "Product" p on p."shopId" = r."shopId" and p.id = r."productId"
  where r."shopId" = $1 and ${also} and r.status <> 'deleted' and s."searchText" like $2 order by s."createdAt" desc, s."reviewId" desc limit 21) page`
/**
 * By the reviews in order, good for common terms, and by the best search index, good for rare ones. The faster one
 * counts.
 */
const ways = [
  raw(`"Review" r cross join lateral (select r.id as "reviewId", r."createdAt", r."searchText") s`),
  raw(`"ReviewSearch" s join "Review" r on r."shopId" = s."shopId" and r.id = s."reviewId"`, 's."shopId" = $1'),
]

export const p18: DatabaseBench = {
  id: 'P18',
  title:
    'search for rare, common, absent, short, Chinese, Japanese, Korean and Hebrew terms, over HTTP, 1,000,000 reviews in one shop',
  must: '50 ms',
  aim: '1.5x raw SQL over node:http',
  async onDatabase(stage) {
    const { place, say } = stage
    const rows = countGrownRows(stage)
    await using open = await openGrownDemo(place, { reviews: rows, say: () => undefined })
    await using server = await startChild('candor-server.ts', { reach: place.reach })
    await using inOrder = await startChild('sql-server.ts', {
      reach: place.reach,
      text: ways[0],
      values: [open.shop.id],
    })
    await using byIndex = await startChild('sql-server.ts', {
      reach: place.reach,
      text: ways[1],
      values: [open.shop.id],
    })
    say(`${rows.toLocaleString('en')} reviews more in the demo's shop`)
    return await measure(stage, {
      url: server.ready.url,
      token: open.token,
      rows,
      sql: [inOrder.ready.url, byIndex.ready.url],
    })
  },
}

interface Sides {
  url: string
  token: string
  rows: number
  /** URLs of raw SQL, one for each way. */
  sql: string[]
}

async function measure({ say }: Stage, { url, token, rows, sql }: Sides) {
  let worst = 0
  let ok = true
  for (const [name, term] of Object.entries(terms(rows))) {
    const asked = asMerchant(token)(document, { first: 20, filter: { search: term } })
    const plain: Asked = { path: `/products/${encodeURIComponent(`%${foldText(term).replace(/[\\%_]/g, '\\$&')}%`)}` }
    const answer = await fetchText(url, asked)
    const found = answer.split('"node"').length - 1
    const known = (JSON.parse(await fetchText(sql[0] ?? '', plain)) as unknown[]).length
    if (found !== Math.min(20, known))
      throw new Error(`${name}: ${found} found, ${known} by SQL: ${answer.slice(0, 300)}`)
    const ours: number[] = []
    const theirs: number[][] = []
    for (const address of sql) {
      const [mine, taken]: [number[], number[]] = [[], []]
      const we = async () => mine.push(await latency(url, asked))
      // The wrong way for a term reads all rows, so a few requests are enough.
      const they = async () =>
        (taken.length < fewTimes || spreadOf(taken).median < tooSlowMs) && taken.push(await latency(address, plain))
      for (let time = 0; time < warming + times; time++)
        for (const side of time % 2 === 0 ? [we, they] : [they, we]) await side()
      ours.push(...mine.slice(warming))
      theirs.push(taken.length > warming ? taken.slice(warming) : taken)
    }
    const p99 = percentile(ours, 99)
    const mine = spreadOf(ours).median
    const other = Math.min(...theirs.map((taken) => spreadOf(taken).median))
    say(
      `${name.padEnd(22)} ${String(found).padStart(2)} found   p99 ${p99.toFixed(1)} ms   median ${mine.toFixed(1)} ms   raw SQL ${other.toFixed(1)} ms   ${(mine / other).toFixed(2)}x`,
    )
    worst = Math.max(worst, p99)
    ok &&= p99 <= mostMs && mine / other <= mostTimesRaw
  }
  return { figure: `${worst.toFixed(1)} ms`, ok }
}
