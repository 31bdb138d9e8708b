import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { run } from './children.mjs'
import { bundledNodeFile, npmCommand } from './node.mjs'
import { linkPostgres, postgresPackage } from './postgres-links.mjs'
import { withProgress } from './progress.mjs'

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

async function install() {
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
  const missing = Object.keys(wanted).some((path) => path !== '' && !wanted[path].optional && !present[path])
  return !missing && Object.keys(present).every((path) => present[path].version === wanted[path]?.version)
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
