import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { watchAncestors } from './ancestors.mjs'
import { root, someNode, toolEnvironment } from './node.mjs'

const children = new Set()

/**
 * Runs a command to its end and returns its standard output. The command dies with this process.
 * @throws Error with the command's output when it fails
 */
export function run([file, ...args], { cwd = root, env = {} } = {}) {
  const child = spawn(someNode(), [`${root}/scripts/run-with-parent.mjs`, file, ...args], {
    cwd,
    env: { ...toolEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.add(child)
  let output = ''
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      children.delete(child)
      if (code === 0) resolve(output)
      else reject(new Error(stripVTControlCharacters(said).trim() || `exit code ${code}`))
    })
  })
}

/**
 * Ends the child processes and this process on a signal or when the starter dies. Orphans would overwrite the next
 * run's files.
 * @returns a function that stops this
 */
export function endWithParent() {
  const end = async (code) => {
    const gone = [...children].map((child) => new Promise((resolve) => child.once('close', resolve)))
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(gone)
    process.exit(code)
  }
  const handlers = { SIGINT: () => end(130), SIGTERM: () => end(143), SIGHUP: () => end(129) }
  for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler)
  const endWatch = watchAncestors(() => end(143))
  return () => {
    endWatch()
    for (const [signal, handler] of Object.entries(handlers)) process.off(signal, handler)
  }
}
