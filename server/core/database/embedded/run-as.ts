import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { program, type Binaries } from './binaries.ts'

/** How to start a program of PostgreSQL, which refuses to run as root. */
export interface RunAs {
  /** Stands before the program. */
  prefix: readonly string[]
  /** The user that runs it and must own its files; default: this process's. */
  uid?: number
  gid?: number
}

/** Any id but root's: outside of the namespace, files still belong to root. */
const namespaceId = '1000'

/**
 * Chooses the user of the database's processes. Root starts them in a user namespace, where files stay root's. Where
 * that is forbidden, an unprivileged user of the system runs them.
 * @throws Error with a sentence for the operator
 */
export function chooseUser(binaries: Binaries): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const postgres = program(binaries, 'postgres')
  const prefix = ['unshare', '-U', `--map-user=${namespaceId}`, `--map-group=${namespaceId}`]
  if (runs([...prefix, postgres, '--version'])) return { prefix }
  const user = findUser()
  if (user && runs([postgres, '--version'], user)) return { prefix: [], ...user }
  throw new Error(
    `PostgreSQL does not run as root. This machine forbids user namespaces, and no user postgres or nobody can read ${binaries.folder}. Start Candor as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Gives a folder to the user that runs the database. */
export function giveFolder(folder: string, { uid, gid }: RunAs): void {
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}

/**
 * Gives a folder to the user that runs the database, and lets that user pass through the folder above.
 * @throws Error with a sentence for the operator when the user cannot reach it
 */
export function giveDataFolder(folder: string, runAs: RunAs): void {
  const { uid, gid } = runAs
  if (uid === undefined || gid === undefined) return
  giveFolder(folder, runAs)
  chmodSync(dirname(folder), 0o711)
  if (!runs(['test', '-w', folder], { uid, gid }))
    throw new Error(
      `PostgreSQL does not run as root, and the user that runs it instead cannot reach ${folder}. Set DATA_DIR to a folder below one that everyone may enter, start Candor as an ordinary user, or set DATABASE_URL.`,
    )
}

function findUser(): { uid: number; gid: number } | undefined {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  return user && { uid: Number(user[2]), gid: Number(user[3]) }
}

function runs([command = '', ...args]: readonly string[], user: { uid?: number; gid?: number } = {}): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', cwd: '/', ...user })
    return true
  } catch {
    return false
  }
}
