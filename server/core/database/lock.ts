import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the fields of /proc/<pid>/stat after the command name; empty without /proc. */
function processStat(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

const startTime = (pid: number) => processStat(pid)[19] ?? ''

/** Compares the start time as well: an unreaped process still answers kill(0), and a pid may be reused. */
function isHeldBy(pid: number, started: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (['Z', 'X'].includes(processStat(pid)[0] ?? '')) return false
  const now = startTime(pid)
  return !started || !now || now === started
}

/**
 * Locks the data folder for this process; two processes on one embedded database would diverge silently. link(2) is
 * atomic and, unlike creating and then writing, never shows an empty lock.
 * @returns a function that releases the folder
 * @throws Error with a sentence for the operator when another process has it
 */
export function lockDataFolder(folder: string): () => void {
  const lock = join(folder, 'candor.pid')
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, `${process.pid} ${startTime(process.pid)}\n`)
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        linkSync(mine, lock)
        return () => rmSync(lock, { force: true })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 2) throw error
        const [pid = '', started = ''] = readFileSync(lock, 'utf8').trim().split(' ')
        if (isHeldBy(Number(pid), started))
          throw new Error(
            `The data folder ${folder} is in use by process ${pid}. Stop it first, or set DATA_DIR to another folder.`,
            { cause: error },
          )
        rmSync(lock, { force: true })
      }
    }
  } finally {
    unlinkSync(mine)
  }
}
