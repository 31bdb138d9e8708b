import { execFile, spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'

interface PrivatePostgres {
  /** URL of the server's database `postgres`, as its superuser, over a unix socket. */
  url: string
  /** Output of `postgres --version`. */
  version: string
  stop(): Promise<void>
}

type Server = ChildProcessByStdio<Writable, null, Readable>

const run = promisify(execFile)

/** Speed over durability: the data is deleted with the server. */
const throwAway = {
  listen_addresses: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '100',
  shared_buffers: '256MB',
}

/**
 * Runs postgres until standard input ends. Standard input ends whenever the parent dies, even by kill -9; then server
 * and folder are deleted. Leaves the terminal's signals to the parent.
 */
const lifeLine = `
  trap "" INT TERM HUP
  "$@" </dev/null &
  server=$!
  cat >/dev/null
  kill -QUIT $server 2>/dev/null
  wait $server
  cd / && rm -rf "$PRIVATE_POSTGRES"
`

/**
 * Starts a temporary PostgreSQL server from installed binaries, on a unix socket in a temporary folder. It ends with
 * this process. `settings` override the defaults of postgresql.conf. Undefined where PostgreSQL is not installed.
 */
export async function startPrivatePostgres(
  settings: Record<string, string> = {},
): Promise<PrivatePostgres | undefined> {
  const binaries = findBinaries()
  if (!binaries) return undefined
  const owner = unprivilegedOwner()
  const folder = mkdtempSync(join(tmpdir(), 'cpg-')) // short: the path of a unix socket has at most 107 bytes
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const place = {
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: folder, PRIVATE_POSTGRES: folder },
    ...owner,
  }
  const data = join(folder, 'data')
  try {
    await run(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      place,
    )
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const options = Object.entries({ ...throwAway, unix_socket_directories: folder, ...settings }).flatMap(
    ([key, value]) => ['-c', `${key}=${value}`],
  )
  const server: Server = spawn('/bin/sh', ['-c', lifeLine, 'sh', join(binaries, 'postgres'), '-D', data, ...options], {
    ...place,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  const gone = once(server, 'exit')
  await untilReady(server).catch((error: unknown) => {
    server.stdin.destroy()
    throw error
  })
  letParentEnd(server)
  const { stdout } = await run(join(binaries, 'postgres'), ['--version'])
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    version: stdout.trim(),
    async stop() {
      server.ref()
      server.stdin.destroy()
      await gone
    },
  }
}

/** Finds the newest installed server: $POSTGRES_BIN, Debian's folder (not in PATH), PATH, or Homebrew's. */
function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const places = [
    process.env.POSTGRES_BIN ?? '',
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
    '/opt/homebrew/opt/postgresql/bin',
    '/usr/local/pgsql/bin',
  ]
  const found = places.find(
    (place) => place !== '' && ['postgres', 'initdb'].every((name) => isExecutable(join(place, name))),
  )
  return found && dirname(realpathSync(join(found, 'postgres')))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** PostgreSQL refuses to run as root, so an unprivileged user runs it. */
function unprivilegedOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user)
    throw new Error(
      'PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody to run it as.',
    )
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

async function untilReady(server: Server): Promise<void> {
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', (code) => {
      reject(new Error(`PostgreSQL stopped with ${String(code)}:\n${log}`))
    })
  })
}

/** Lets this process end without stop(). The pipes are sockets, although the types don't say so. */
function letParentEnd(server: Server): void {
  server.unref()
  for (const stream of [server.stdin, server.stderr]) (stream as unknown as Socket).unref()
}
