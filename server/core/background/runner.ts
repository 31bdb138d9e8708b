import { PgBoss, type Job } from 'pg-boss'
import type { Database } from '../database/open.ts'
import { withStartLock } from '../database/start-lock.ts'
import { makeContext, type Ctx, type Deps, type EnqueueOptions, type JobOrder } from '../context.ts'
import { measureJob } from '../metrics.ts'
import { JOB_LIMITS, JOB_NAMES, SETTLING_JOBS, type JobName } from '../job-names.ts'
import { answerJob, JobLost, openAskedJobs } from './asked-jobs.ts'
import { drain } from './drain.ts'
import { makeQueueWorkers } from './queue-workers.ts'
import { isLong, makeSender } from './sender.ts'
import { findDueWork, Sleeper, type Schedule } from './schedules.ts'

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
  /** The worker child has started: leaves it the jobs that follow from its own. */
  followWorkerStart(): Promise<void>
  /** The worker child has ended: takes its jobs again, retries what it was asked, and finds jobs that wait. */
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
  /** For tests: jobs and schedules run when `drain` is called, and only then. */
  onDemand?: boolean
}

const jobsSchema = 'jobs'
/** A job whose heartbeat is missing is retried: its process died. */
const retries = { retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInSeconds: 900, heartbeatSeconds: 60 }
const lookLaterMs = 1_000
const leaveToDrain = () => undefined

/** Starts jobs (pg-boss, for calls to other services) and schedules (for work due by the business clock). */
export async function startRunner(options: RunnerOptions, deps: () => Deps): Promise<Runner> {
  const { database, jobs, schedules, kinds = JOB_NAMES, onOtherJobs, joins = false, onDemand = false } = options
  const boss = await startBoss(database, { deps, joins, onDemand })
  const asked = openAskedJobs(boss)
  let sleeper: Sleeper | null = null
  let stopped = false
  let running = 0
  let idleSince = Date.now()

  const lookLater = () => setTimeout(() => sleeper?.wake(), lookLaterMs).unref()
  // A worker whose fetch failed sleeps until its next poll.
  boss.on('error', lookLater)

  async function runJob(name: JobName, job: Job<JobData>): Promise<unknown> {
    running++
    try {
      return await measureJob(name, () => runForShop(deps(), job, { name, handler: jobs[name] }))
    } catch (error) {
      // The retry is written in a moment; only a look finds its time.
      lookLater()
      throw error
    } finally {
      running--
      idleSince = Date.now()
    }
  }

  const workers = makeQueueWorkers({ boss, onDemand, run: runJob })
  const wake = (name: JobName) => {
    if (!stopped && !workers.wake(name) && !kinds.includes(name)) onOtherJobs?.()
  }
  const sender = makeSender({ boss, deps, wake: onDemand ? leaveToDrain : wake, onDemand })

  return {
    enqueue: (ctx, job, order) => sender.enqueue(ctx, job, order),
    enqueueAll: (ctx, job, orders) => sender.enqueueAll(ctx, job, orders),
    async ask(ctx, job, data) {
      const id = await boss.send(job, { ...data, shopId: ctx.shop.id, isAsked: true }, { group: { id: ctx.shop.id } })
      if (id === null) throw new JobLost(`${job} was not queued.`)
      wake(job)
      return asked.wait(job, id)
    },
    async work() {
      await workers.add(kinds)
      if (onDemand) return
      sleeper = new Sleeper({
        schedules,
        deps,
        look: (some) => findDueWork(database, { queues: JOB_NAMES, schedules: some, now: deps().now() }),
        onJobs: (waiting) => waiting.forEach(wake),
      })
    },
    wake: () => sleeper?.wake(),
    followWorkerStart: () => workers.leave(SETTLING_JOBS),
    async followWorkerEnd() {
      if (!stopped) await workers.add(SETTLING_JOBS)
      await asked.retry()
      sleeper?.wake()
    },
    idleMs: () => (running > 0 ? 0 : Date.now() - idleSince),
    drain: () =>
      drain({
        schedules,
        deps,
        wake,
        running: () => sleeper?.running() ?? null,
        sent: () => sender.sent(),
        readDue: () => findDueWork(database, { queues: workers.names(), schedules, now: deps().now() }),
      }),
    async stop() {
      stopped = true
      await sender.sent()
      await sleeper?.stop()
      await workers.stop()
    },
  }
}

/** Runs a job for its shop. A job of a deleted shop has nothing left to do. */
async function runForShop(
  deps: Deps,
  { data }: Job<JobData>,
  { name, handler }: { name: JobName; handler: JobHandler | undefined },
): Promise<unknown> {
  const shop = await deps.access.acrossShops('find the shop of a job').shop.findUnique({ where: { id: data.shopId } })
  if (!shop) return null
  const run = async () => handler?.(makeContext(deps, shop, { kind: 'system', name }), data as never)
  return data.isAsked ? answerJob(run) : run()
}

async function startBoss(
  database: Database,
  { deps, joins, onDemand }: { deps: () => Deps; joins: boolean; onDemand: boolean },
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...database.directConnection,
    max: 2,
    schema: jobsSchema,
    useListenNotify: !onDemand,
    // Candor has no cron jobs and no jobs that wait for others.
    schedule: false,
    flowIntervalSeconds: 3600,
    supervise: !joins,
    migrate: !joins,
  } as ConstructorParameters<typeof PgBoss>[0])
  // Some of its errors are plain objects, which the log would print without their text.
  boss.on('error', (error) => deps().log.error({ err: Object.assign(new Error(error.message), error) }, 'jobs'))
  if (joins) return boss.start()
  return withStartLock(database.directPool, async () => {
    await boss.start()
    for (const name of JOB_NAMES)
      await boss.createQueue(name, {
        ...retries,
        ...(JOB_LIMITS[name]?.retries ?? (onDemand && { retryDelay: 0, retryBackoff: false })),
        notify: true,
        ...(hasKey(name) && { policy: 'short' }),
      })
    // Queues of an earlier release had no policy.
    await database.pool.query(`update ${jobsSchema}.queue set policy = 'short' where name = any($1)`, [SETTLING_JOBS])
    await grantToApp(database)
    return boss
  })
}

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
