// Plants faults in a copy of the project and verifies that the checks find them. A check that can't fail proves nothing.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gates } from './gates.mjs'
import { root } from './node.mjs'
import { faults } from './planted-faults.mjs'

/** Generated folders that the gates read too. */
const made = ['server/generated', 'client/__generated__', 'dist']

/** Faults still to try, and how many tried faults escaped. */
export const allFaults = () => ({ waiting: [...faults], missed: 0 })

/** Tries waiting faults in its own copy until none is left. Parallel calls can share `trial`. */
export async function tryFaults(trial) {
  if (trial.waiting.length === 0) return
  const copy = mkdtempSync(join(tmpdir(), 'candor-planted-'))
  try {
    copyProject(copy)
    for (let fault = trial.waiting.shift(); fault; fault = trial.waiting.shift()) {
      const escaped = await findUncaught(fault, copy)
      console.log(
        `${escaped.length === 0 ? 'caught' : 'MISSED'} ${fault.gate}: ${fault.names.length - escaped.length} of ${fault.names.length} planted${escaped.map((name) => `\n  not reported: ${name}`).join('')}`,
      )
      trial.missed += escaped.length
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Says how many planted faults were caught. Returns whether all were. */
export function printSummary({ missed }) {
  const planted = faults.reduce((sum, fault) => sum + fault.names.length, 0)
  console.log(`\nplanted: ${planted - missed} of ${planted} caught`)
  return missed === 0
}

/** Links packages one by one, so that the copy has its own stamps and caches in node_modules. */
function copyProject(copy) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n')
  for (const file of [...files, ...made])
    if (file && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file), { recursive: true })
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '.candor') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
}

/** Returns the patterns of `fault.names` that the gate's error does not match, or matches without the fault. */
async function findUncaught(fault, copy) {
  const gate = gates.find(({ name }) => name === fault.gate)
  const complaint = () =>
    gate.check(copy, fault.only).then(
      () => '',
      (error) => error.message,
    )
  const undo = []
  try {
    const namesPlants = fault.only || fault.names.every((name) => /planted/i.test(name.source))
    const before = namesPlants ? '' : await complaint()
    undo.push(...plantFiles(fault.files ?? {}, copy), ...grow(fault.grow, copy))
    const after = await complaint()
    return fault.names.filter((name) => !name.test(after) || name.test(before))
  } catch (error) {
    console.log(error.message)
    return fault.names
  } finally {
    for (const back of undo) back()
  }
}

function plantFiles(files, copy) {
  return Object.entries(files).map(([name, content]) => {
    const file = join(copy, name)
    const before = existsSync(file) ? readFileSync(file) : undefined
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'function' ? content(before?.toString() ?? '') : content)
    return () => (before ? writeFileSync(file, before) : rmSync(file))
  })
}

/** Enlarges the built file of a source by incompressible bytes. */
function grow(wanted, copy) {
  if (!wanted) return []
  const folder = join(copy, wanted.build)
  const built = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))[wanted.source]
  if (!built) throw new Error(`${wanted.build} was built without ${wanted.source}, so no fault can be planted.`)
  const file = join(folder, built.file)
  const before = readFileSync(file)
  appendFileSync(file, randomBytes(wanted.bytes))
  return [() => writeFileSync(file, before)]
}
