import { chmodSync, mkdirSync, statSync } from 'node:fs'

const others = 0o077
/** Set on /tmp, which is shared on purpose. */
const stickyBit = 0o1000

/** Makes a folder that only this user can enter, or tightens an existing one of this user. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { mode } = statSync(path)
  if ((mode & others) === 0 || (mode & stickyBit) !== 0) return
  try {
    chmodSync(path, 0o700)
  } catch (error) {
    // The folder belongs to another user, like a mounted volume; files made in it are still ours.
    if (!['EPERM', 'EROFS', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Returns whether only this user (and root) can enter a folder. */
export function isPrivateFolder(path: string): boolean {
  const { mode, uid } = statSync(path)
  // Windows has no such modes.
  return !process.getuid || ((mode & others) === 0 && uid === process.getuid())
}
