import { compareShort, formatSpread } from './rounds.ts'
import { countGrownRows, openGrownDemo } from './app.ts'
import type { DatabaseBench, Stage } from './bench.ts'
import { startChild } from './child.ts'
import { asMerchant, fetchText, latency } from './load.ts'

/** Rows after the deep page: it starts at row 990,000 of a million. */
const fromTheEnd = 10_000
const pageSize = 20
/** Requests for each page in half a round; fewer if it is slow. */
const mostTimes = 60
const roundMs = 8_000
const must = 1.1

const document = `query ($first: Int, $after: String, $last: Int, $before: String, $sort: ReviewSort, $filter: ReviewFilter) {
  viewer { shop { reviews(first: $first, after: $after, last: $last, before: $before, sort: $sort, filter: $filter) {
    edges { node { id title content rate status createdAt firstName lastName product { title } } } pageInfo { startCursor endCursor hasNextPage }
  } } }
}`

interface Page {
  edges: { node: { id: string } }[]
  pageInfo: { startCursor: string; endCursor: string; hasNextPage: boolean }
}

/** Lists of the admin, each with a sort order or a filter. */
const lists = [
  { name: 'RECENT', variables: { sort: 'RECENT' } },
  { name: 'OLDEST', variables: { sort: 'OLDEST' } },
  { name: 'HIGHEST', variables: { sort: 'HIGHEST' } },
  { name: 'LOWEST', variables: { sort: 'LOWEST' } },
  { name: 'MEDIA', variables: { sort: 'MEDIA' } },
  { name: 'RECENT, published', variables: { sort: 'RECENT', filter: { status: ['PUBLISHED'] } } },
]

export const p16: DatabaseBench = {
  id: 'P16',
  title: 'a page at row 990,000 against the first page, over HTTP, 1,000,000 reviews in one shop',
  must: '1.1',
  aim: '1.0',
  async onDatabase(stage) {
    const { place, say } = stage
    const rows = countGrownRows(stage)
    const started = Date.now()
    await using open = await openGrownDemo(place, { reviews: rows, say: () => undefined })
    say(
      `the demo's shop with ${rows.toLocaleString('en')} reviews more, and their indexes, was made in ${Math.round((Date.now() - started) / 1000)} s`,
    )
    await using server = await startChild('candor-server.ts', { reach: place.reach })
    return await measure(stage, { url: server.ready.url, token: open.token })
  },
}

async function measure({ options, say }: Stage, { url, token }: { url: string; token: string }) {
  const ask = (variables: object) => asMerchant(token)(document, variables)
  const read = async (variables: object): Promise<Page> => {
    const text = await fetchText(url, ask(variables))
    const { data, errors } = JSON.parse(text) as { data?: { viewer: { shop: { reviews: Page } } }; errors?: unknown }
    if (!data) throw new Error(`The list answered ${JSON.stringify(errors)}`)
    return data.viewer.shop.reviews
  }
  const worst: number[] = []
  for (const { name, variables } of lists) {
    const first = ask({ ...variables, first: pageSize })
    const deep = ask({ ...variables, first: pageSize, after: await cursorNearTheEnd(read, variables) })
    const once = 2 * ((await latency(url, deep)) + (await latency(url, first)))
    const times = Math.max(3, Math.min(mostTimes, Math.round(roundMs / once)))
    const { a, b, ratio } = await compareShort(
      { rounds: options.rounds, times },
      () => latency(url, deep),
      () => latency(url, first),
    )
    say(
      `${name.padEnd(18)} deep ${formatSpread(a, ' ms')}   first ${formatSpread(b, ' ms')}   ratio ${formatSpread(ratio)}`,
    )
    worst.push(ratio.median)
  }
  const figure = Math.max(...worst)
  return { figure: figure.toFixed(2), ok: figure <= must }
}

/** Pages from the end, like a reader, and returns the signed cursor that many rows before the last. */
async function cursorNearTheEnd(read: (variables: object) => Promise<Page>, variables: object): Promise<string> {
  let page = await read({ ...variables, last: 100 })
  for (let row = 100; row < fromTheEnd; row += 100)
    page = await read({ ...variables, last: 100, before: page.pageInfo.startCursor })
  return page.pageInfo.startCursor
}
