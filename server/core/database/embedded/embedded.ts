import { createHash, randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import pg from 'pg'
import { makePrivateFolder } from '../../private-folder.ts'
import { lockDataFolder } from '../lock.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { clustersIn, createCluster, readPostmaster, superuser, type Postmaster } from './cluster.ts'
import { chooseUser, giveDataFolder, giveFolder, type RunAs } from './run-as.ts'
import { startServer, type ServerProcess } from './server-process.ts'

/** Owner of the database: Candor's login, without superuser rights. */
export const ownerRole = 'candor'
export const embeddedDatabase = 'candor'

/** A running embedded server. */
export interface EmbeddedServer {
  connection: pg.ConnectionConfig
  /** Ends the server, if this process started it. */
  close(): Promise<void>
}

/** Settings of the embedded server: little memory, full durability, no connections from elsewhere. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '150',
  shared_buffers: '64MB',
  timezone: 'UTC',
  jit: 'off',
}

/** A start waits so long for the server of a killed process to end. */
const dyingMs = 10_000
/** First and longest wait before a server that ended unexpectedly starts again. */
const restartMs = 500
const longestRestartMs = 30_000
const longestSocketPath = 107

/**
 * Starts the server of a data folder, creating the database at the first start. With `join`, uses the server of the
 * process that has the folder, if there is one.
 * @throws Error with a sentence for the operator
 */
export async function openEmbedded(dataDir: string, { join: mayJoin = false } = {}): Promise<EmbeddedServer> {
  makePrivateFolder(dataDir)
  const release = mayJoin ? tryToLock(dataDir) : lockDataFolder(dataDir)
  if (!release) return joinServer(dataDir)
  try {
    return await startOn(dataDir, release)
  } catch (error) {
    release()
    throw error
  }
}

function tryToLock(dataDir: string): (() => void) | null {
  try {
    return lockDataFolder(dataDir)
  } catch (error) {
    if (readPostmaster(newestCluster(dataDir))) return null
    throw error
  }
}

const newestCluster = (dataDir: string): string => join(dataDir, `pg${Math.max(0, ...clustersIn(dataDir))}`)

/** Returns the connection to the server that another process started on the folder. */
export function joinServer(dataDir: string): EmbeddedServer {
  const folder = newestCluster(dataDir)
  const postmaster = readPostmaster(folder)
  if (!postmaster) throw new Error(`No database runs on ${dataDir}.`)
  return { connection: connectionTo(dataDir, postmaster), close: () => Promise.resolve() }
}

async function startOn(dataDir: string, release: () => void): Promise<EmbeddedServer> {
  const binaries = await findBinaries()
  const folder = join(dataDir, `pg${binaries.major}`)
  refuseOtherDatabases(dataDir, binaries)
  const runAs = chooseUser(binaries)
  const passwordFile = process.platform === 'win32' ? makePassword(dataDir) : undefined
  await createCluster(folder, { binaries, runAs, passwordFile })
  const place = process.platform === 'win32' ? await findLoopbackPort() : makeSocketFolder(dataDir, runAs)
  const supervised = await superviseServer(async () => {
    await endOrphan(folder)
    giveDataFolder(folder, runAs)
    return startServer({ binaries, runAs, folder, settings: { ...settings, ...place.settings } })
  })
  try {
    const connection = connectionTo(dataDir, place)
    await createDatabase({ ...connection, user: superuser, database: 'postgres' })
    return {
      connection,
      async close() {
        await supervised.stop()
        if (process.platform !== 'win32') rmSync(place.host, { recursive: true, force: true })
        release()
      },
    }
  } catch (error) {
    await supervised.stop()
    throw error
  }
}

/** @throws Error with a sentence when the folder holds a database that these programs cannot open */
function refuseOtherDatabases(dataDir: string, { major }: Binaries): void {
  const clusters = clustersIn(dataDir)
  if (clusters.includes(major)) return
  const [other] = clusters
  if (other)
    throw new Error(
      `${join(dataDir, `pg${other}`)} is a database of PostgreSQL ${other}, and this is PostgreSQL ${major}. It was left as it is. Set POSTGRES_BIN to PostgreSQL ${other}, or take the reviews along: run npm run export with it, then import them into another DATA_DIR.`,
    )
  const former = join(dataDir, 'db')
  if (existsSync(join(former, 'PG_VERSION')))
    throw new Error(
      `${former} is the embedded database of an earlier release. It was left as it is. To take its reviews along, run npm run export with that release; then move ${former} away, start again and import them.`,
    )
}

/**
 * Ends a server that outlived its process. Removes its file if another process has its id now, as PostgreSQL would take
 * that one for a server.
 * @throws Error with a sentence when the server does not end
 */
async function endOrphan(folder: string): Promise<void> {
  const postmaster = readPostmaster(folder)
  if (!postmaster) return
  if (isServer(postmaster.pid, folder)) process.kill(postmaster.pid, 'SIGINT')
  // A killed postmaster's backends may still write.
  if (!(await waitUntil(() => !isServed(folder, postmaster), dyingMs)))
    throw new Error(`PostgreSQL (process ${postmaster.pid}) does not end on ${folder}. Stop it and start again.`)
  if (isAlive(postmaster.pid)) rmSync(join(folder, 'postmaster.pid'), { force: true })
}

async function waitUntil(isTrue: () => boolean, ms: number): Promise<boolean> {
  const until = Date.now() + ms
  while (!isTrue()) {
    if (Date.now() > until) return false
    await later(100)
  }
  return true
}

/** Whether any process of PostgreSQL works on the cluster; without /proc, whether its postmaster does. */
function isServed(folder: string, { pid }: Postmaster): boolean {
  if (!existsSync('/proc/self/cwd')) return isServer(pid, folder)
  return readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && worksIn(Number(entry), folder))
}

/** Whether a living process is a server of the cluster. */
function isServer(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false
  if (existsSync('/proc/self/cwd')) return worksIn(pid, folder)
  if (process.platform === 'win32') return true
  return /postgres/.test(execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }))
}

/** Whether a process's working folder is the cluster, as for all processes of its server. */
function worksIn(pid: number, folder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder) &&
      /postgres/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'))
    )
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

interface Place extends Pick<Postmaster, 'host' | 'port'> {
  settings: Record<string, string>
}

/**
 * Makes a private folder for the socket outside of the data folder, as its path has at most 107 bytes. Each data folder
 * has its own name, so that kills leave no garbage.
 */
function makeSocketFolder(dataDir: string, runAs: RunAs): Place {
  const name = `candor-${process.getuid?.() ?? 0}-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12)}`
  const folder = [tmpdir(), '/tmp']
    .map((above) => join(above, name))
    .find((path) => Buffer.byteLength(`${path}/.s.PGSQL.5432`) <= longestSocketPath)
  if (!folder) throw new Error(`The path of ${tmpdir()} is too long for a socket. Set TMPDIR to a shorter one.`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  giveFolder(folder, runAs)
  return { host: folder, port: 5432, settings: { unix_socket_directories: folder } }
}

/** Windows has no unix sockets for PostgreSQL. The password protects the port. */
async function findLoopbackPort(): Promise<Place> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return { host: '127.0.0.1', port, settings: { listen_addresses: '127.0.0.1', port: String(port) } }
}

const passwordPath = (dataDir: string): string => join(dataDir, 'postgres-password')

function makePassword(dataDir: string): string {
  const path = passwordPath(dataDir)
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return path
}

function connectionTo(dataDir: string, { host, port }: Pick<Postmaster, 'host' | 'port'>): pg.ConnectionConfig {
  const password = existsSync(passwordPath(dataDir)) ? { password: readFileSync(passwordPath(dataDir), 'utf8') } : {}
  return { host, port, user: ownerRole, database: embeddedDatabase, ...password }
}

/** Creates Candor's login and database unless they exist. */
async function createDatabase(asSuperuser: pg.ConnectionConfig): Promise<void> {
  const client = new pg.Client(asSuperuser)
  await client.connect()
  try {
    const { rowCount: role } = await client.query('select from pg_roles where rolname = $1', [ownerRole])
    const password = asSuperuser.password ? ` password ${client.escapeLiteral(String(asSuperuser.password))}` : ''
    if (!role) await client.query(`create role ${ownerRole} login createrole${password}`)
    const { rowCount: database } = await client.query('select from pg_database where datname = $1', [embeddedDatabase])
    if (!database) await client.query(`create database ${embeddedDatabase} owner ${ownerRole}`)
  } finally {
    await client.end()
  }
}

/** Starts a server, and starts it again whenever it ends unexpectedly, later each time. */
async function superviseServer(start: () => Promise<ServerProcess>): Promise<{ stop(): Promise<void> }> {
  let stopped = false
  let server = await start()
  let restarting: Promise<void> = Promise.resolve()
  const watch = () =>
    void server.ended.then((log) => {
      if (!stopped) restarting = restart(log)
    })
  const restart = async (log: string) => {
    console.error(`PostgreSQL ended unexpectedly and starts again. The end of its log:\n${log.trim()}`)
    for (let wait = restartMs; !stopped; wait = Math.min(2 * wait, longestRestartMs)) {
      await later(wait)
      try {
        server = await start()
        watch()
        return
      } catch (error) {
        console.error(`PostgreSQL does not start: ${(error as Error).message.trim()}`)
      }
    }
  }
  watch()
  return {
    async stop() {
      stopped = true
      await restarting
      await server.stop()
    },
  }
}
