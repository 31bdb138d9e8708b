import { setTimeout as later } from 'node:timers/promises'
import type { DatabaseBench, Outcome, Stage } from './bench.ts'
import { startChild, type Child } from './child.ts'
import { listen, listenMany, type Listener } from './listeners.ts'
import type { Step } from './progress-server.ts'
import { percentile, formatSpread, spreadOf } from './rounds.ts'

const fullSubscribers = 1_000
const reconnects = 1_000
/** An import of 4,000 rows a second publishes four batches a second. */
const stepMs = 250
/** A subscription polls after 5 s. */
const finalMs = 8_000
/** Imports that end while all subscribers reconnect. */
const endings = 10
const must = { p99: 80, kilobytes: 50 }

export const p20: DatabaseBench = {
  id: 'P20',
  title: `${fullSubscribers.toLocaleString('en')} subscribers of one import's progress on one node: p99 from the commit to the last of them, KB a connection (${must.kilobytes} at most), final states missed`,
  must: '80',
  aim: '80, 20 KB',
  async onDatabase(stage) {
    const { place, options, say } = stage
    const count = options.rows ?? fullSubscribers
    await using candor = await startChild('progress-server.ts', { reach: place.reach })
    await using bare = await startChild('ws-server.ts', {})
    const kilobytes = await memoryOf(candor, count)
    const speed = await latencies(stage, { candor, bare, count })
    const missed = await missedEndings(candor, { reconnects, per: reconnects / endings })
    const planted = await missedEndings(candor, { reconnects: 10, per: 10, end: false })
    say(
      `${kilobytes.toFixed(1)} KB a connection; final state missed ${missed} of ${reconnects} times (of 10 that were never told one: ${planted})`,
    )
    return {
      figure: `${speed.figure}, ${kilobytes.toFixed(1)} KB, ${missed} missed`,
      ok: speed.ok && kilobytes <= must.kilobytes && missed === 0 && planted === 10,
    }
  },
}

const ask = async (child: Child, question: string): Promise<Step> => (await child.ask(question)) as Step

/**
 * Returns the server's KB for each subscriber, measured on the second group, because the first one allocates reserves.
 */
async function memoryOf(candor: Child, count: number): Promise<number> {
  const step = await ask(candor, 'begin')
  const measureSubscribers = async () => {
    const before = Number(await candor.ask('memory'))
    const all = await listenMany(count, () => listen(candor.ready.url, step))
    await untilAll(all, ({ received }) => received.length > 0)
    const after = Number(await candor.ask('memory'))
    await Promise.all(all.map((one) => one.close()))
    return ((after - before) * 1024) / count
  }
  const [first, second] = [await measureSubscribers(), await measureSubscribers()]
  return Math.max(first, second)
}

async function untilAll(all: readonly Listener[], isReached: (one: Listener) => boolean): Promise<void> {
  for (const one of all) while (!isReached(one)) await one.next()
}

/** Publishes to all subscribers of both sides at an import's pace. A skipped state counts until a later one arrives. */
async function latencies(
  { options, say }: Stage,
  { candor, bare, count }: { candor: Child; bare: Child; count: number },
): Promise<Outcome> {
  const begun = await ask(candor, 'begin')
  const ours = await listenMany(count, () => listen(candor.ready.url, begun))
  const theirs = await listenMany(count, () => listen(bare.ready.url))
  await untilAll(ours, ({ received }) => received.length > 0)
  const steps = Math.ceil((options.seconds * 1000) / stepMs)
  const side = (child: Child, all: readonly Listener[]) => async () => {
    const reportedSteps: Step[] = []
    for (let at = 0; at < steps; at++) {
      reportedSteps.push(await ask(child, 'step'))
      await later(stepMs)
    }
    const last = reportedSteps.at(-1)?.done ?? 0
    await untilAll(all, ({ received }) => (received.at(-1)?.done ?? 0) >= last)
    const times = all.flatMap(({ received }) =>
      reportedSteps.map(({ done, at }) => (received.find((one) => one.done >= done)?.at ?? Number.NaN) - at),
    )
    for (const one of all) one.received.splice(0, one.received.length - 1)
    return times
  }
  const [a, b] = [side(candor, ours), side(bare, theirs)]
  await a()
  await b()
  const found: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
  for (let round = 0; round < options.rounds; round++) {
    const [first, second, third, fourth] = [await a(), await b(), await b(), await a()]
    found.ours.push(percentile([...first, ...fourth], 99))
    found.theirs.push(percentile([...second, ...third], 99))
  }
  await Promise.all([...ours, ...theirs].map((one) => one.close()))
  const [p99, limit] = [spreadOf(found.ours), spreadOf(found.theirs)]
  say(
    `${count.toLocaleString('en')} subscribers: p99 ${formatSpread(p99, ' ms')}   bare ws ${formatSpread(limit, ' ms')}`,
  )
  return { figure: `${p99.median.toFixed(0)} ms`, ok: p99.median <= must.p99 }
}

/** Breaks connections about when imports end. Returns how many subscribers never receive the end. */
async function missedEndings(
  candor: Child,
  { reconnects: count, per, end = true }: { reconnects: number; per: number; end?: boolean },
): Promise<number> {
  let missed = 0
  for (let begun = 0; begun < count; begun += per) {
    const step = await ask(candor, 'begin')
    const all = Array.from({ length: per }, async (_none, at) => {
      const first = await listen(candor.ready.url, step)
      await later((at / per) * 500)
      await first.close()
      const again = await listen(candor.ready.url, step)
      const limit = later(finalMs, 'late')
      while (again.status !== 'DONE' && (await Promise.race([again.next(), limit])) !== 'late') {
        /* until it has ended */
      }
      const isFinal = again.status === 'DONE'
      await again.close()
      return isFinal
    })
    await later(250)
    await ask(candor, end ? 'end' : 'step')
    missed += (await Promise.all(all)).filter((isFinal) => !isFinal).length
  }
  return missed
}
