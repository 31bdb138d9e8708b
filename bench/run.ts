// npm run bench -- P16 [--rows 100000] [--rounds 3] [--seconds 2]; without a name all of them, one after the other.
import { parseArgs } from 'node:util'
import type { Bench, DatabaseBench, Options, Outcome, Stage } from './bench.ts'
import { openPlace } from './place.ts'
import { bulk } from './bulk.ts'
import { p2 } from './p2.ts'
import { p4 } from './p4.ts'
import { p7 } from './p7.ts'
import { p9 } from './p9.ts'
import { p13 } from './p13.ts'
import { p16 } from './p16.ts'
import { p17 } from './p17.ts'
import { p18 } from './p18.ts'

const benches: readonly Bench[] = [p2, p4, p7, p9, p13, p16, p17, p18, bulk]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string' }, rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
})
const wanted = positionals.map((name) => benches.find(({ id }) => id === name.toUpperCase()) ?? stop(`There is no bench ${name}; there are ${benches.map(({ id }) => id).join(', ')}.`))
const options: Options = { rows: values.rows === undefined ? undefined : count(values.rows), rounds: count(values.rounds), seconds: count(values.seconds) }

const lines: string[] = []
for (const bench of wanted.length > 0 ? wanted : benches) {
  const line = await runOne(bench).catch((error: unknown) => {
    console.error(error)
    return `${bench.id} failed must ${bench.must} aim ${bench.aim} short`
  })
  lines.push(line)
  console.log(`${line}\n`)
}
if (lines.length > 1) console.log(lines.join('\n'))
process.exit(lines.some((line) => line.includes(' failed ')) ? 1 : 0)

async function runOne(bench: Bench): Promise<string> {
  console.log(`${bench.id}: ${bench.title}`)
  const say = (text: string) => console.log(`  ${text}`)
  const { figure, ok } = 'onFiles' in bench ? await bench.onFiles({ options, say }) : await onDatabase(bench, say)
  return `${bench.id} ${figure} must ${bench.must} aim ${bench.aim} ${ok ? 'ok' : 'short'}`
}

async function onDatabase(bench: DatabaseBench, say: Stage['say']): Promise<Outcome> {
  await using place = await openPlace()
  say(`on ${place.says}`)
  return await bench.onDatabase({ place, options, say })
}

function count(text: string): number {
  return /^[1-9]\d*$/.test(text) ? Number(text) : stop(`${text} is not a whole number.`)
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
