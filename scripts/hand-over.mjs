import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { watchAncestors } from './ancestors.mjs'
import { root } from './node.mjs'

/** What Node has compiled and stripped of types once is read from here by the next process: a server starts in half the time. */
const compiled = join(root, 'node_modules/.candor/compiled')

/**
 * Runs a program in our place: signals go down, the exit code comes up, neither outlives the other.
 * The IPC channel is the life line: when we die, by SIGKILL too, a server sees 'disconnect' and drains.
 */
export function handOver(file, args) {
  const child = spawn(file, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  })
  const pass = (signal) => child.kill(signal)
  process.on('SIGTERM', pass)
  process.on('SIGHUP', pass)
  // Ctrl-C in a terminal reaches the whole group, the child too; a second one would look impatient.
  process.on('SIGINT', () => process.stdin.isTTY || pass('SIGINT'))
  watchAncestors(() => pass('SIGTERM'))
  child.on('error', (error) => {
    console.error(`Can't start ${file}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
