import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compose } from '../app/compose.ts'
import { findBinaries } from '../core/database/embedded/binaries.ts'
import { openDatabase } from '../core/database/open.ts'
import { readEnv } from '../core/env.ts'
import { findDebianServer, makeRunFolder, startPrivatePostgres } from './private-postgres.ts'

/**
 * Starts the run's server, whose database `candor` is migrated and empty: every suite copies it.
 * CANDOR_TEST_SERVER_URL is its address as superuser. CANDOR_TEST_TEMPLATE is a closed data folder with the same
 * database, kept until a migration changes. CANDOR_TEST_RUN is a folder for the run's files. The server ends with this
 * process, so there is no teardown. With CANDOR_TEST_OLDEST=yes, all this runs on Debian's PostgreSQL.
 */
export default async function globalSetup(): Promise<void> {
  if (process.env.CANDOR_TEST_OLDEST === 'yes') process.env.POSTGRES_BIN = findDebianServer()
  const binaries = await findBinaries()
  const template = await closedTemplate(binaries.version)
  const server = await startPrivatePostgres({ cluster: join(template, `pg${binaries.major}`) })
  const folder = makeRunFolder('candor-run-')
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  Object.assign(process.env, {
    CANDOR_TEST_TEMPLATE: template,
    CANDOR_TEST_SERVER_URL: server.url,
    CANDOR_TEST_RUN: folder,
  })
  if (process.env.POSTGRES_BIN) console.log(`Server tests run on ${server.version}.`)
}

async function closedTemplate(version: string): Promise<string> {
  const root = resolve('node_modules/.candor')
  const folder = join(root, `template-${version}-${templateHash()}`)
  if (existsSync(folder)) return folder
  mkdirSync(root, { recursive: true })
  const unfinished = mkdtempSync(join(root, 'template-'))
  await fill(unfinished)
  if (existsSync(folder)) rmSync(unfinished, { recursive: true })
  else renameSync(unfinished, folder) // atomic, even when two runs create it at once
  return folder
}

/** The template also contains what the application creates in an empty database, above all the job queues. */
async function fill(dataDir: string): Promise<void> {
  const files = mkdtempSync(join(tmpdir(), 'candor-template-'))
  const app = await compose({
    env: readEnv({
      CANDOR_MODE: 'demo',
      CANDOR_ROLE: 'web',
      CANDOR_LOG_LEVEL: 'error',
      DATA_DIR: files,
      PORT: '0',
      PUBLIC_URL: 'http://candor.test',
    }),
    database: await openDatabase({ dataDir }),
  })
  await app.close()
  rmSync(files, { recursive: true })
}

/** Hashes the migrations and all code that creates databases or tables. */
function templateHash(): string {
  const migrations = readdirSync('prisma/migrations', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const hash = createHash('sha256')
  for (const name of migrations.map((entry) => entry.name).sort())
    hash.update(name).update(readFileSync(join('prisma/migrations', name, 'migration.sql')))
  for (const file of [
    'core/database/migrate.ts',
    'core/database/embedded/cluster.ts',
    'core/database/embedded/embedded.ts',
    'core/background/runner.ts',
    'core/job-names.ts',
    'testing/global-setup.ts',
  ])
    hash.update(readFileSync(join('server', file)))
  return hash.update(readFileSync('package-lock.json')).digest('hex').slice(0, 16)
}
