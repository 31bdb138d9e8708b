import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { watchAncestors } from './ancestors.mjs'
import { root } from './node.mjs'
import { markRunning } from './running.mjs'

/** Node's compile cache: a server starts in half the time. */
const compiled = join(root, 'node_modules/.candor/compiled')

/**
 * Runs a program in place of this process: passes signals down and the exit code up. Neither outlives the other. A
 * server that loses the IPC channel, even by SIGKILL, drains and stops.
 */
export function handOver(file, args) {
  markRunning()
  const child = spawn(file, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  })
  const pass = (signal) => child.kill(signal)
  process.on('SIGTERM', pass)
  process.on('SIGHUP', pass)
  // Ctrl-C in a terminal already reaches the child; a second signal would skip its graceful end.
  process.on('SIGINT', () => process.stdin.isTTY || pass('SIGINT'))
  watchAncestors(() => pass('SIGTERM'))
  child.on('error', (error) => {
    console.error(`Can't start ${file}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
