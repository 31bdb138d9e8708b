// The process beside a serving one: does its tasks, and ends when that one lets go of it or dies.
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { afterCommit, makeContext, type Deps } from '../../core/context.ts'
import { joinDatabase } from '../../core/database/open.ts'
import type { JobName } from '../../core/job-names.ts'
import { keepMemorySmall } from '../../core/memory.ts'
import { openPorts } from '../ports.ts'
import { inProcessWorker, runInProcess } from './in-process.ts'
import {
  serializeError,
  type WorkerSetup,
  type MessageFromWorker,
  type TaskRequest,
  type MessageToWorker,
} from './messages.ts'

/** The lowest there is. Whoever is waited for goes first, shoppers' pages and the database: beside what wants a whole core it gets a seventieth of it. */
const niceness = 19
/** So many tasks at once: each holds some of a file in memory. The others wait in the order in which they came. */
const atOnce = 4
const heartbeatMs = 2_000

keepMemorySmall()
lowerPriority()
process.umask(0o077)
// Who stops a service may signal all of its processes: the serving one lets its work end first, and then lets go.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(0))
setInterval(() => sendToServer({ alive: true }), heartbeatMs).unref()

/** The reader is gone when the serving process was killed: our own end is a moment away then. */
const sendToServer = (message: MessageFromWorker): void =>
  void process.send?.(message, undefined, undefined, () => undefined)
const started = Promise.withResolvers<Deps>()
const waiting: TaskRequest[] = []
let runningTasks = 0
let clockOffsetMs = 0

process.on('message', (message: MessageToWorker) => {
  if ('begin' in message) started.resolve(openDeps(message.begin))
  else {
    waiting.push(message.order)
    startNextTask()
  }
})
// One that cannot begin is of no use; the next task begins another.
started.promise.catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})

/**
 * Linux on a terminal or in a plain container shares the processor out among sessions first, and heeds a process's own priority only within
 * its session. This one has a session of its own (process.ts), which gets the same.
 */
function lowerPriority(): void {
  setPriority(niceness)
  try {
    writeFileSync('/proc/self/autogroup', String(niceness))
  } catch {
    // A system that does not group so.
  }
}

const notifications: Parameters<Deps['publish']>[] = []

/** Those of one turn go out together, before whatever follows them. */
function publishInServer(...wake: Parameters<Deps['publish']>): void {
  if (notifications.push(wake) === 1) queueMicrotask(() => sendToServer({ wakes: notifications.splice(0) }))
}

/** Jobs whose due rows a schedule finds, should one of these messages be lost. Others must be queued in their change's transaction. */
const schedulableJobs: ReadonlySet<JobName> = new Set(['ratings.send', 'theme.send'])

const enqueueInServer: Deps['enqueue'] = (ctx, job, { data }) => {
  if (!schedulableJobs.has(job)) return Promise.reject(new Error(`The process beside can't queue the job ${job}.`))
  afterCommit(ctx, () => sendToServer({ job, shopId: ctx.shop.id, data }))
  return Promise.resolve(true)
}

async function openDeps({ env, origin, connection, embedded }: WorkerSetup): Promise<Deps> {
  const database = joinDatabase(connection, { embedded })
  const notHere = (what: string) => () => Promise.reject(new Error(`${what} from the process beside.`))
  return {
    ...(await openPorts({ env, database, origin })),
    worker: inProcessWorker,
    mail: { send: notHere('No mail leaves'), close: () => Promise.resolve() },
    stopping: new AbortController().signal,
    now: () => new Date(Date.now() + clockOffsetMs),
    enqueue: enqueueInServer,
    enqueueAll: notHere('No jobs are queued'),
    publish: publishInServer,
  }
}

function startNextTask(): void {
  const order = runningTasks < atOnce ? waiting.shift() : undefined
  if (!order) return
  runningTasks++
  // Before the ports are open: the order whose beginning hangs is one that takes too long, too.
  sendToServer({ id: order.id, begun: true })
  void runTask(order).finally(() => {
    runningTasks--
    startNextTask()
  })
}

async function runTask({ id, task, shopId, input, ...order }: TaskRequest): Promise<void> {
  try {
    const deps = await started.promise
    clockOffsetMs = order.clockOffsetMs
    const shop = await deps.access
      .acrossShops('find the shop of a job')
      .shop.findUniqueOrThrow({ where: { id: shopId } })
    sendToServer({
      id,
      answer: await runInProcess(makeContext(deps, shop, { kind: 'system', name: task }), task, input as never),
    })
  } catch (error) {
    sendToServer({ id, error: serializeError(error) })
  }
}
