import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase, type Database } from '../server/core/database/open.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'

/** Address of the database for another process of the benchmark. */
export interface DatabaseAddress {
  url: string
}

/** An empty database for the benchmark, dropped on close. */
export interface BenchDatabase extends AsyncDisposable {
  /** Names the database next to the results. */
  description: string
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

/** Opens a database: on DATABASE_URL's server, or on a private server. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const given = process.env.DATABASE_URL
  if (given) return openOnServer(given, 'the server of DATABASE_URL', async () => undefined)
  const server = await startPrivatePostgres({ settings, onDisk: true })
  return openOnServer(server.url, `a private server, ${server.version}, fsync on`, server.stop)
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
    database,
    reach: { url: own.href },
    async [Symbol.asyncDispose]() {
      await database.close()
      await administer(`drop database ${name} with (force)`)
      await stop()
    },
  }
}

/** Returns the pg settings for raw queries of another process. */
export const connectionOf = ({ url }: DatabaseAddress): pg.PoolConfig => ({ connectionString: url })

/** Opens the same database in another process. Closing it there leaves the database running. */
export const reachDatabase = ({ url }: DatabaseAddress): Promise<Database> => openDatabase({ url })
