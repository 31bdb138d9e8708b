// `npm run check` runs every automatic check of the code. `npm run check -- --planted` tests the checks themselves with planted
// faults, `--also-planted` does both. Two processes run at a time: more would slow down lint, which takes longest by far.
import { availableParallelism } from 'node:os'
import { endWithParent } from './children.mjs'
import { root } from './node.mjs'
import { tryToPrepare } from './prepare.mjs'

const failures = (await tryToPrepare(['database', 'relay', 'build'])).map((error) => error.message)
endWithParent()
const [only, also] = ['--planted', '--also-planted'].map((option) => process.argv.includes(option))

// Imported after the preparation, which may have to install the packages first.
const { gates } = await import('./gates.mjs')
const { allFaults, printSummary, tryFaults } = await import('./check-selftest.mjs')
const waiting = only ? [] : [...gates]
const trial = only || also ? allFaults() : undefined
await Promise.all(
  Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
    await work()
    if (trial) await tryFaults(trial)
  }),
)
if (trial && !printSummary(trial)) failures.push('A check missed a planted fault.')
if (failures.length > 0) console.error(`\n${failures.join('\n\n')}`)
console.log(`\ncheck: ${failures.length === 0 ? 'passed' : `${failures.length} failed`}`)
process.exit(failures.length === 0 ? 0 : 1)

async function work() {
  for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
    const started = performance.now()
    const outcome = await gate.check(root).then(
      (said) => said ?? '',
      (error) => error,
    )
    const failed = outcome instanceof Error
    if (failed) failures.push(`${gate.name}:\n${outcome.message}`)
    console.log(
      `${failed ? 'FAIL' : 'ok  '} ${gate.name} ${((performance.now() - started) / 1000).toFixed(1)} s${failed || !outcome ? '' : `  (${outcome})`}`,
    )
  }
}
