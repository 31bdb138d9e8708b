import pg from 'pg'
import { openEmbedded } from './embedded/embedded.ts'
import { serverProblem } from './server-problem.ts'
import { sharesSessions } from './shares-sessions.ts'

export interface Database {
  /** Owner's pool: acrossShops(), and statements without state of a session. */
  pool: pg.Pool
  /** Settings to connect another pool to the same address. */
  connection: pg.PoolConfig
  /** Owner's pool without a pooler in between: migrations and the start lock. Without a pooler, it is `pool`. */
  directPool: pg.Pool
  /** Settings for connections that keep a session: LISTEN and pg-boss. Without a pooler, they are `connection`. */
  directConnection: pg.PoolConfig
  /** Whether `connection` leads to a pooler in transaction mode, so that each transaction may get another session. */
  isPooled: boolean
  /** Settings to connect to a hot standby, which serves reads of shoppers; null: there is none. */
  standby: pg.PoolConfig | null
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
  | {
      url: string
      /** The server itself. Then `url` leads to a pooler in transaction mode. */
      directUrl?: string | undefined
      /** A hot standby. */
      readUrl?: string | undefined
    }
  /** Without a URL, the embedded server of a data folder starts. */
  | {
      url?: string | undefined
      directUrl?: string | undefined
      readUrl?: string | undefined
      dataDir: string
      /** Uses the embedded server of another process, if one runs. Otherwise a second start on the folder is refused. */
      join?: boolean
    }

/** Settings that poolers accept. They refuse unknown parameters of a startup. */
const pooledOptions: pg.PoolConfig = { max: 10, connectionTimeoutMillis: 5000 }
const poolOptions: pg.PoolConfig = { ...pooledOptions, idle_in_transaction_session_timeout: 60_000 }

/**
 * Opens the database: a server by its URL, or the embedded server of a data folder.
 * @throws Error with a sentence for the operator: unreachable or unsuitable server, data folder in use
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  if (options.url) {
    const standby = options.readUrl ? { ...pooledOptions, connectionString: options.readUrl } : null
    const { url, directUrl } = options
    return { ...(await (directUrl ? openPooled(url, directUrl) : openServer(url, 'DATABASE_URL'))), standby }
  }
  if (!('dataDir' in options)) throw new Error('DATABASE_URL is empty.')
  const server = await openEmbedded(options.dataDir, options)
  return openPool({ ...poolOptions, ...server.connection }, { embedded: true, close: server.close })
}

/** What a child process needs to join a database. It has no reads of shoppers, so no standby. */
export type DatabaseAddress = Pick<Database, 'connection' | 'directConnection' | 'isPooled' | 'server'>

/** Joins a database that another process has opened: closing it here leaves it open there. */
export function joinDatabase(address: DatabaseAddress): Database {
  const pool = makePool(address.connection)
  const directPool = address.isPooled ? makePool(address.directConnection) : pool
  const close = async () => void (await Promise.all([...new Set([pool, directPool])].map((one) => one.end())))
  return { ...address, pool, directPool, standby: null, close }
}

/** Opens the server directly and through its pooler. */
async function openPooled(url: string, directUrl: string): Promise<Database> {
  const direct = await openServer(directUrl, 'DATABASE_DIRECT_URL')
  const connection = { ...pooledOptions, connectionString: url }
  const pool = makePool(connection)
  try {
    if (await sharesSessions(direct.connection)) throw new Error(directIsPooler)
    await pool.query('select 1').catch((error: unknown) => throwUnreachable(error, { url, setting: 'DATABASE_URL' }))
  } catch (error) {
    await Promise.all([pool.end(), direct.close()])
    throw error
  }
  const close = async () => void (await Promise.all([pool.end(), direct.close()]))
  return { ...direct, pool, connection, isPooled: true, close }
}

const directIsPooler =
  'DATABASE_DIRECT_URL leads to a connection pooler in transaction mode. It must be the address of the database server itself.'

async function openServer(url: string, setting: string): Promise<Database> {
  return openPool({ ...poolOptions, connectionString: url }, { embedded: false }).catch((error: unknown) => {
    if (error instanceof Unsuitable) throw error
    return throwUnreachable(error, { url, setting })
  })
}

/** @throws Error with a sentence for the operator, always */
function throwUnreachable(error: unknown, { url, setting }: { url: string; setting: string }): never {
  const { hostname, port, pathname } = new URL(url)
  const reason = describeError(error)
  const advice = /unsupported startup parameter/.test(reason)
    ? `A connection pooler answers at ${setting}. See docs/operations/pooler.md.`
    : `Check ${setting}.`
  throw new Error(`The database ${hostname}:${port || 5432}${pathname} cannot be reached: ${reason}. ${advice}`, {
    cause: error,
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
      directPool: pool,
      directConnection: connection,
      isPooled: false,
      standby: null,
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
