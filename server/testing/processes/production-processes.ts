import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bareEnv } from './killed-worker.ts'
import { productionEnv } from './production-env.ts'

/** Settings of a production worker. Its mail server doesn't exist: an empty database has nothing to send. */
const workerEnv = { ...productionEnv, CANDOR_ROLE: 'worker', CANDOR_LOG_LEVEL: 'warn', PORT: '0' }

interface Started {
  /** Output of the process until it was ready or ended. */
  said: string
  /** Null for a ready process. */
  exitCode: number | null
}

interface Running extends Started {
  child: ChildProcess
}

/** Starts production processes at the same time, waits until each is ready or has ended, and stops them. */
export async function startTogether(count: number, variables: Record<string, string>): Promise<Started[]> {
  const running = await Promise.all(Array.from({ length: count }, () => startProcess(variables)))
  await Promise.all(running.map(stopProcess))
  return running.map(({ said, exitCode }) => ({ said, exitCode }))
}

/** Drains a process and waits for its end. */
export async function stopProcess({ child, exitCode }: Running): Promise<void> {
  if (exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Starts a production process and waits until it is ready or has ended. */
export async function startProcess(variables: Record<string, string>): Promise<Running> {
  const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { ...bareEnv(), ...workerEnv, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  return new Promise((resolve) => {
    const listen = (text: string) => {
      said += text
      if (/^Candor is ready/m.test(said)) resolve({ child, said, exitCode: null })
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', listen)
    child.once('close', (code) => resolve({ child, said, exitCode: code ?? 1 }))
  })
}
