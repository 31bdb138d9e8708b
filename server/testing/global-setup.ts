import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { compose } from '../app/compose.ts'
import { openDatabase, type Database } from '../core/database/open.ts'
import { readEnv } from '../core/env.ts'
import { startPrivatePostgres } from './private-postgres.ts'

const templateDatabase = 'candor_template'

/**
 * Creates the migrated, empty database that every test file copies.
 * Embedded: CANDOR_TEST_TEMPLATE is its data folder, kept until a migration changes.
 * CANDOR_TEST_RUN is the run's folder for copies and for a filled demo, whose rows are relative to the hour.
 * With CANDOR_TEST_DATABASE=server, CANDOR_TEST_SERVER_URL is a private PostgreSQL server with the database
 * candor_template.
 * The server ends with this process, so there is no teardown.
 */
export default async function globalSetup(): Promise<void> {
  if (process.env.CANDOR_TEST_DATABASE === 'server') process.env.CANDOR_TEST_SERVER_URL = await privateServer()
  else {
    process.env.CANDOR_TEST_TEMPLATE = await closedTemplate()
    const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), 'candor-run-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    process.env.CANDOR_TEST_RUN = folder
  }
}

/** Copying in memory is ten times faster than on disk. */
const memory = '/dev/shm'

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 ** 30
}

async function privateServer(): Promise<string> {
  const server = await startPrivatePostgres()
  if (!server)
    throw new Error(
      'CANDOR_TEST_DATABASE=server needs PostgreSQL (Debian: apt-get install postgresql), or POSTGRES_BIN.',
    )
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${templateDatabase}`)
  await admin.end()
  await filled(await openDatabase({ url: server.url.replace('/postgres?', `/${templateDatabase}?`) })) // a database with a connection can't be copied
  console.log(`Server tests run on ${server.version}.`)
  return server.url
}

async function closedTemplate(): Promise<string> {
  const root = resolve('node_modules/.candor')
  const folder = join(root, `template-${templateHash()}`)
  if (existsSync(folder)) return folder
  mkdirSync(root, { recursive: true })
  const unfinished = mkdtempSync(join(root, 'template-'))
  await filled(await openDatabase({ dataDir: unfinished }))
  if (existsSync(folder)) rmSync(unfinished, { recursive: true })
  else renameSync(unfinished, folder) // atomic, even when two runs create it at once
  return folder
}

/** The template also contains what the application creates in an empty database, above all the job queues. */
async function filled(database: Database): Promise<void> {
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
    database,
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
    'core/database/embedded-worker.ts',
    'core/background/runner.ts',
    'core/job-names.ts',
    'testing/global-setup.ts',
  ])
    hash.update(readFileSync(join('server', file)))
  return hash.update(readFileSync('package-lock.json')).digest('hex').slice(0, 16)
}
