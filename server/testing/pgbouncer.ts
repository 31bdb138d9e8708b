import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '../core/database/embedded/binaries.ts'
import { ownerRole } from '../core/database/embedded/embedded.ts'
import { chooseUser, giveFolder } from '../core/database/embedded/run-as.ts'

/** Where Debian installs PgBouncer; undefined without it. */
export const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))

interface Pooler {
  /** Returns the address of a database of the run's server through the pooler, as its owner. */
  urlOf(database: string): string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in transaction mode before the run's server, with one session for each database.
 * @param more further lines of pgbouncer.ini
 */
export async function startPooler(...more: readonly string[]): Promise<Pooler> {
  const server = new URL(process.env.CANDOR_TEST_SERVER_URL ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'cpb-')) // short: a socket's path has at most 107 bytes
  const { prefix, ...user } = chooseUser(await findBinaries())
  giveFolder(folder, { prefix, ...user })
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${ownerRole}" ""\n`)
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${server.searchParams.get('host') ?? ''}`,
      '[pgbouncer]',
      'pool_mode = transaction',
      'default_pool_size = 1',
      'auth_type = trust',
      `auth_file = ${users}`,
      'listen_addr =',
      `unix_socket_dir = ${folder}`,
      'query_wait_timeout = 20',
      ...more,
    ].join('\n'),
  )
  const [command, ...args]: string[] = [...prefix, pgbouncer ?? '', settings]
  const child = spawn(command ?? '', args, { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('process up')) resolve()
    })
    void ended.then(() => reject(new Error(log)))
  })
  return {
    urlOf: (database) => `postgresql://${ownerRole}@localhost:6432/${database}?host=${encodeURIComponent(folder)}`,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
