import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const others = 0o077
/** Set on /tmp, which is shared on purpose. */
const stickyBit = 0o1000

/**
 * Makes a folder that only this user can enter, or tightens an existing one of this user.
 * @throws Error with a sentence for the operator
 */
export function makePrivateFolder(path: string): void {
  try {
    makeFolders(path)
    tighten(path)
  } catch (error) {
    throw new Error(
      `The data folder ${path} cannot be used: ${(error as Error).message}. Set DATA_DIR to a folder that this user may write.`,
      { cause: error },
    )
  }
}

function tighten(path: string): void {
  const { mode } = statSync(path)
  if ((mode & others) === 0 || (mode & stickyBit) !== 0) return
  try {
    chmodSync(path, 0o700)
  } catch (error) {
    // The folder belongs to another user, like a mounted volume; files made in it are still ours.
    if (!['EPERM', 'EROFS', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Makes a folder and those above it. Node's own recursion never ends in /proc, where no folder can be made. */
function makeFolders(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolders(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process made it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Returns whether only this user (and root) can enter a folder. */
export function isPrivateFolder(path: string): boolean {
  const { mode, uid } = statSync(path)
  // Windows has no such modes.
  return !process.getuid || ((mode & others) === 0 && uid === process.getuid())
}
