import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { program, type Binaries } from './binaries.ts'
import type { RunAs } from './run-as.ts'

export interface ServerProcess {
  /** Resolves with the end of the server's log when it has ended, for any reason. */
  ended: Promise<string>
  /** Ends the server fast: open transactions are rolled back. */
  stop(): Promise<void>
}

interface ServerOptions {
  binaries: Binaries
  runAs: RunAs
  folder: string
  /** Overrides of postgresql.conf. */
  settings: Readonly<Record<string, string>>
  /** Deleted after the end, also when this process is killed. */
  throwAway?: string | undefined
}

/**
 * Runs the server until standard input ends, which happens whenever this process dies, even by kill -9. Leaves the
 * terminal's signals to this process.
 */
const lifeLine = `
  trap "" INT TERM HUP
  exec 3<&0
  "$@" </dev/null 3<&- &
  server=$!
  { read -r line <&3; kill -s "$END_SIGNAL" $server; } 2>/dev/null &
  watcher=$!
  wait $server
  code=$?
  kill -9 $watcher 2>/dev/null
  [ -z "$THROW_AWAY" ] || { cd / && rm -rf "$THROW_AWAY"; }
  exit $code
`

/**
 * Starts a server on a cluster; resolves when it takes connections.
 * @throws Error whose message is the end of the server's log
 */
export async function startServer({
  binaries,
  runAs,
  folder,
  settings,
  throwAway,
}: ServerOptions): Promise<ServerProcess> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [...runAs.prefix, program(binaries, 'postgres'), '-D', folder, ...options]
  const { prefix: _prefix, ...user } = runAs
  const [shell, ...args]: [string, ...string[]] =
    process.platform === 'win32'
      ? [process.execPath, fileURLToPath(new URL('./life-line.mjs', import.meta.url)), ...command]
      : ['/bin/sh', '-c', lifeLine, 'sh', ...command]
  const child = spawn(shell, args, {
    ...user,
    cwd: throwAway ?? folder,
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      END_SIGNAL: throwAway ? 'QUIT' : 'INT',
      THROW_AWAY: throwAway ?? '',
    },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  let log = ''
  const ready = Promise.withResolvers<null>()
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log = (log + chunk).slice(-4000)
    if (/database system is ready to accept (read-only )?connections/.test(log)) ready.resolve(null)
  })
  const ended = Promise.race([once(child, 'close'), once(child, 'error')]).then(
    () => log,
    (error: unknown) => log || String(error),
  )
  void ended.then((said) => ready.reject(new Error(said)))
  // The pipe breaks when the server has died.
  child.stdin.on('error', () => undefined)
  try {
    await ready.promise
  } catch (error) {
    child.stdin.destroy()
    throw error
  }
  letParentEnd(child)
  return {
    ended,
    async stop() {
      // The log's pipe can close after the process has ended.
      child.ref()
      pipe(child.stderr).ref()
      child.stdin.destroy()
      await ended
    },
  }
}

/** Lets this process end without stop(). */
function letParentEnd(child: ChildProcess): void {
  child.unref()
  for (const stream of [child.stdin, child.stderr]) pipe(stream).unref()
}

/** The pipes are sockets, although the types don't say so. */
const pipe = (stream: unknown): Socket => stream as Socket
