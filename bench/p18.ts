import pg from 'pg'
import { openGrownDemo } from './app.ts'
import type { DatabaseBench, Stage } from './bench.ts'
import { startChild } from './child.ts'
import { fetchText, latency, type Asked } from './load.ts'
import { connectionOf } from './place.ts'
import { spreadOf } from './rounds.ts'

const fullRows = 1_000_000
const embeddedRows = 50_000
const times = 100
const mostMs = 50
const mostTimesRaw = 3

const document = `query ($first: Int, $filter: ReviewFilter) {
  viewer { shop { reviews(first: $first, filter: $filter) { edges { node { id title content rate status createdAt firstName lastName product { title } } } pageInfo { endCursor hasNextPage } } } }
}`

/** Terms by what they are; the number of a grown review's address makes one that one row has. */
const terms = (rows: number): Record<string, string> => ({
  common: 'the', 'in one row': `grown.${Math.floor(rows / 3)}@`, absent: 'zyxwvut', 'one letter': 'e', 'two letters': 'ng', 'two letters, absent': 'qz', 'three letters, absent': 'qzx',
  'Chinese, one': '的', 'Chinese, two': '非常', Japanese: 'です', Korean: '니다', 'CJK, absent': '龘靐', 'right to left': 'רב', 'right to left, absent': 'שלצק', 'with an accent': 'für', 'per cent': '%',
})

/** A page as whoever owns the tables asks it, past row-level security, by the best of the indexes. */
const raw = `select id, title, content, rate, status, "createdAt", "firstName", "lastName" from "Review"
  where "shopId" = $1 and status <> 'deleted' and "searchText" like $2 order by "createdAt" desc, id desc limit 21`

export const p18: DatabaseBench = {
  id: 'P18',
  title: 'search for rare, common, absent, short, Chinese, Japanese, Korean and Hebrew terms, over HTTP, 1,000,000 reviews in one shop',
  must: '50 ms',
  aim: '1.5x raw SQL',
  async onDatabase(stage) {
    const { place, options, say } = stage
    const rows = options.rows ?? (place.embedded ? embeddedRows : fullRows)
    await using open = await openGrownDemo(place, { reviews: rows, say: () => undefined })
    await using server = await startChild('candor-server.ts', { reach: place.reach })
    const client = new pg.Client(connectionOf(place.reach))
    await client.connect()
    try {
      say(`${rows.toLocaleString('en')} reviews more in the demo's shop`)
      return await measure(stage, { url: server.ready.url, token: open.token, rows, sql: (term) => client.query(raw, [open.shop.id, `%${term.replace(/[\\%_]/g, '\\$&')}%`]) })
    } finally {
      await client.end()
    }
  },
}

interface Sides {
  url: string
  token: string
  rows: number
  sql(term: string): Promise<pg.QueryResult>
}

async function measure({ say }: Stage, { url, token, rows, sql }: Sides) {
  let worst = 0
  let ok = true
  for (const [name, term] of Object.entries(terms(rows))) {
    const asked: Asked = {
      path: '/graphql', method: 'POST', headers: { 'content-type': 'application/json', 'x-auth-token': token }, body: JSON.stringify({ query: document, variables: { first: 20, filter: { search: term } } }),
    }
    const answer = await fetchText(url, asked)
    const found = answer.split('"node"').length - 1
    const { rowCount } = await sql(term)
    if (found !== Math.min(20, rowCount ?? 0)) throw new Error(`${name}: ${found} found, ${rowCount ?? 0} by SQL: ${answer.slice(0, 300)}`)
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let time = 0; time < times; time++) {
      ours.push(await latency(url, asked))
      // Without an index that helps it, raw SQL reads all rows: a few times are enough to see that.
      if (time > 2 && spreadOf(theirs).median > 200) continue
      const started = performance.now()
      await sql(term)
      theirs.push(performance.now() - started)
    }
    const p99 = ours.sort((a, b) => a - b)[Math.ceil(times * 0.99) - 1] ?? Number.NaN
    const [mine, other] = [spreadOf(ours).median, spreadOf(theirs).median]
    say(`${name.padEnd(22)} ${String(found).padStart(2)} found   p99 ${p99.toFixed(1)} ms   median ${mine.toFixed(1)} ms   raw SQL ${other.toFixed(1)} ms   ${(mine / other).toFixed(2)}x`)
    worst = Math.max(worst, p99)
    ok &&= p99 <= mostMs && mine / other <= mostTimesRaw
  }
  return { figure: `${worst.toFixed(1)} ms`, ok }
}
