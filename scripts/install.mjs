import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { run } from './children.mjs'
import { bundledNodeFile, npmCommand } from './node.mjs'
import { linkPostgres, postgresPackage } from './postgres-links.mjs'
import { withProgress } from './progress.mjs'
import { findRunning } from './running.mjs'

/** Overrides settings of the machine: omitted dev or optional packages, strict engines, blocked scripts. */
const npmArguments = [
  'ci',
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--engine-strict=false',
  '--loglevel=error',
  '--no-audit',
  '--no-fund',
]

/** Installs the packages of package-lock.json unless node_modules has them, and links PostgreSQL's libraries. */
export async function installDependencies() {
  if (!isInstalled()) await install()
  linkPostgres()
}

/** @throws Error while a program of this folder runs: it would lose its packages */
async function install() {
  const running = findRunning()
  if (running.length > 0)
    throw new Error(
      `The dependencies of this folder must be installed again, but Candor is running in it (process ${running.join(', ')}). Stop it first.`,
    )
  console.log('Installing the dependencies. This takes about a minute.')
  await withProgress('Dependencies (npm ci)', async () => {
    await rm('node_modules', { recursive: true, force: true, maxRetries: 5 }) // leftovers of an interrupted one stop npm
    return run(npmCommand(npmArguments))
  })
}

/** npm writes node_modules/.package-lock.json last, so an interrupted installation has none. */
function isInstalled() {
  const node = bundledNodeFile()
  const written = 'node_modules/.package-lock.json'
  if (!existsSync(written) || (node && !existsSync(node))) return false
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf(written)
  const postgres = postgresPackage(wanted)
  if (postgres && !existsSync(postgres)) return false
  return isComplete(wanted, present)
}

/** Whether all wanted packages are there. Further ones do no harm: another folder can share this record by hard links. */
export const isComplete = (wanted, present) =>
  Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true
    return present[path] ? present[path].version === version : optional === true
  })

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
