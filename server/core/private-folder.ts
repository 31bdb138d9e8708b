import { chmodSync, mkdirSync, statSync } from 'node:fs'

const others = 0o077
/** As /tmp has it: everybody's on purpose. */
const stickyBit = 0o1000

/** Makes a folder that only this user gets into, whatever the modes of the files in it. One that was looser is mended, where it is ours to mend. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { mode } = statSync(path)
  if ((mode & others) === 0 || (mode & stickyBit) !== 0) return
  try {
    chmodSync(path, 0o700)
  } catch (error) {
    // Another user's, as a mounted volume may be: what we make in it is ours.
    if (!['EPERM', 'EROFS', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Whether only this user (and root) gets into a folder. */
export function isPrivateFolder(path: string): boolean {
  const { mode, uid } = statSync(path)
  // Windows has neither.
  return !process.getuid || ((mode & others) === 0 && uid === process.getuid())
}
