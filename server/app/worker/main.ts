// The worker child of a process that serves and works: takes heavy jobs at low priority.
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { joinDatabase } from '../../core/database/open.ts'
import { HEAVY_JOBS, SETTLING_JOBS } from '../../core/job-names.ts'
import { keepMemorySmall } from '../../core/memory.ts'
import { openBackground, type Background } from '../background.ts'
import type { ChildSetup } from '../child-process.ts'
import type { MessageToChild } from './child.ts'

/** The lowest priority. Beside a process that wants a whole core, this one gets a seventieth. */
const niceness = 19
const heartbeatMs = 2_000
/** The child ends after this time without a job, and frees its memory. */
const idleMs = 60_000
/** Connections of the owner, and as many for jobs under row-level security. */
const connections = 4

keepMemorySmall()
process.umask(0o077)
// A service manager may signal all processes. The serving one ends this one in its order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
// The parent died: PostgreSQL rolls back, and leases end soon.
process.on('disconnect', () => process.exit(0))

let clockOffsetMs = 0
let opening: Promise<Background> | undefined

process.on('message', (message: MessageToChild) => {
  if ('clockOffsetMs' in message) clockOffsetMs = message.clockOffsetMs
  else if ('begin' in message) opening = begin(message.begin)
  else void end()
  // A child that cannot start is of no use; a waiting job starts another one.
  opening?.catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})

async function begin({ env, origin, database: given }: ChildSetup): Promise<Background> {
  const database = joinDatabase({ ...given, connection: { ...given.connection, max: connections } })
  const background = await openBackground({
    env,
    database,
    origin,
    only: [...HEAVY_JOBS, ...SETTLING_JOBS],
    answersItself: true,
    now: () => new Date(Date.now() + clockOffsetMs),
  })
  // The start itself is short, and a job waits for it.
  lowerPriority()
  await background.runner.work()
  setInterval(() => {
    if (background.runner.idleMs() > idleMs) void end()
    else process.send?.('alive', () => undefined)
  }, heartbeatMs)
  return background
}

async function end(): Promise<void> {
  const background = await opening
  background?.beginStop()
  await background?.close()
  process.exit(0)
}

/**
 * Lowers the priority of the process and its session. Linux may first share the processor among sessions, on a terminal
 * or in a plain container. A process's own priority then counts only within its session (child.ts).
 */
function lowerPriority(): void {
  setPriority(niceness)
  try {
    writeFileSync('/proc/self/autogroup', String(niceness))
  } catch {
    // The system does not group by session.
  }
}
