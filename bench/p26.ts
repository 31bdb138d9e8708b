import type { DatabaseBench, Stage } from './bench.ts'
import { openApp, type BenchApp } from './app.ts'
import { startChild, type Child } from './child.ts'
import { listHostileRequests, type HostileRequest } from './hostile-requests.ts'
import { loadDue } from './load-queue.ts'
import { loadReviews } from './load-reviews.ts'

const must = 200
const products = 20
const slowMails = 5
const slowestTold = 8
const longestMs = 60_000

export const p26: DatabaseBench = {
  id: 'P26',
  title:
    'hostile addresses, forms, templates, styles and files, one at a time: the longest time the event loop is held',
  must: `${must} ms`,
  aim: '50 ms',
  async onDatabase({ place, say }) {
    await using open = await openApp(place)
    await loadReviews(place.database.pool, { shopId: open.shop.id, products, reviews: 500 })
    await using server = await startChild('hostile-server.ts', { reach: place.reach, variables: {} })
    // The first requests load and compile code.
    const requests = listHostileRequests(open.shop.shopifyDomain)
    for (const kind of new Set(requests.map((request) => request.kind)))
      await send(server, open, requests.find((request) => request.kind === kind) as HostileRequest)
    await server.ask('held')
    const held = await sendAll(server, open, requests)
    held.push({ name: 'sending: a slow template', ms: await sendSlowMails(server, open, place.database.pool) })
    held.sort((a, b) => b.ms - a.ms)
    for (const { name, ms } of held.slice(0, slowestTold)) say(`${ms.toFixed(0).padStart(6)} ms  ${name}`)
    const missed = await plant(server, say)
    const [worst] = held
    return { figure: `${(worst?.ms ?? 0).toFixed(0)} ms`, ok: worst !== undefined && worst.ms <= must && missed === 0 }
  },
}

interface Held {
  name: string
  ms: number
}

async function sendAll(server: Child, open: BenchApp, requests: readonly HostileRequest[]): Promise<Held[]> {
  const held: Held[] = []
  for (const request of requests) {
    const status = await send(server, open, request)
    held.push({ name: `${request.kind}: ${request.name} (${status})`, ms: (await server.ask('held')) as number })
  }
  return held
}

/** Returns the status of the answer. A server error or no answer is a fault. */
async function send(server: Child, open: BenchApp, request: HostileRequest): Promise<number> {
  const { method = 'GET', headers = {}, body, asMerchant } = request
  const answer = await fetch(`${server.ready.url}${request.path}`, {
    method,
    headers: { ...headers, ...(asMerchant && { 'x-auth-token': open.token }) },
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(longestMs),
  })
  await answer.arrayBuffer()
  if (answer.status >= 500 || answer.status === 401)
    throw new Error(`${request.name} was answered with ${answer.status}.`)
  return answer.status
}

/** Sends emails with styles that pass every check but take too long. */
async function sendSlowMails(server: Child, open: BenchApp, pool: Parameters<typeof loadDue>[0]): Promise<number> {
  const template = { content: '<b>x</b>'.repeat(2_400), customCss: 'b{color:red}'.repeat(1_600) }
  const status = await send(server, open, {
    kind: 'template',
    name: 'saving a slow template',
    path: '/apiSa/settings/emailTemplates',
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ 'review-reminder': template }),
    asMerchant: true,
  })
  if (status !== 200) throw new Error(`The slow template was answered with ${status}.`)
  await loadDue(pool, open.shop.id, slowMails)
  const end = Date.now() + longestMs
  for (let tried = 0; tried < slowMails;) {
    if (Date.now() > end) throw new Error('The due emails were not tried.')
    await new Promise((resolve) => setTimeout(resolve, 200))
    const { rows } = await pool.query<{ tried: number }>(
      `select count(*)::int as tried from "QueueItem" where "shopId" = $1 and attempts > 0 and "errorMessage" is not null`,
      [open.shop.id],
    )
    tried = rows[0]?.tried ?? 0
  }
  return (await server.ask('held')) as number
}

/** Runs work without guards in the server. Returns how many the measurement missed. */
async function plant(server: Child, say: Stage['say']): Promise<number> {
  let missed = 0
  const names = (await server.ask('plants')) as string[]
  for (const name of names) {
    const ms = (await server.ask(`plant ${name}`)) as number
    if (ms <= must) missed++
    say(`${ms > must ? 'caught' : 'MISSED'} planted: ${name}, ${ms.toFixed(0)} ms`)
  }
  return missed
}
