import { fromPrisma, PgBoss, type Job } from 'pg-boss'
import type { Database } from '../database/open.ts'
import { onEachDatabase } from '../database/for-shop.ts'
import { withStartLock } from '../database/start-lock.ts'
import { afterCommit, makeContext, type Ctx, type Deps, type EnqueueOptions, type JobOrder } from '../context.ts'
import { JOB_LIMITS, JOB_NAMES, LONG_JOBS, SETTLING_JOBS, type JobName } from '../job-names.ts'
import { answerJob, JobLost, openAskedJobs } from './asked-jobs.ts'
import { Settling } from './settling.ts'
import { findDueWork, startSleeper, type Schedule, type Sleeper } from './schedules.ts'

/** A job's data always names its shop. */
export interface JobData {
  shopId: string
  /** The job's result is its caller's answer. */
  isAsked?: boolean
}

/** Runs at least once: a job killed half-way is run again. */
export type JobHandler = (ctx: Ctx, data: never) => Promise<unknown>
export type Jobs = Partial<Record<JobName, JobHandler>>

export interface Runner {
  /** Returns false when a job with this key waits already: it starts after the transaction and sees its rows. */
  enqueue(ctx: Ctx, job: JobName, options: { data: object } & EnqueueOptions): Promise<boolean>
  /** Queues any number of jobs of a kind in one statement. */
  enqueueAll(ctx: Ctx, job: JobName, orders: readonly JobOrder[]): Promise<void>
  /** Queues a job and waits for its result. Not for transactions. @throws JobLost; UserError as the job */
  ask(ctx: Ctx, job: JobName, data: object): Promise<unknown>
  /** Starts taking jobs and scanning for due rows. */
  work(): Promise<void>
  /** Looks for due rows and jobs soon. */
  wake(): void
  /** The worker child has ended: retries what it was asked, and finds jobs that wait. */
  followWorkerEnd(): Promise<void>
  /** Returns how long no job has run here, in milliseconds. */
  idleMs(): number
  /** Does everything due now; resolves when nothing is left. */
  drain(): Promise<void>
  /** Takes nothing new and waits for running work. */
  stop(): Promise<void>
}

interface RunnerOptions {
  database: Database
  jobs: Jobs
  schedules: readonly Schedule[]
  /** Kinds of jobs that run here. Default: all. */
  kinds?: readonly JobName[] | undefined
  /** Called when a job of another kind waits. */
  onOtherJobs?: (() => void) | undefined
  /** Another process has created the queues and maintains them. */
  joins?: boolean
  /** For tests, which call `drain`: no schedule runs on a timer, and queues are not polled. */
  onDemand?: boolean
}

const jobsSchema = 'jobs'
/** A job whose heartbeat is missing is retried: its process died. */
const retries = { retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInSeconds: 900, heartbeatSeconds: 60 }
/** Concurrent jobs of a kind in this process, at most one per shop: a stalled shop delays no other. */
const atOnce = 3
/** Notifications wake the workers; polling is a safety net. */
const pollSeconds = 30
/** Jobs wake all workers of a kind, so that one of them need poll. */
const idlePollSeconds = 600
/** A settling job tells the platform of all changes of these seconds. */
const settleSeconds = 3

/** Starts jobs (pg-boss, for calls to other services) and schedules (for work due by the business clock). */
export async function startRunner(options: RunnerOptions, deps: () => Deps): Promise<Runner> {
  const { database, jobs, schedules, kinds = JOB_NAMES, onOtherJobs, joins = false, onDemand = false } = options
  const boss = await startBoss(database, { deps, joins })
  const workers = new Map<JobName, string[]>()
  const asked = openAskedJobs(boss)
  const settling = new Settling()
  let sleeper: Sleeper | null = null
  let stopped = false
  let running = 0
  let idleSince = Date.now()

  async function runJob(name: JobName, job: Job<JobData>): Promise<unknown> {
    running++
    try {
      const shop = await deps()
        .access.acrossShops('find the shop of a job')
        .shop.findUnique({ where: { id: job.data.shopId } })
      if (!shop) return null
      const run = async () => jobs[name]?.(makeContext(deps(), shop, { kind: 'system', name }), job.data as never)
      return await (job.data.isAsked ? answerJob(run) : run())
    } catch (error) {
      // The retry is written in a moment; only a look finds its time.
      setTimeout(() => sleeper?.wake(), 1_000).unref()
      throw error
    } finally {
      running--
      idleSince = Date.now()
    }
  }

  async function addWorker(name: JobName, pollingIntervalSeconds: number): Promise<void> {
    const limits = JOB_LIMITS[name]
    const share = limits ? { groupConcurrency: limits.perShop } : { localGroupConcurrency: 1 }
    const id = await boss.work<JobData>(name, { pollingIntervalSeconds, ...share }, async ([job]) => {
      // Works off a backlog, and a job of the same shop, without waiting for the next poll.
      boss.notifyWorker(id)
      return job && runJob(name, job)
    })
    workers.set(name, [...(workers.get(name) ?? []), id])
  }

  const wake = (name: JobName) => {
    if (stopped) return
    const known = workers.get(name)
    if (!known) return kinds.includes(name) ? undefined : onOtherJobs?.()
    for (const worker of known) boss.notifyWorker(worker)
    // A new worker polls at once. Most of a test's queues never need a second one.
    if (onDemand && known.length < maxConcurrencyOf(name)) void addWorker(name, idlePollSeconds)
  }
  /** Wakes this process's workers. Others learn of a job by its notification, and of a later one by a look. */
  const follow = (ctx: Ctx, job: JobName, isLater: boolean) =>
    afterCommit(ctx, () => (isLater ? deps().publish('all', 'due', job) : wake(job)))

  /**
   * Queues a job that tells of all changes so far, after the commit: a job that waits by then starts later and sees them.
   * If the process dies before, the schedule of lost jobs finds the change.
   */
  const settle = (ctx: Ctx, job: JobName, data: object): boolean => {
    const { id } = ctx.shop
    const singletonKey = `${id}:${JSON.stringify(data)}`
    const order = { singletonKey, group: { id }, ...(onDemand ? {} : { startAfter: settleSeconds }) }
    afterCommit(ctx, () =>
      settling.queue(`${job} ${singletonKey}`, async () => {
        const startsAt = onDemand ? 0 : Date.now() + settleSeconds * 1000
        try {
          if ((await boss.send(job, { ...data, shopId: id }, order)) === null) return 0
          if (onDemand) wake(job)
          else deps().publish('all', 'due', job)
          return startsAt
        } catch (error) {
          deps().log.error({ err: error, job, shopId: id }, 'a job was not queued')
          return 0
        }
      }),
    )
    return true
  }

  return {
    async enqueue(ctx, job, { data, startAfterSeconds, key }) {
      if ((key !== undefined) !== isLong(job))
        throw new Error(`A job has a key when it is among LONG_JOBS (job-names.ts): ${job}`)
      if (SETTLING_JOBS.includes(job)) return settle(ctx, job, data)
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
    async enqueueAll(ctx, job, orders) {
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
    async ask(ctx, job, data) {
      const id = await boss.send(job, { ...data, shopId: ctx.shop.id, isAsked: true }, { group: { id: ctx.shop.id } })
      if (id === null) throw new JobLost(`${job} was not queued.`)
      wake(job)
      return asked.wait(job, id)
    },
    async work() {
      for (const name of kinds) {
        await addWorker(name, onDemand ? idlePollSeconds : pollSeconds)
        if (!onDemand) for (let at = 1; at < maxConcurrencyOf(name); at++) await addWorker(name, idlePollSeconds)
      }
      if (onDemand) return
      sleeper = startSleeper({
        schedules,
        deps,
        look: (some) => findDueWork(database, { queues: JOB_NAMES, schedules: some, now: deps().now() }),
        onJobs: (waiting) => waiting.forEach(wake),
      })
    },
    wake: () => sleeper?.wake(),
    async followWorkerEnd() {
      await asked.retry()
      sleeper?.wake()
    },
    idleMs: () => (running > 0 ? 0 : Date.now() - idleSince),
    async drain() {
      // Timers can start a schedule at any moment, so with timers two idle passes are needed.
      const ticks = sleeper !== null
      const readDue = () => findDueWork(database, { queues: [...workers.keys()], schedules, now: deps().now() })
      let wasIdle = !ticks
      for (;;) {
        await settling.queued()
        const { queues, dueMs } = await readDue()
        const due = schedules.filter((schedule) => (dueMs.get(schedule) ?? Infinity) <= 0)
        let done = 0
        for (const schedule of due) done += await onEachDatabase(deps(), schedule.run)
        const waiting = due.length === 0 ? queues : (await readDue()).queues
        if (waiting.length === 0 && done === 0) {
          const atWork = sleeper?.running() ?? []
          // A job that ended during the pass may have left work for the schedules.
          const isIdle = queues.length === 0 && atWork.length === 0
          if (isIdle && wasIdle) return
          wasIdle = isIdle || !ticks
          // Rows claimed by a schedule are no longer due, but not done either.
          await Promise.all(atWork)
          continue
        }
        wasIdle = !ticks
        for (const name of waiting) wake(name)
        if (waiting.length > 0) await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    async stop() {
      stopped = true
      await settling.queued()
      await sleeper?.stop()
      await boss.stop({ graceful: true, timeout: 8000 })
    },
  }
}

async function startBoss(database: Database, { deps, joins }: { deps: () => Deps; joins: boolean }): Promise<PgBoss> {
  const boss = new PgBoss({
    ...database.connection,
    max: 2,
    schema: jobsSchema,
    useListenNotify: true,
    // Candor has no cron jobs and no jobs that wait for others.
    schedule: false,
    flowIntervalSeconds: 3600,
    supervise: !joins,
    migrate: !joins,
  } as ConstructorParameters<typeof PgBoss>[0])
  // Some of its errors are plain objects, which the log would print without their text.
  boss.on('error', (error) => deps().log.error({ err: Object.assign(new Error(error.message), error) }, 'jobs'))
  if (joins) return boss.start()
  return withStartLock(database.pool, async () => {
    await boss.start()
    for (const name of JOB_NAMES)
      await boss.createQueue(name, {
        ...retries,
        ...JOB_LIMITS[name]?.retries,
        notify: true,
        ...(hasKey(name) && { policy: 'short' }),
      })
    // Queues of an earlier release had no policy.
    await database.pool.query(`update ${jobsSchema}.queue set policy = 'short' where name = any($1)`, [SETTLING_JOBS])
    await grantToApp(database)
    return boss
  })
}

const maxConcurrencyOf = (name: JobName): number => JOB_LIMITS[name]?.atOnce ?? atOnce
const isLong = (name: JobName): boolean => (LONG_JOBS as readonly JobName[]).includes(name)
/** One job with a key waits at a time. */
const hasKey = (name: JobName): boolean => isLong(name) || SETTLING_JOBS.includes(name)

/** Lets requests enqueue under the role candor_app, in the transaction of the change. */
async function grantToApp(database: Database): Promise<void> {
  await database.pool.query(`do $$ begin
    if exists (select from pg_roles where rolname = 'candor_app') then
      grant usage on schema ${jobsSchema} to candor_app;
      grant select, insert, update on all tables in schema ${jobsSchema} to candor_app;
      grant execute on all functions in schema ${jobsSchema} to candor_app;
    end if; end $$`)
}
