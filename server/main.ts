import type { AddressInfo } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'
import { seedInChild } from './app/child-process.ts'
import { compose, type App } from './app/compose.ts'
import { EnvError, readEnv, type Env } from './core/env.ts'
import { keepMemorySmall } from './core/memory.ts'
import { deletePartialFiles } from './core/files/local-files.ts'
import { localFolder } from './core/files/open.ts'
import { dropAbandonedUploads } from './core/files/uploads.ts'
import { isAdminBuilt, notBuilt } from './core/http/static.ts'
import { demoLogin } from './shop/session/login.rest.ts'
import { connectOwnShop } from './shop/install/install.ts'
import { newShopLogin, prepareDemo } from './demo/prepare.ts'

/** Running work gets this long to end. */
const closeSeconds = 15

/** EX_CONFIG of sysexits.h: another start would fail, too. */
const wrongSettings = 78

function stop(sentence: string, exitCode = 1): never {
  console.error(`Candor can't start: ${sentence}`)
  process.exit(exitCode)
}

function readEnvironment(): Env {
  try {
    return readEnv()
  } catch (error) {
    if (error instanceof EnvError) stop(error.message, wrongSettings)
    throw error
  }
}

async function refuse(error: unknown): Promise<never> {
  if (!(error instanceof EnvError)) throw error
  await app.close()
  stop(error.message, wrongSettings)
}

keepMemorySmall()
// Makes files in the data folder private to this user.
process.umask(0o077)
const env = readEnvironment()
const web = env.CANDOR_ROLE !== 'worker'
if (web && env.CANDOR_MODE === 'production' && !isAdminBuilt()) stop(notBuilt)
const heavyJobs = ({ all: 'child', web: 'elsewhere', worker: 'here' } as const)[env.CANDOR_ROLE]
const app = await compose({ env, heavyJobs, worksLater: true }).catch((error: unknown) =>
  stop(error instanceof Error ? error.message : String(error)),
)
watchSignals(app)
// The start doesn't wait for this cleanup.
void Promise.all([dropAbandonedUploads(), deletePartialFiles(localFolder(env))]).catch((error: unknown) =>
  app.deps.log.warn({ err: error }, 'abandoned uploads'),
)
if (env.CANDOR_MODE === 'demo')
  await prepareDemo(app, { say: (line) => console.log(line), fill: () => seedInChild(app) }).catch(refuse)
await app.work()
void connectOwnShop(app.deps)
const port = web ? await listen(app) : null
announce(port)

async function listen({ http }: App): Promise<number> {
  try {
    await http.listen({ port: env.PORT, host: env.HOST })
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    await app.close()
    stop(taken ? `Port ${env.PORT} is already in use. Set PORT to another port.` : (error as Error).message)
  }
  return (http.server.address() as AddressInfo).port
}

function announce(port: number | null): void {
  if (app.healthPort !== null) console.log(`Health on port ${app.healthPort}`)
  if (port === null) return console.log('Candor is ready: background worker')
  const address = `http://localhost:${port}`
  if (env.CANDOR_MODE === 'demo')
    console.log(`
  Admin            ${address}/            ${demoLogin.email} / ${demoLogin.password}
  New shop         the same address       ${newShopLogin.email} / ${newShopLogin.password}
  Platform admin   ${address}/demo/admin
  Demo store       ${address}/demo/store
  Mailbox          ${address}/demo/mailbox
  GraphQL          ${address}/graphql
`)
  console.log(`Candor is ready: ${address}`)
}

/**
 * Drains at the first signal. Ctrl-C reaches the whole process group, and npm forwards it a second time. A service manager
 * sends SIGTERM. A web process then serves for some more seconds: load balancers see that its readiness ended.
 */
function watchSignals(running: App): void {
  let draining = false
  const drain = async (why: string) => {
    if (draining) return
    draining = true
    console.log(`Stopping (${why}) ...`)
    const servingMs = web && why === 'SIGTERM' ? env.CANDOR_DRAIN_SECONDS * 1000 : 0
    setTimeout(() => process.exit(1), servingMs + closeSeconds * 1000).unref()
    running.beginDrain()
    if (servingMs > 0) await later(servingMs)
    await running.close()
    console.log('Stopped.')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void drain(signal))
  // The launcher closed the channel, so this process has to stop itself.
  process.on('disconnect', () => void drain('the launcher ended'))
}
