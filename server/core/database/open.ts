import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { makePrivateFolder } from '../private-folder.ts'
import { lockDataFolder } from './lock.ts'

export interface Database {
  /** Owner's pool: migrations, jobs and acrossShops(). */
  pool: pg.Pool
  /** Settings to connect another pool or pg-boss to the same database. */
  connection: pg.PoolConfig
  embedded: boolean
  /** Embedded only: counts the commits forced to disk. */
  syncs(): Promise<number>
  close(): Promise<void>
}

interface OpenOptions {
  /** A PostgreSQL server; without it the embedded database opens. */
  url?: string | undefined
  /** Folder of the embedded database; default: in memory. */
  dataDir?: string | undefined
  /** False: commits are not forced to disk, for a folder that need not survive a crash. */
  durable?: boolean
}

/**
 * Opens the database: a server by its URL, or PGlite in a worker thread behind a unix socket.
 * @throws Error with a sentence for the operator: unreachable server, data folder in use
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.url ? openServer(options.url) : openEmbedded(options)
}

async function openServer(url: string): Promise<Database> {
  const connection: pg.PoolConfig = {
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    idle_in_transaction_session_timeout: 60_000,
  }
  const pool = makePool(connection)
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    const { hostname, port, pathname } = new URL(url)
    throw new Error(
      `The database ${hostname}:${port || 5432}${pathname} cannot be reached: ${describeError(error)}. Check DATABASE_URL.`,
      { cause: error },
    )
  }
  const unknown = () => Promise.reject(new Error('Only the embedded database does this.'))
  return { pool, connection, embedded: false, syncs: unknown, close: () => pool.end() }
}

function describeError(error: unknown): string {
  const failure = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }
  return failure.errors?.[0]?.message ?? (failure.message || failure.code) ?? 'unknown reason'
}

/** Joins a database that another process has opened: closing it here leaves it open there. */
export function joinDatabase(connection: pg.PoolConfig, { embedded }: Pick<Database, 'embedded'>): Database {
  const pool = makePool(connection)
  const elsewhere = () => Promise.reject(new Error('The process that opened the database does this.'))
  return { pool, connection, embedded, syncs: elsewhere, close: () => pool.end() }
}

/** Makes a pool with 'error' listeners: without them a dropped connection ends the process. */
function makePool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(connection)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

async function openEmbedded({ dataDir, durable = true }: OpenOptions): Promise<Database> {
  if (dataDir) makePrivateFolder(dataDir)
  const unlock = dataDir ? lockDataFolder(dataDir) : () => undefined
  // PGlite creates its files readable by everyone.
  if (dataDir) makePrivateFolder(join(dataDir, 'db'))
  const host = socketFolder(dataDir)
  const workerData = { dataDir: dataDir && join(dataDir, 'db'), durable, socketPath: join(host, '.s.PGSQL.5432') }
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData })
  const exited = once(worker, 'exit')
  const ask = async (request: string): Promise<unknown> => {
    worker.postMessage(request)
    const [result] = (await once(worker, 'message')) as [unknown]
    return result
  }
  try {
    await once(worker, 'message')
  } catch (error) {
    unlock()
    throw new Error(`The embedded database in ${dataDir ?? 'memory'} cannot be opened: ${describeError(error)}`, {
      cause: error,
    })
  }
  // All connections share one backend: no session settings, no statement_timeout, no LISTEN.
  const connection: pg.PoolConfig = {
    host,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    max: 8,
    connectionTimeoutMillis: 60_000,
  }
  const pool = makePool(connection)
  return {
    pool,
    connection,
    embedded: true,
    syncs: async () => Number(await ask('syncs')),
    close: async () => {
      await pool.end()
      await ask('stop')
      await exited
      rmSync(host, { recursive: true, force: true })
      unlock()
    },
  }
}

/**
 * Returns a short path, as a socket's is at most 107 bytes. Reuses it per data folder, so that crashes leave no
 * garbage.
 */
function socketFolder(dataDir: string | undefined): string {
  const user = process.getuid?.() ?? 0
  if (!dataDir) return mkdtempSync(join(tmpdir(), `candor-${user}-`))
  const folder = join(
    tmpdir(),
    `candor-${user}-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12)}`,
  )
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  return folder
}
