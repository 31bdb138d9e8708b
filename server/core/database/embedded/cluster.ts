import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { program, type Binaries } from './binaries.ts'
import { giveDataFolder, type RunAs } from './run-as.ts'

const run = promisify(execFile)

/** Superuser of a cluster. Candor itself logs in as `ownerRole`. */
export const superuser = 'postgres'
/** First version with a locale of its own, which no system update can change. */
const firstWithBuiltinLocale = 17

interface ClusterOptions {
  binaries: Binaries
  runAs: RunAs
  /** Holds the superuser's password for connections over TCP. Without it, the socket's folder protects. */
  passwordFile?: string | undefined
}

/**
 * Creates an empty cluster in `folder` unless it has one. A killed creation leaves a folder that the next one deletes.
 * @throws Error with a sentence for the operator
 */
export async function createCluster(folder: string, { binaries, runAs, passwordFile }: ClusterOptions): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  const [above, name] = [join(folder, '..'), folder.split(/[\\/]/).at(-1) ?? '']
  for (const entry of readdirSync(above))
    if (entry.startsWith(`${name}.new-`)) rmSync(join(above, entry), { recursive: true, force: true })
  const unfinished = mkdtempSync(`${folder}.new-`)
  try {
    giveDataFolder(unfinished, runAs)
    await initialise(unfinished, { binaries, runAs, passwordFile })
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new Error(`The database cannot be created in ${folder}: ${(error as Error).message}`, { cause: error })
  }
}

/** Runs initdb on an empty folder, with the first locale that the system has. */
async function initialise(folder: string, { binaries, runAs, passwordFile }: ClusterOptions): Promise<void> {
  const auth = passwordFile ? ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`] : ['-A', 'trust']
  const args = ['-D', folder, '-U', superuser, ...auth, '-E', 'UTF8', '--lc-messages=C']
  let failure = 'no locale with UTF-8 is installed'
  for (const locale of localesToTry()) {
    const provider =
      binaries.major >= firstWithBuiltinLocale
        ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${locale}`]
        : [`--locale=${locale}`]
    try {
      await runProgram(program(binaries, 'initdb'), [...args, ...provider], runAs)
      return
    } catch (error) {
      failure = describeFailure(error)
      // A missing locale leaves the folder empty for the next one.
      if (!failure.includes('locale')) break
    }
  }
  throw new Error(failure)
}

/** Locales that may know the letters of all scripts: without them a search finds no Japanese. */
function localesToTry(): string[] {
  const ofUser = [process.env.LC_ALL, process.env.LC_CTYPE, process.env.LANG].filter((name) =>
    /utf-?8$/i.test(name ?? ''),
  )
  return [...new Set(['C.UTF-8', 'C.utf8', ...ofUser, 'en_US.UTF-8', 'UTF-8'])] as string[]
}

async function runProgram(path: string, args: readonly string[], { prefix, ...user }: RunAs): Promise<void> {
  const [command = path, ...rest] = [...prefix, path, ...args]
  // The working folder of a root's process may be closed to the database's user.
  await run(command, rest, { ...user, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } })
}

/** Returns the line of initdb's output that names the cause. */
function describeFailure(error: unknown): string {
  const { stderr = '', message } = error as Error & { stderr?: string }
  const lines = stderr.split('\n')
  return lines.find((line) => /(error|fatal|panic):/i.test(line))?.replace(/^.*?(error|fatal|panic): */i, '') ?? message
}

/** Major versions of the clusters in a data folder. */
export const clustersIn = (dataDir: string): number[] =>
  readdirSync(dataDir).flatMap((entry) => {
    const major = /^pg(\d+)$/.exec(entry)?.[1]
    return major && existsSync(join(dataDir, entry, 'PG_VERSION')) ? [Number(major)] : []
  })

export interface Postmaster {
  pid: number
  /** Folder of the socket, or an address on Windows. */
  host: string
  port: number
}

/** Reads who serves a cluster; null if none does. The process may have died since. */
export function readPostmaster(folder: string): Postmaster | null {
  try {
    const [pid = '', , , port = '', socketFolder = '', address = ''] = readFileSync(
      join(folder, 'postmaster.pid'),
      'utf8',
    ).split('\n')
    if (!/^\d+$/.test(pid.trim())) return null
    return { pid: Number(pid), host: socketFolder.trim() || address.trim(), port: Number(port) }
  } catch {
    return null
  }
}
