// npm run bench -- P16 [--rows 100000] [--rounds 3] [--seconds 2]
// Without a name, runs all benchmarks one after another.
import { parseArgs } from 'node:util'
import { isProven } from '../server/testing/checks/verdict.ts'
import type { Bench, Options, Stage } from './bench.ts'
import { openBenchDatabase, type BenchDatabase } from './bench-database.ts'
import { analytics } from './analytics.ts'
import { archive } from './archive.ts'
import { bulk } from './bulk.ts'
import { p1 } from './p1.ts'
import { p2 } from './p2.ts'
import { p3 } from './p3.ts'
import { p4 } from './p4.ts'
import { p5 } from './p5.ts'
import { p6 } from './p6.ts'
import { p7 } from './p7.ts'
import { p8 } from './p8.ts'
import { p9 } from './p9.ts'
import { p10 } from './p10.ts'
import { p11 } from './p11.ts'
import { p12 } from './p12.ts'
import { p13 } from './p13.ts'
import { p14 } from './p14.ts'
import { webhooks } from './webhooks.ts'
import { p15 } from './p15.ts'
import { p16 } from './p16.ts'
import { p20 } from './p20.ts'
import { p23 } from './p23.ts'
import { r1 } from './r1.ts'
import { r5 } from './r5.ts'
import { r6 } from './r6.ts'
import { r7 } from './r7.ts'
import { r8 } from './r8.ts'
import { r9 } from './r9.ts'
import { r10 } from './r10.ts'
import { r12 } from './r12.ts'
import { r14 } from './r14.ts'
import { r15 } from './r15.ts'
import { r16 } from './r16.ts'
import { r17 } from './r17.ts'
import { r19 } from './r19.ts'
import { r20 } from './r20.ts'
import { r23 } from './r23.ts'
import { r24 } from './r24.ts'
import { r28 } from './r28.ts'
import { r29 } from './r29.ts'
import { r30 } from './r30.ts'
import { p24 } from './p24.ts'
import { p25 } from './p25.ts'
import { p26 } from './p26.ts'
import { r4 } from './r4.ts'
import { rStart } from './r-start.ts'
import { facts } from './facts.ts'
import { topics } from './topics.ts'
import { p17, p17One } from './p17.ts'
import { p17Queue } from './p17-queue.ts'
import { p18 } from './p18.ts'
import { p19 } from './p19.ts'

const benches: readonly Bench[] = [
  analytics,
  archive,
  p1,
  p2,
  p3,
  p4,
  p5,
  p6,
  p7,
  p8,
  p9,
  p10,
  p11,
  p12,
  p13,
  p14,
  webhooks,
  p15,
  p16,
  p17,
  p17One,
  p17Queue,
  p18,
  p19,
  p20,
  p23,
  p24,
  p25,
  p26,
  bulk,
  r1,
  r4,
  r5,
  r6,
  r7,
  r8,
  r9,
  r10,
  r12,
  r14,
  r15,
  r16,
  r17,
  r19,
  r20,
  r23,
  r24,
  r28,
  r29,
  r30,
  rStart,
  facts,
  topics,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
})
const wanted = positionals.map(
  (name) =>
    benches.find(({ id }) => id === name.toUpperCase()) ??
    stop(`There is no bench ${name}; there are ${benches.map(({ id }) => id).join(', ')}.`),
)
const options: Options = {
  rows: values.rows === undefined ? undefined : count(values.rows),
  rounds: count(values.rounds),
  seconds: count(values.seconds),
}

const lines: string[] = []
for (const bench of wanted.length > 0 ? wanted : benches) {
  const line = await runOne(bench).catch((error: unknown) => {
    console.error(error)
    return `${bench.id} failed ${'must' in bench ? `must ${bench.must} aim ${bench.aim} ` : ''}short`
  })
  lines.push(line)
  console.log(`${line}\n`)
}
if (lines.length > 1) console.log(lines.join('\n'))
process.exit(lines.some((line) => line.includes(' failed ')) ? 1 : 0)

async function runOne(bench: Bench): Promise<string> {
  console.log(`${bench.id}: ${bench.title}`)
  const say = (text: string) => console.log(`  ${text}`)
  if ('onPromise' in bench) {
    const verdict = await onPlace(say, (place) => bench.onPromise({ place, options, say }))
    const { found, tried, planted, caught, missed } = verdict
    for (const fault of found) say(`found: ${fault}`)
    for (const fault of missed) say(`planted and not seen: ${fault}`)
    return `${bench.id} ${found.length} of ${tried} planted ${caught} of ${planted} ${isProven(verdict) ? 'ok' : 'short'}`
  }
  const { figure, ok } =
    'onFiles' in bench
      ? await bench.onFiles({ options, say })
      : await onPlace(say, (place) => bench.onDatabase({ place, options, say }))
  return `${bench.id} ${figure} must ${bench.must} aim ${bench.aim} ${ok ? 'ok' : 'short'}`
}

async function onPlace<T>(say: Stage['say'], work: (place: BenchDatabase) => Promise<T>): Promise<T> {
  await using place = await openBenchDatabase()
  say(`on ${place.description}`)
  return await work(place)
}

function count(text: string): number {
  return /^[1-9]\d*$/.test(text) ? Number(text) : stop(`${text} is not a whole number.`)
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
