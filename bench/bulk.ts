import { setTimeout as later } from 'node:timers/promises'
import { countGrownRows, openGrownDemo } from './app.ts'
import type { DatabaseBench, Outcome, Stage } from './bench.ts'
import { startChild } from './child.ts'
import { asMerchant, fetchText, latency, type Asked } from './load.ts'
import { formatSpread, spreadOf } from './rounds.ts'

const fullRows = 1_000_000
/** The action changes one in this many reviews. */
const part = 10
const most = { seconds: 60, p99: 100 }
/** The goal's number of changed reviews. */
const fullActionRows = fullRows / part
/** Pause of a merchant who pages through the list, shorter than any real one. */
const thinkMs = 25
const pollMs = 1_000
const restMs = 3_000

const list = `query ($first: Int, $sort: ReviewSort, $filter: ReviewFilter) {
  viewer { shop { reviews(first: $first, sort: $sort, filter: $filter) {
    edges { node { id title content rate status createdAt firstName lastName product { title } } } pageInfo { endCursor hasNextPage }
  } reviewCounts { status count } } }
}`
const lists = [
  { sort: 'RECENT' },
  { sort: 'HIGHEST' },
  { sort: 'RECENT', filter: { status: ['PUBLISHED'] } },
  { sort: 'RECENT', filter: { status: ['HIDDEN'] } },
]

interface Run {
  id: string
  status: string
  total: number
  done: number
  changed: number
  restored: number
  kept: number
}
const fields = 'id status total done changed restored kept'
const start = `mutation ($filter: ReviewFilter!) { startBulk(input: { act: UNPUBLISH, filter: $filter }) { ... on StartBulkSuccess { data { ${fields} } } ... on Refusal { code } } }`
const undo = `mutation ($id: ID!) { undoBulk(input: { id: $id }) { ... on UndoBulkSuccess { data { ${fields} } } ... on Refusal { code } } }`

export const bulk: DatabaseBench = {
  id: 'BULK',
  title: 'an unpublish of 100,000 of 1,000,000 reviews, seconds, while the list is paged through (p99 at most 100 ms)',
  must: '60',
  aim: '30',
  async onDatabase(stage) {
    const { place, say } = stage
    const rows = countGrownRows(stage)
    const started = Date.now()
    await using open = await openGrownDemo(place, { reviews: rows, say: () => undefined })
    say(
      `the demo's shop with ${rows.toLocaleString('en')} reviews more was made in ${Math.round((Date.now() - started) / 1000)} s`,
    )
    const [oldest] = await open.app.database.pool
      .query<{ at: Date }>(
        `select "createdAt" as at from "Review" where "shopId" = $1 and status = 'published' order by "createdAt" offset $2 limit 1`,
        [open.shop.id, Math.round(rows / part)],
      )
      .then((found) => found.rows)
    // One process serves the list and runs the action, as with `npm start`.
    await using server = await startChild('candor-server.ts', { reach: place.reach, role: 'all' })
    const filter = { status: ['PUBLISHED'], createdTo: oldest?.at.toISOString() }
    return await measure(stage, { url: server.ready.url, token: open.token, filter })
  },
}

async function measure(
  { options, say }: Stage,
  { url, token, filter }: { url: string; token: string; filter: object },
): Promise<Outcome> {
  const ask = asMerchant(token)
  const mutate = async (name: string, query: string, variables: object): Promise<Run> => {
    const { data } = JSON.parse(await fetchText(url, ask(query, variables))) as {
      data: Record<string, { data?: Run; code?: string }>
    }
    const answer = data[name]
    if (!answer?.data) throw new Error(`${name} answered ${String(answer?.code)}`)
    return answer.data
  }
  const read = async (id: string): Promise<Run> =>
    (
      JSON.parse(
        await fetchText(url, ask(`query ($id: ID!) { node(id: $id) { ... on BulkRun { ${fields} } } }`, { id })),
      ) as { data: { node: Run } }
    ).data.node
  const pages = lists.map((variables) => ask(list, { first: 20, ...variables }))
  /** Pages through the lists until `ended`. Returns the milliseconds of each page. */
  const page = async (ended: () => Promise<boolean>): Promise<number[]> => {
    const times: number[] = []
    let looked = Date.now()
    for (let at = 0; ; at++) {
      times.push(await latency(url, pages[at % pages.length] as Asked))
      await later(thinkMs)
      if (Date.now() - looked < pollMs) continue
      looked = Date.now()
      if (await ended()) return times
    }
  }
  const idle = async () => {
    const until = Date.now() + restMs
    return page(async () => Date.now() > until)
  }
  const toItsEnd = async (name: string, query: string, variables: object) => {
    const started = performance.now()
    const first = await mutate(name, query, variables)
    const answered = performance.now() - started
    let run = first
    const times = await page(async () => {
      run = await read(first.id)
      return run.status !== 'RUNNING' && run.status !== 'UNDOING'
    })
    return { run, answered, seconds: (performance.now() - started) / 1000, times }
  }

  await idle()
  const found: { act: number; undo: number; p99: number }[] = []
  for (let round = 0; round < Math.min(options.rounds, 3); round++) {
    const quiet = await idle()
    const act = await toItsEnd('startBulk', start, { filter })
    const back = await toItsEnd('undoBulk', undo, { id: act.run.id })
    if (act.run.changed !== act.run.total || back.run.restored !== act.run.total)
      throw new Error(`The act ended ${JSON.stringify(act.run)}, its undo ${JSON.stringify(back.run)}`)
    say(
      `${act.run.total.toLocaleString('en')} rows: settled in ${Math.round(act.answered)} ms, done in ${act.seconds.toFixed(1)} s, undone in ${back.seconds.toFixed(1)} s`,
    )
    for (const [name, times] of [
      ['alone', quiet],
      ['act', act.times],
      ['undo', back.times],
    ] as const)
      say(
        `  list, ${name.padEnd(5)} p50 ${quantile(times, 0.5)} ms   p99 ${quantile(times, 0.99)} ms   most ${quantile(times, 1)} ms   of ${times.length} pages`,
      )
    found.push({
      act: (act.seconds * fullActionRows) / act.run.total,
      undo: (back.seconds * fullActionRows) / act.run.total,
      p99: quantile(act.times, 0.99),
    })
  }
  const seconds = spreadOf(found.map(({ act }) => act))
  const p99 = spreadOf(found.map(({ p99: each }) => each))
  say(
    `100,000 rows in ${formatSpread(seconds, ' s')}, back in ${formatSpread(spreadOf(found.map(({ undo: each }) => each)), ' s')}; list p99 ${formatSpread(p99, ' ms')}`,
  )
  return {
    figure: `${seconds.median.toFixed(1)} s, list p99 ${p99.median} ms`,
    ok: seconds.median < most.seconds && p99.median <= most.p99,
  }
}

function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN)
}
