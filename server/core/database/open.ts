import pg from 'pg'
import { openEmbedded } from './embedded/embedded.ts'
import { serverProblem } from './server-problem.ts'

export interface Database {
  /** Owner's pool: migrations, jobs and acrossShops(). */
  pool: pg.Pool
  /** Settings to connect another pool or pg-boss to the same database. */
  connection: pg.PoolConfig
  server: {
    /** Such as 18.4. */
    version: string
    /** Whether Candor runs the server, in the data folder. */
    embedded: boolean
  }
  close(): Promise<void>
}

type OpenOptions =
  /** A PostgreSQL server. */
  | { url: string }
  /** Without a URL, the embedded server of a data folder starts. */
  | {
      url?: string | undefined
      dataDir: string
      /** Uses the embedded server of another process, if one runs. Otherwise a second start on the folder is refused. */
      join?: boolean
    }

const poolOptions: pg.PoolConfig = {
  max: 10,
  connectionTimeoutMillis: 5000,
  idle_in_transaction_session_timeout: 60_000,
}

/**
 * Opens the database: a server by its URL, or the embedded server of a data folder.
 * @throws Error with a sentence for the operator: unreachable or unsuitable server, data folder in use
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  if (options.url) return openServer(options.url)
  if (!('dataDir' in options)) throw new Error('DATABASE_URL is empty.')
  const server = await openEmbedded(options.dataDir, options)
  return openPool({ ...poolOptions, ...server.connection }, { embedded: true, close: server.close })
}

/** Joins a database that another process has opened: closing it here leaves it open there. */
export function joinDatabase({ connection, server }: Pick<Database, 'connection' | 'server'>): Database {
  const pool = makePool(connection)
  return { pool, connection, server, close: () => pool.end() }
}

async function openServer(url: string): Promise<Database> {
  const { hostname, port, pathname } = new URL(url)
  return openPool({ ...poolOptions, connectionString: url }, { embedded: false }).catch((error: unknown) => {
    if (error instanceof Unsuitable) throw error
    throw new Error(
      `The database ${hostname}:${port || 5432}${pathname} cannot be reached: ${describeError(error)}. Check DATABASE_URL.`,
      { cause: error },
    )
  })
}

/** A server that answers but lacks what Candor needs. */
class Unsuitable extends Error {}

async function openPool(
  connection: pg.PoolConfig,
  { embedded, close = () => Promise.resolve() }: { embedded: boolean; close?: () => Promise<void> },
): Promise<Database> {
  const pool = makePool(connection)
  try {
    const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version') as version`)
    const problem = await serverProblem(pool)
    if (problem) throw new Unsuitable(problem)
    return {
      pool,
      connection,
      server: { version: /[\d.]+/.exec(rows[0]?.version ?? '')?.[0] ?? 'unknown', embedded },
      async close() {
        await pool.end()
        await close()
      },
    }
  } catch (error) {
    await pool.end()
    await close()
    throw error
  }
}

function describeError(error: unknown): string {
  const failure = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }
  return failure.errors?.[0]?.message ?? (failure.message || failure.code) ?? 'unknown reason'
}

/** Makes a pool with 'error' listeners: without them a dropped connection ends the process. */
function makePool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(connection)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
