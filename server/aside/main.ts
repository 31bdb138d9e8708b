// The process beside a serving one: does its tasks, and ends when that one lets go of it or dies.
import { setPriority } from 'node:os'
import { makeContext, type Deps } from '../context.ts'
import { joinDatabase } from '../database/open.ts'
import { keepMemorySmall } from '../memory.ts'
import { openPorts } from '../ports.ts'
import { asideHere, runHere } from './here.ts'
import { wired, type Beginning, type FromAside, type Order, type ToAside } from './wire.ts'

/** Whoever is waited for goes first: shoppers' pages, and the database. */
const niceness = 5

keepMemorySmall()
setPriority(niceness)
process.umask(0o077)
// Ctrl-C reaches the whole group: the serving process lets its work end first, and then lets go.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(0))

const begun = Promise.withResolvers<Deps>()
let ahead = 0

process.on('message', (message: ToAside) => {
  if ('begin' in message) begun.resolve(begin(message.begin))
  else void follow(message.order)
})

const tell = (message: FromAside): void => void process.send?.(message)

const wakes: Parameters<Deps['publish']>[] = []

/** Those of one turn go out together, before whatever is told after them. */
function wakeOutside(...wake: Parameters<Deps['publish']>): void {
  if (wakes.push(wake) === 1) queueMicrotask(() => tell({ wakes: wakes.splice(0) }))
}

async function begin({ env, origin, connection, embedded }: Beginning): Promise<Deps> {
  const database = joinDatabase(connection, { embedded })
  const ports = await openPorts({ env, database, origin })
  // Hardly a task queues a job: what does it is opened with the first one.
  let opening: Promise<import('../background/runner.ts').Runner> | undefined
  const runner = () => (opening ??= import('../background/runner.ts').then(({ startRunner }) => startRunner({ database, jobs: {}, schedules: [] }, () => deps)))
  const noMail = () => Promise.reject(new Error('No mail leaves from the process beside.'))
  const deps: Deps = {
    ...ports,
    aside: asideHere,
    mail: { send: noMail, close: () => Promise.resolve() },
    stopping: new AbortController().signal,
    now: () => new Date(Date.now() + ahead),
    enqueue: async (...order) => (await runner()).enqueue(...order),
    enqueueAll: async (...orders) => (await runner()).enqueueAll(...orders),
    publish: wakeOutside,
  }
  return deps
}

async function follow({ id, task, shopId, input, ...order }: Order): Promise<void> {
  try {
    const deps = await begun.promise
    ahead = order.ahead
    const shop = await deps.doors.acrossShops('find the shop of a job').shop.findUniqueOrThrow({ where: { id: shopId } })
    tell({ id, answer: await runHere(makeContext(deps, shop, { kind: 'system', name: task }), task, input as never) })
  } catch (error) {
    tell({ id, error: wired(error) })
  }
}
