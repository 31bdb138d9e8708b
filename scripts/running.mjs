import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './node.mjs'

/** One empty file for each running program of this folder, named by its process. */
const marks = join(tmpdir(), `candor-running-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)

/** Marks this process as running until it ends, so that no installation deletes its packages. */
export function markRunning() {
  mkdirSync(marks, { recursive: true })
  const mark = join(marks, String(process.pid))
  writeFileSync(mark, '')
  process.on('exit', () => rmSync(mark, { force: true }))
}

/** Returns the processes that run in this folder. Forgets those that were killed. */
export function findRunning() {
  mkdirSync(marks, { recursive: true })
  return readdirSync(marks).filter((pid) => {
    if (isAlive(Number(pid))) return true
    rmSync(join(marks, pid), { force: true })
    return false
  })
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
