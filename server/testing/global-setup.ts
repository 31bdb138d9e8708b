import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { startPrivatePostgres } from './private-postgres.ts'

const templateDatabase = 'candor_template'

/**
 * Before the first test: one migrated, empty database that every test file copies.
 * Embedded: CANDOR_TEST_TEMPLATE is the path of its dump, kept until a migration changes.
 * With CANDOR_TEST_DATABASE=server: CANDOR_TEST_SERVER_URL is the address of a private PostgreSQL server with the database
 * candor_template. It ends with this process, so nothing is torn down.
 */
export default async function globalSetup(): Promise<void> {
  if (process.env.CANDOR_TEST_DATABASE === 'server') process.env.CANDOR_TEST_SERVER_URL = await privateServer()
  else process.env.CANDOR_TEST_TEMPLATE = await dumpedTemplate()
}

async function privateServer(): Promise<string> {
  const server = await startPrivatePostgres()
  if (!server) throw new Error('CANDOR_TEST_DATABASE=server needs PostgreSQL (Debian: apt-get install postgresql), or POSTGRES_BIN.')
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${templateDatabase}`)
  await admin.end()
  const pool = new pg.Pool({ connectionString: server.url.replace('/postgres?', `/${templateDatabase}?`) })
  await migrate(pool)
  await pool.end() // a database with a connection cannot be copied
  console.log(`Server tests run on ${server.version}.`)
  return server.url
}

async function dumpedTemplate(): Promise<string> {
  const folder = resolve('node_modules/.candor')
  const file = join(folder, `template-${templateHash()}.tar`)
  if (existsSync(file)) return file
  const database = await openDatabase({})
  await migrate(database.pool)
  const dump = await database.dump()
  await database.close()
  mkdirSync(folder, { recursive: true })
  const unfinished = `${file}.${String(process.pid)}`
  writeFileSync(unfinished, dump)
  renameSync(unfinished, file) // whole or not at all, also when two runs make it at once
  return file
}

/** Over the migrations and the code that applies them and makes the database. */
function templateHash(): string {
  const migrations = readdirSync('prisma/migrations', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const hash = createHash('sha256')
  for (const name of migrations.map((entry) => entry.name).sort()) hash.update(name).update(readFileSync(join('prisma/migrations', name, 'migration.sql')))
  for (const file of ['migrate.ts', 'embedded-worker.ts']) hash.update(readFileSync(join('server/database', file)))
  return hash.digest('hex').slice(0, 16)
}
