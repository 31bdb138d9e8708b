import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bareEnv } from './killed-worker.ts'

/** Settings of a production worker. Its mail server does not exist: an empty database has nothing to send. */
export const productionEnv = {
  CANDOR_MODE: 'production', CANDOR_ROLE: 'worker', CANDOR_LOG_LEVEL: 'warn', PORT: '0', PUBLIC_URL: 'https://reviews.candor.test',
  SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Candor <reviews@candor.test>', SESSION_SECRET: 'a-secret-of-the-tests-that-is-long-enough',
  ENCRYPTION_KEY: Buffer.alloc(32, 'tests').toString('base64'), SHOPIFY_API_KEY: 'key', SHOPIFY_API_SECRET: 'secret',
}

export interface Started {
  /** Everything the process wrote until it was ready or ended. */
  said: string
  /** Null for a process that is ready. */
  exitCode: number | null
}

interface Running extends Started {
  child: ChildProcess
}

/** Starts production processes at the same moment, waits until each is ready or has ended, and stops them. */
export async function startTogether(count: number, variables: Record<string, string>): Promise<Started[]> {
  const running = await Promise.all(Array.from({ length: count }, () => startOne(variables)))
  await Promise.all(running.map(async ({ child, exitCode }) => {
    if (exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }))
  return running.map(({ said, exitCode }) => ({ said, exitCode }))
}

async function startOne(variables: Record<string, string>): Promise<Running> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], { env: { ...bareEnv(), ...productionEnv, ...variables }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  return new Promise((resolve) => {
    const listen = (text: string) => {
      said += text
      if (/^Candor (works in the background|is ready)/m.test(said)) resolve({ child, said, exitCode: null })
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', listen)
    child.once('close', (code) => resolve({ child, said, exitCode: code ?? 1 }))
  })
}
