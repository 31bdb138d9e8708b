// `npm run check`: everything about the code that a machine can decide. `npm run check -- --planted` tries the gates themselves,
// `--also-planted` does both. Two processes at a time: more would take the processor from lint, which is the longest by far.
import { availableParallelism } from 'node:os'
import { dieTogether } from './children.mjs'
import { root } from './node.mjs'
import { tryToPrepare } from './prepare.mjs'

const failures = (await tryToPrepare(['database', 'relay', 'build'])).map((error) => error.message)
dieTogether()
const [only, also] = ['--planted', '--also-planted'].map((option) => process.argv.includes(option))

// Loaded only now: before the preparation there may be no packages.
const { gates } = await import('./gates.mjs')
const { allFaults, sumUp, tryFaults } = await import('./check-selftest.mjs')
const waiting = only ? [] : [...gates]
const trial = only || also ? allFaults() : undefined
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
  await work()
  if (trial) await tryFaults(trial)
}))
if (trial && !sumUp(trial)) failures.push('A planted fault was missed.')
if (failures.length > 0) console.error(`\n${failures.join('\n\n')}`)
console.log(`\ncheck: ${failures.length === 0 ? 'all well' : `${failures.length} failed`}`)
process.exit(failures.length === 0 ? 0 : 1)

async function work() {
  for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
    const started = performance.now()
    const outcome = await gate.check(root).then((said) => said ?? '', (error) => error)
    const failed = outcome instanceof Error
    if (failed) failures.push(`${gate.name}:\n${outcome.message}`)
    console.log(`${failed ? 'FAIL' : 'ok  '} ${gate.name} ${((performance.now() - started) / 1000).toFixed(1)} s${failed || !outcome ? '' : `  (${outcome})`}`)
  }
}
