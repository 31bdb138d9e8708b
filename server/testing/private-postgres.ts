import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries, type Binaries } from '../core/database/embedded/binaries.ts'
import { createCluster, superuser } from '../core/database/embedded/cluster.ts'
import { chooseUser, type RunAs } from '../core/database/embedded/run-as.ts'
import { startServer } from '../core/database/embedded/server-process.ts'

export interface PrivatePostgres {
  /** URL of the server's database `postgres`, as its superuser, over a unix socket. */
  url: string
  /** Such as `PostgreSQL 18.4`. */
  version: string
  stop(): Promise<void>
}

interface PrivateOptions {
  /** Overrides of postgresql.conf. */
  settings?: Record<string, string>
  /** A closed cluster to copy; default: an empty one. */
  cluster?: string
  /** Makes the cluster in a folder that doesn't exist yet. */
  fill?: (folder: string, programs: { binaries: Binaries; runAs: RunAs }) => Promise<void>
  /** Folder of PostgreSQL's programs; default: those of the embedded server. */
  bin?: string | undefined
  /** Keeps the data on disk instead of in memory. */
  onDisk?: boolean
}

/** Speed over durability: the data is deleted with the server. */
const throwAway = {
  listen_addresses: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '256MB',
  timezone: 'UTC',
  jit: 'off',
}

/** Starts a temporary PostgreSQL server on a unix socket. It ends with this process, and its folder with it. */
export async function startPrivatePostgres({
  settings = {},
  cluster,
  fill = createCluster,
  bin,
  onDisk = false,
}: PrivateOptions = {}): Promise<PrivatePostgres> {
  const binaries = await findBinaries(bin)
  const runAs = chooseUser(binaries)
  const folder = mkdtempSync(join(!onDisk && hasRoom(memory) ? memory : tmpdir(), 'cpg-')) // short: a socket's path has at most 107 bytes
  const data = join(folder, 'data')
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(folder, runAs.uid, runAs.gid)
  if (cluster) cpSync(cluster, data, { recursive: true })
  else await fill(data, { binaries, runAs })
  const server = await startServer({
    binaries,
    runAs,
    folder: data,
    settings: { ...throwAway, unix_socket_directories: folder, ...settings },
    throwAway: folder,
  })
  return {
    url: `postgresql://${superuser}@localhost/postgres?host=${encodeURIComponent(folder)}`,
    version: `PostgreSQL ${binaries.version}`,
    stop: server.stop,
  }
}

/** Copying in memory is ten times faster than on disk. */
const memory = '/dev/shm'

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 ** 30
}

/** The folder for a run's files: in memory where it has room. */
export const makeRunFolder = (name: string): string => mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), name))

/** Programs of the oldest server that Debian has installed; undefined without one. */
export function findDebianServer(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const [oldest] = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(a) - Number(b)) : []
  return oldest && join(debian, oldest, 'bin')
}
