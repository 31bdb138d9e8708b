import { REVIEW_SORTS } from '../rules/filters.ts'
import { openGrownDemo } from './app.ts'
import type { DatabaseBench, Stage } from './bench.ts'
import { startChild } from './child.ts'
import { fetchText, latency, type Asked } from './load.ts'

const fullRows = 1_000_000
const embeddedRows = 50_000
const pageSize = 20
/** How often each list is asked for; those that were slowest are asked more often, for their p99. */
const times = 5
const slowest = 25
const timesOfSlowest = 100
const mostMs = 50

const document = `query ($first: Int, $sort: ReviewSort, $filter: ReviewFilter) {
  viewer { shop { reviews(first: $first, sort: $sort, filter: $filter) {
    edges { node { id title content rate status createdAt firstName lastName product { title } } } pageInfo { startCursor endCursor hasNextPage }
  } } }
}`

type Part = Record<string, unknown>

/** Values of each filter, from common to what nothing has. */
const parts = (productId: string): Record<string, Part[]> => ({
  status: [{ status: ['PUBLISHED'] }, { status: ['REJECTED'] }],
  rate: [{ rate: [5] }, { rate: [1, 2] }],
  source: [{ source: ['CUSTOMER'] }, { source: ['SHOPEE'] }],
  product: [{ productIds: [productId] }],
  media: [{ hasMedia: true }, { hasMedia: false }],
  verified: [{ verified: true }, { verified: false }],
  date: [{ createdFrom: '2025-06-01T00:00:00Z', createdTo: '2025-07-01T00:00:00Z' }, { createdTo: '1999-01-01T00:00:00Z' }],
})

/** Every combination of up to three of the filters, with every value of each. */
function combinations(all: Record<string, Part[]>): Part[] {
  const names = Object.keys(all)
  const extend = (from: number, left: number, made: Part): Part[] =>
    [made, ...(left === 0 ? [] : names.slice(from).flatMap((name, at) => (all[name] ?? []).flatMap((part) => extend(from + at + 1, left - 1, { ...made, ...part }))))]
  return extend(0, 3, {})
}

interface Timed {
  name: string
  asked: Asked
  p99: number
}

export const p17: DatabaseBench = {
  id: 'P17',
  title: 'every combination of up to three filters with every sort, over HTTP, 1,000,000 reviews in one shop',
  must: '50 ms',
  aim: '20 ms',
  async onDatabase(stage) {
    const { place, options, say } = stage
    const rows = options.rows ?? (place.embedded ? embeddedRows : fullRows)
    await using open = await openGrownDemo(place, { reviews: rows, say: () => undefined })
    await using server = await startChild('candor-server.ts', { reach: place.reach })
    say(`${rows.toLocaleString('en')} reviews more in the demo's shop`)
    return await measure(stage, { url: server.ready.url, token: open.token })
  },
}

async function measure({ say }: Stage, { url, token }: { url: string; token: string }) {
  const ask = (query: string, variables: object): Asked => ({
    path: '/graphql', method: 'POST', headers: { 'content-type': 'application/json', 'x-auth-token': token }, body: JSON.stringify({ query, variables }),
  })
  const found = await fetchText(url, ask('{ viewer { shop { reviews(first: 20) { edges { node { product { id } } } } } } }', {}))
  const productId = /"product":\{"id":"([^"]+)"/.exec(found)?.[1] ?? ''
  const lists = combinations(parts(productId)).flatMap((filter) => REVIEW_SORTS.map((sort) => ({ name: `${sort} ${JSON.stringify(filter)}`, asked: ask(document, { first: pageSize, sort, filter }) })))
  const p99Of = async ({ name, asked }: Omit<Timed, 'p99'>, often: number): Promise<Timed> => {
    const taken: number[] = []
    for (let time = 0; time < often; time++) taken.push(await latency(url, asked))
    return { name, asked, p99: taken.sort((a, b) => a - b)[Math.ceil(often * 0.99) - 1] ?? Number.NaN }
  }
  for (const { name, asked } of lists) {
    const text = await fetchText(url, asked)
    if (text.includes('"errors"')) throw new Error(`${name}: ${text}`)
  }
  const all: Timed[] = []
  for (const list of lists) all.push(await p99Of(list, times))
  const worst = all.sort((a, b) => b.p99 - a.p99).slice(0, slowest)
  const again: Timed[] = []
  for (const list of worst) again.push(await p99Of(list, timesOfSlowest))
  again.sort((a, b) => b.p99 - a.p99)
  for (const { name, p99 } of again.slice(0, 10)) say(`p99 ${p99.toFixed(1)} ms   ${name}`)
  const within = all.filter(({ p99 }) => p99 <= mostMs).length
  const median = all[Math.floor(all.length / 2)]?.p99 ?? Number.NaN
  const figure = again[0]?.p99 ?? Number.NaN
  say(`${all.length} lists, the slowest of ${times} calls each: median ${median.toFixed(1)} ms, ${within} within ${mostMs} ms`)
  return { figure: `${figure.toFixed(1)} ms`, ok: figure <= mostMs }
}
