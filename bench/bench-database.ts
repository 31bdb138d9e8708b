import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { joinDatabase, openDatabase, type Database } from '../server/core/database/open.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'

/** Address of the database for another process of the benchmark. */
export type DatabaseAddress = { url: string } | { socketFolder: string }

/** An empty database for the benchmark, dropped on close. */
export interface BenchDatabase extends AsyncDisposable {
  /** Names the database next to the results. */
  description: string
  embedded: boolean
  database: Database
  reach: DatabaseAddress
}

/** Settings of a typical server. Unlike the tests' servers, it keeps committed data after a crash. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '1GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  effective_cache_size: '3GB',
  random_page_cost: '1.1',
}

/** Opens a database: on DATABASE_URL's server, on a private server of installed binaries, or embedded. */
export async function openBenchDatabase({ embedded = false } = {}): Promise<BenchDatabase> {
  if (embedded) return openEmbedded('the embedded database, as asked')
  const given = process.env.DATABASE_URL
  if (given) return openOnServer(given, 'the server of DATABASE_URL', async () => undefined)
  const server = await startPrivatePostgres(settings)
  if (server) return openOnServer(server.url, `a private server, ${server.version}, fsync on`, server.stop)
  return openEmbedded('the embedded database (no PostgreSQL server was found)')
}

/** Creates a database with a new name and leaves others on the server alone. */
async function openOnServer(url: string, description: string, stop: () => Promise<void>): Promise<BenchDatabase> {
  const name = `candor_bench_${randomUUID().slice(0, 8)}`
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await administer(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const database = await openDatabase({ url: own.href })
  return {
    description,
    embedded: false,
    database,
    reach: { url: own.href },
    async [Symbol.asyncDispose]() {
      await database.close()
      await administer(`drop database ${name} with (force)`)
      await stop()
    },
  }
}

async function openEmbedded(description: string): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'candor-bench-'))
  const database = await openDatabase({ dataDir })
  return {
    description,
    embedded: true,
    database,
    reach: { socketFolder: String(database.connection.host) },
    async [Symbol.asyncDispose]() {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Returns the pg settings for raw queries of another process. */
export function connectionOf(reach: DatabaseAddress): pg.PoolConfig {
  return 'url' in reach
    ? { connectionString: reach.url }
    : { host: reach.socketFolder, port: 5432, user: 'postgres', database: 'postgres' }
}

/** Opens the same database in another process. Closing it there leaves the database running. */
export async function reachDatabase(reach: DatabaseAddress): Promise<Database> {
  if ('url' in reach) return openDatabase({ url: reach.url })
  return joinDatabase({ ...connectionOf(reach), max: 8, connectionTimeoutMillis: 60_000 }, { embedded: true })
}
