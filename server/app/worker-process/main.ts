// The worker process of a serving process. Ends when the serving process disconnects or dies.
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

/** The lowest priority. Beside a process that wants a whole core, this one gets a seventieth. */
const niceness = 19
/** Concurrent tasks; each holds part of a file in memory. Others wait in order of arrival. */
const atOnce = 4
const heartbeatMs = 2_000

keepMemorySmall()
lowerPriority()
process.umask(0o077)
// A service manager may signal all processes. The serving one finishes its work first, then disconnects this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(0))
setInterval(() => sendToServer({ alive: true }), heartbeatMs).unref()

/** Ignores send errors: they mean the serving process was killed, and this one ends in a moment. */
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
// A worker that cannot start is of no use; the next task starts another.
started.promise.catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})

/**
 * Lowers the priority of the process and its session. Linux may first share the processor among sessions, on a terminal
 * or in a plain container. A process's own priority then counts only within its session (process.ts).
 */
function lowerPriority(): void {
  setPriority(niceness)
  try {
    writeFileSync('/proc/self/autogroup', String(niceness))
  } catch {
    // The system does not group by session.
  }
}

const notifications: Parameters<Deps['publish']>[] = []

/** Sends the notifications of one tick together, before later messages. */
function publishInServer(...notification: Parameters<Deps['publish']>): void {
  if (notifications.push(notification) === 1)
    queueMicrotask(() => sendToServer({ notifications: notifications.splice(0) }))
}

/** Jobs that a schedule finds if a message is lost. Others must be queued in their change's transaction. */
const schedulableJobs: ReadonlySet<JobName> = new Set(['ratings.send', 'theme.send'])

const enqueueInServer: Deps['enqueue'] = (ctx, job, { data }) => {
  if (!schedulableJobs.has(job)) return Promise.reject(new Error(`The process beside can't queue the job ${job}.`))
  afterCommit(ctx, () => sendToServer({ job, shopId: ctx.shop.id, data }))
  return Promise.resolve(true)
}

async function openDeps({ env, origin, connection, server }: WorkerSetup): Promise<Deps> {
  const database = joinDatabase({ connection, server })
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
  // Sent before the ports open, so that a hanging start counts as too long.
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
