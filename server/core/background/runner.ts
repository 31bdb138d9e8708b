import { fromPrisma, PgBoss, type Job } from 'pg-boss'
import { onEachDatabase } from '../database/for-shop.ts'
import type { Database } from '../database/open.ts'
import { withStartLock } from '../database/start-lock.ts'
import { afterCommit, makeContext, type Ctx, type Deps, type EnqueueOptions, type JobOrder } from '../context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { JOB_LIMITS, JOB_NAMES, LONG_JOBS, type JobName } from '../job-names.ts'

/** A job's data always names its shop. */
export interface JobData {
  shopId: string
}

/** Runs at least once: a job killed half-way is run again. */
export type JobHandler = (ctx: Ctx, data: never) => Promise<void>
export type Jobs = Partial<Record<JobName, JobHandler>>

/** Work found by scanning the rows of a database across shops. */
export interface Schedule {
  name: string
  everySeconds: number
  /** Selects what `run` looks for, or more. `drain` runs the schedule only if the statement finds a row. */
  selectDue(now: Date): Prisma.Sql
  /** Works on one database: the one of `deps.access`. Returns how much it did; 0 means nothing is due. */
  run(deps: Deps): Promise<number>
}

export interface Runner {
  /** Returns false when a job with this key is queued already. */
  enqueue(ctx: Ctx, job: JobName, options: { data: object } & EnqueueOptions): Promise<boolean>
  /** Queues any number of jobs of a kind in one statement. */
  enqueueAll(ctx: Ctx, job: JobName, orders: readonly JobOrder[]): Promise<void>
  /** Starts taking jobs and scanning for due rows. */
  work(): Promise<void>
  /** Does everything due now; resolves when nothing is left. */
  drain(): Promise<void>
  /** Takes nothing new and waits for running work. */
  stop(): Promise<void>
}

interface RunnerOptions {
  database: Database
  jobs: Jobs
  schedules: readonly Schedule[]
  /** For tests, which call `drain`: no schedule runs on a timer, and queues are not polled. */
  onDemand?: boolean
}

const jobsSchema = 'jobs'
/** A job whose heartbeat is missing is retried: its process died. */
const retries = { retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInSeconds: 900, heartbeatSeconds: 60 }
/** Concurrent jobs of a kind in this process, at most one per shop: a stalled shop delays no other. */
const atOnce = 3
const pollSeconds = 0.5
/** A job queued here wakes the kind's other workers; they poll for retries only. */
const idlePollSeconds = 10
/** Polling takes a tenth of a core per test database. */
const onDemandPollSeconds = 600

/** Starts jobs (pg-boss, for calls to other services) and schedules (for work due by the business clock). */
export async function startRunner(
  { database, jobs, schedules, onDemand = false }: RunnerOptions,
  deps: () => Deps,
): Promise<Runner> {
  const boss = new PgBoss({
    ...database.connection,
    max: 2,
    schema: jobsSchema,
    useListenNotify: true,
  } as ConstructorParameters<typeof PgBoss>[0])
  boss.on('error', (error) => deps().log.error({ err: error }, 'jobs'))
  await withStartLock(database.pool, async () => {
    await boss.start()
    for (const name of JOB_NAMES) {
      await boss.createQueue(name, {
        ...retries,
        ...JOB_LIMITS[name]?.retries,
        notify: true,
        ...(isLong(name) && { policy: 'short' }),
      })
    }
    await grantToApp(database)
  })
  const workers = new Map<JobName, string[]>()
  const timers: Ticker[] = []
  let stopped = false

  async function runJob(name: JobName, job: Job<JobData>): Promise<void> {
    const shop = await deps()
      .access.acrossShops('find the shop of a job')
      .shop.findUnique({ where: { id: job.data.shopId } })
    if (!shop) return
    const ctx = makeContext(deps(), shop, { kind: 'system', name })
    await jobs[name]?.(ctx, job.data as never)
  }

  async function addWorker(name: JobName, pollingIntervalSeconds: number): Promise<void> {
    const limits = JOB_LIMITS[name]
    const share = limits ? { groupConcurrency: limits.perShop } : { localGroupConcurrency: 1 }
    const id = await boss.work<JobData>(name, { pollingIntervalSeconds, ...share }, async ([job]) => {
      // Works off a backlog without waiting for the next poll.
      if (limits) boss.notifyWorker(id)
      if (job) await runJob(name, job)
    })
    workers.set(name, [...(workers.get(name) ?? []), id])
  }

  const wake = (name: JobName) => {
    const known = workers.get(name)
    if (!known || stopped) return
    for (const worker of known) boss.notifyWorker(worker)
    // A new worker polls at once. Most of a test's queues never need a second one.
    if (onDemand && known.length < maxConcurrencyOf(name)) void addWorker(name, onDemandPollSeconds)
  }

  return {
    async enqueue(ctx, job, { data, startAfterSeconds, key }) {
      const when = startAfterSeconds ? { startAfter: startAfterSeconds } : {}
      if ((key !== undefined) !== isLong(job))
        throw new Error(`A job has a key when it is among LONG_JOBS (job-names.ts): ${job}`)
      const single = key ? { singletonKey: `${ctx.shop.id}:${key}` } : {}
      const id = await boss.send(
        job,
        { ...data, shopId: ctx.shop.id },
        { ...when, ...single, group: { id: ctx.shop.id }, db: fromPrisma(ctx.db) },
      )
      afterCommit(ctx, () => wake(job))
      return id !== null
    },
    async enqueueAll(ctx, job, orders) {
      if (orders.length === 0) return
      const jobs = orders.map(({ data, startAfterSeconds }) => ({
        data: { ...data, shopId: ctx.shop.id },
        group: { id: ctx.shop.id },
        ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
      }))
      await boss.insert(job, jobs, { db: fromPrisma(ctx.db) })
      afterCommit(ctx, () => wake(job))
    },
    async work() {
      for (const name of JOB_NAMES) {
        await addWorker(name, onDemand ? onDemandPollSeconds : pollSeconds)
        if (!onDemand) for (let at = 1; at < maxConcurrencyOf(name); at++) await addWorker(name, idlePollSeconds)
      }
      if (!onDemand) for (const schedule of schedules) timers.push(startTicker(schedule, deps))
    },
    async drain() {
      // Timers can start a schedule at any moment, so with timers two idle passes are needed.
      const ticks = timers.length > 0
      const readDue = () => findDue(database, { queues: [...workers.keys()], schedules, now: deps().now() })
      let wasIdle = !ticks
      for (;;) {
        const { queues, due } = await readDue()
        let done = 0
        for (const schedule of due) done += await onEachDatabase(deps(), schedule.run)
        const waiting = due.length === 0 ? queues : (await readDue()).queues
        if (waiting.length === 0 && done === 0) {
          const atWork = timers.flatMap((ticker) => ticker.isRunning() ?? [])
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
      await Promise.all(timers.map((ticker) => ticker.stop()))
      await boss.stop({ graceful: true, timeout: 8000 })
    },
  }
}

const maxConcurrencyOf = (name: JobName): number => JOB_LIMITS[name]?.atOnce ?? atOnce
const isLong = (name: JobName): boolean => (LONG_JOBS as readonly JobName[]).includes(name)

/** Lets requests enqueue under the role candor_app, in the transaction of the change. */
async function grantToApp(database: Database): Promise<void> {
  await database.pool.query(`do $$ begin
    if exists (select from pg_roles where rolname = 'candor_app') then
      grant usage on schema ${jobsSchema} to candor_app;
      grant select, insert, update on all tables in schema ${jobsSchema} to candor_app;
      grant execute on all functions in schema ${jobsSchema} to candor_app;
    end if; end $$`)
}

/**
 * Finds the queues with jobs that are due or active and the schedules that may find work, in one statement.
 * @param queues those with workers here: a process without workers leaves jobs to others
 */
async function findDue(
  database: Database,
  { queues, schedules, now }: { queues: readonly JobName[]; schedules: readonly Schedule[]; now: Date },
): Promise<{ queues: JobName[]; due: Schedule[] }> {
  const jobs = Prisma.sql`select distinct name from ${Prisma.raw(jobsSchema)}.job
    where name = any(${queues}) and (state = 'active' or (state < 'active' and start_after <= now()))`
  const isDue = schedules.map((schedule) => Prisma.sql`exists (${schedule.selectDue(now)})`)
  const { text, values } = Prisma.sql`
    select array(${jobs}) as queues, array[${isDue.length > 0 ? Prisma.join(isDue) : Prisma.empty}]::bool[] as due`
  const {
    rows: [row],
  } = await database.pool.query<{ queues: JobName[]; due: boolean[] }>(text, values)
  return { queues: row?.queues ?? [], due: schedules.filter((_schedule, index) => row?.due[index]) }
}

interface Ticker {
  /** The current run, if any. */
  isRunning(): Promise<void> | null
  stop(): Promise<void>
}

/** Runs a schedule repeatedly, never concurrently; at once again while there was work. */
function startTicker(schedule: Schedule, deps: () => Deps): Ticker {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let atWork = false
  const tick = async () => {
    atWork = true
    const done = await onEachDatabase(deps(), schedule.run).catch((error: unknown) => {
      deps().log.error({ err: error, schedule: schedule.name }, 'schedule failed')
      return 0
    })
    atWork = false
    if (!stopped) timer = setTimeout(start, done > 0 ? 0 : schedule.everySeconds * 1000)
  }
  const start = () => {
    running = tick()
  }
  start()
  return {
    isRunning: () => (atWork ? running : null),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
