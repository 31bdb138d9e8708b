import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { superuser } from '../core/database/embedded/cluster.ts'
import { startPrivatePostgres, type PrivatePostgres } from './private-postgres.ts'

const run = promisify(execFile)

/** Starts a hot standby that streams from a private server. @param bin folder with pg_basebackup */
export const startStandby = (
  primary: PrivatePostgres,
  { bin, settings }: { bin: string; settings: Record<string, string> },
): Promise<PrivatePostgres> =>
  startPrivatePostgres({
    bin,
    settings,
    async fill(folder, { runAs: { prefix, ...user } }) {
      const host = new URL(primary.url).searchParams.get('host') ?? ''
      const backup = [join(bin, 'pg_basebackup'), '-h', host, '-U', superuser, '-D', folder, '-R', '-c', 'fast']
      const [command = '', ...args] = [...prefix, ...backup]
      await run(command, args, { ...user, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } })
    },
  })
