// The process beside a serving one: does its tasks, and ends when that one lets go of it or dies.
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { afterCommit, makeContext, type Deps } from '../../core/context.ts'
import { joinDatabase } from '../../core/database/open.ts'
import type { JobName } from '../../core/job-names.ts'
import { keepMemorySmall } from '../../core/memory.ts'
import { openPorts } from '../ports.ts'
import { asideHere, runHere } from './here.ts'
import { wired, type Beginning, type FromAside, type Order, type ToAside } from './wire.ts'

/** The lowest there is. Whoever is waited for goes first, shoppers' pages and the database: beside what wants a whole core it gets a seventieth of it. */
const niceness = 19
/** So many tasks at once: each holds some of a file in memory. The others wait in the order in which they came. */
const atOnce = 4
const signMs = 2_000

keepMemorySmall()
giveWay()
process.umask(0o077)
// Who stops a service may signal all of its processes: the serving one lets its work end first, and then lets go.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(0))
setInterval(() => tell({ alive: true }), signMs).unref()

/** The reader is gone when the serving process was killed: our own end is a moment away then. */
const tell = (message: FromAside): void => void process.send?.(message, undefined, undefined, () => undefined)
const begun = Promise.withResolvers<Deps>()
const waiting: Order[] = []
let atWork = 0
let ahead = 0

process.on('message', (message: ToAside) => {
  if ('begin' in message) begun.resolve(begin(message.begin))
  else {
    waiting.push(message.order)
    takeNext()
  }
})
// One that cannot begin is of no use; the next task begins another.
begun.promise.catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})

/**
 * Linux on a terminal or in a plain container shares the processor out among sessions first, and heeds a process's own priority only within
 * its session. This one has a session of its own (process.ts), which gets the same.
 */
function giveWay(): void {
  setPriority(niceness)
  try {
    writeFileSync('/proc/self/autogroup', String(niceness))
  } catch {
    // A system that does not group so.
  }
}

const wakes: Parameters<Deps['publish']>[] = []

/** Those of one turn go out together, before whatever follows them. */
function wakeOutside(...wake: Parameters<Deps['publish']>): void {
  if (wakes.push(wake) === 1) queueMicrotask(() => tell({ wakes: wakes.splice(0) }))
}

/** Jobs whose due rows a schedule finds, should one of these messages be lost. Others must be queued in their change's transaction. */
const followed: ReadonlySet<JobName> = new Set(['ratings.send', 'theme.send'])

const enqueueOutside: Deps['enqueue'] = (ctx, job, { data }) => {
  if (!followed.has(job)) return Promise.reject(new Error(`The process beside can't queue the job ${job}.`))
  afterCommit(ctx, () => tell({ job, shopId: ctx.shop.id, data }))
  return Promise.resolve(true)
}

async function begin({ env, origin, connection, embedded }: Beginning): Promise<Deps> {
  const database = joinDatabase(connection, { embedded })
  const notHere = (what: string) => () => Promise.reject(new Error(`${what} from the process beside.`))
  return {
    ...(await openPorts({ env, database, origin })),
    aside: asideHere,
    mail: { send: notHere('No mail leaves'), close: () => Promise.resolve() },
    stopping: new AbortController().signal,
    now: () => new Date(Date.now() + ahead),
    enqueue: enqueueOutside,
    enqueueAll: notHere('No jobs are queued'),
    publish: wakeOutside,
  }
}

function takeNext(): void {
  const order = atWork < atOnce ? waiting.shift() : undefined
  if (!order) return
  atWork++
  // Before the ports are open: the order whose beginning hangs is one that takes too long, too.
  tell({ id: order.id, begun: true })
  void follow(order).finally(() => {
    atWork--
    takeNext()
  })
}

async function follow({ id, task, shopId, input, ...order }: Order): Promise<void> {
  try {
    const deps = await begun.promise
    ahead = order.ahead
    const shop = await deps.doors
      .acrossShops('find the shop of a job')
      .shop.findUniqueOrThrow({ where: { id: shopId } })
    tell({ id, answer: await runHere(makeContext(deps, shop, { kind: 'system', name: task }), task, input as never) })
  } catch (error) {
    tell({ id, error: wired(error) })
  }
}
