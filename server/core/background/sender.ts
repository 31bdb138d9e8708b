import { LRUCache } from 'lru-cache'
import { fromPrisma, type PgBoss } from 'pg-boss'
import { afterCommit, type Ctx, type Deps, type EnqueueOptions, type JobOrder } from '../context.ts'
import { LONG_JOBS, SETTLING_JOBS, type JobName } from '../job-names.ts'

/** A settling job tells the platform of all changes of these seconds. */
const settleSeconds = 3

export const isLong = (name: JobName): boolean => (LONG_JOBS as readonly JobName[]).includes(name)

interface SenderOptions {
  boss: PgBoss
  deps: () => Deps
  /** Wakes this process's workers of a kind. */
  wake(job: JobName): void
  onDemand: boolean
}

/** Sends jobs to pg-boss, in the transaction of the change that needs them. */
export function makeSender({ boss, deps, wake, onDemand }: SenderOptions) {
  const settle = makeSettler({ boss, deps, onDemand })
  /** Other processes learn of a job by pg-boss's notification, and of a later one by a look. */
  const follow = (ctx: Ctx, job: JobName, isLater: boolean) =>
    afterCommit(ctx, () => (isLater ? deps().publish('all', 'due', job) : wake(job)))

  return {
    /** Returns false when a job with this key waits already: it starts after the transaction and sees its rows. */
    async enqueue(
      ctx: Ctx,
      job: JobName,
      { data, startAfterSeconds, key }: EnqueueOptions & { data: object },
    ): Promise<boolean> {
      if ((key !== undefined) !== isLong(job))
        throw new Error(`A job has a key when it is among LONG_JOBS (job-names.ts): ${job}`)
      if (SETTLING_JOBS.includes(job)) return settle.send(ctx, job, data)
      const content = { ...data, shopId: ctx.shop.id }
      const db = fromPrisma(ctx.db)
      const singletonKey = `${ctx.shop.id}:${key}`
      const order = {
        ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
        ...(key ? { singletonKey } : {}),
        group: { id: ctx.shop.id },
        db,
      }
      follow(ctx, job, Boolean(startAfterSeconds))
      for (;;) {
        if ((await boss.send(job, content, order)) !== null) return true
        // Locks the waiting job until the commit. A worker that took it earlier would not see this transaction's rows.
        const { updated } = await boss.update(job, content, { singletonKey, match: 'all', db })
        if (updated > 0) return false
      }
    },
    /** Queues any number of jobs of a kind in one statement. */
    async enqueueAll(ctx: Ctx, job: JobName, orders: readonly JobOrder[]): Promise<void> {
      if (orders.length === 0) return
      const rows = orders.map(({ data, startAfterSeconds }) => ({
        data: { ...data, shopId: ctx.shop.id },
        group: { id: ctx.shop.id },
        ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
      }))
      await boss.insert(job, rows, { db: fromPrisma(ctx.db) })
      follow(ctx, job, false)
      if (orders.some(({ startAfterSeconds }) => startAfterSeconds)) follow(ctx, job, true)
    },
    /** Resolves when all settling jobs so far are queued. */
    sent: () => settle.sent(),
  }
}

/**
 * Queues settling jobs after the commit: a job that waits by then starts later and sees the change. If the process dies
 * before, the schedule of lost jobs finds the change.
 */
function makeSettler({ boss, deps, onDemand }: Omit<SenderOptions, 'wake'>) {
  /** When the jobs that this process queued start: a flood of changes does not ask the queue each time. */
  const startsAt = new LRUCache<string, number>({ max: 10_000 })
  const sending = new Set<Promise<void>>()

  async function sendOne(job: JobName, shopId: string, data: object): Promise<void> {
    const singletonKey = `${shopId}:${JSON.stringify(data)}`
    const known = `${job} ${singletonKey}`
    if ((startsAt.get(known) ?? 0) > Date.now()) return
    const start = Date.now() + settleSeconds * 1000
    const order = { singletonKey, group: { id: shopId }, ...(onDemand ? {} : { startAfter: settleSeconds }) }
    // Null: another process has queued it, and it may start sooner.
    if ((await boss.send(job, { ...data, shopId }, order)) === null) return
    if (onDemand) return
    startsAt.set(known, start)
    deps().publish('all', 'due', job)
  }

  return {
    send(ctx: Ctx, job: JobName, data: object): true {
      const { id } = ctx.shop
      afterCommit(ctx, () => {
        const sent = sendOne(job, id, data)
          .catch((error: unknown) => deps().log.error({ err: error, job, shopId: id }, 'a job was not queued'))
          .then(() => void sending.delete(sent))
        sending.add(sent)
      })
      return true
    },
    sent: () => Promise.all(sending).then(() => undefined),
  }
}
