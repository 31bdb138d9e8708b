import { fromPrisma, PgBoss, type Job } from 'pg-boss'
import type { Database } from '../database/open.ts'
import { withStartLock } from '../database/start-lock.ts'
import { makeContext, type Ctx, type Deps, type EnqueueOptions, type JobOrder } from '../context.ts'
import { JOB_NAMES, KEYED_JOBS, type JobName } from '../job-names.ts'

/** A job's data always names its shop. */
export interface JobData {
  shopId: string
}

/** Runs at least once: a job killed half-way is run again. */
export type JobHandler = (ctx: Ctx, data: never) => Promise<void>
export type Jobs = Partial<Record<JobName, JobHandler>>

/** Work that is found by looking at rows, across shops. Answers how much it did; 0 means nothing is due. */
export interface Schedule {
  name: string
  everySeconds: number
  run(deps: Deps): Promise<number>
}

export interface Runner {
  enqueue(ctx: Ctx, job: JobName, options: { data: object } & EnqueueOptions): Promise<void>
  /** Any number of jobs of a kind in one statement. */
  enqueueAll(ctx: Ctx, job: JobName, orders: readonly JobOrder[]): Promise<void>
  /** Begins to take jobs and to look for due rows. */
  work(): Promise<void>
  /** Does everything that is due now; resolves when nothing is left. */
  drain(): Promise<void>
  /** Takes nothing new, waits for what runs. */
  stop(): Promise<void>
}

interface RunnerOptions {
  database: Database
  jobs: Jobs
  schedules: readonly Schedule[]
  /** For tests, which call `drain`: schedules never start by themselves, and queues are not polled but woken. */
  onDemand?: boolean
}

const jobsSchema = 'jobs'
const retries = { retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInSeconds: 900 }
const pollSeconds = 0.5
/** Without polling a test's database is idle: polling takes a tenth of a core per database. */
const onDemandPollSeconds = 600

/** Jobs (pg-boss, for what leaves the house) and schedules (for what becomes due by the business clock). */
export async function startRunner({ database, jobs, schedules, onDemand = false }: RunnerOptions, deps: () => Deps): Promise<Runner> {
  // LISTEN does not get through the embedded database's one backend.
  const listen = database.embedded ? {} : { useListenNotify: true }
  const boss = new PgBoss({ ...database.connection, max: 2, schema: jobsSchema, ...listen } as ConstructorParameters<typeof PgBoss>[0])
  const log = () => deps().log
  boss.on('error', (error) => log().error({ err: error }, 'jobs'))
  await withStartLock(database.pool, async () => {
    await boss.start()
    for (const name of JOB_NAMES) {
      await boss.createQueue(name, { ...retries, notify: !database.embedded, ...(KEYED_JOBS.includes(name) && { policy: 'short' }) })
      // pg-boss reads a queue's settings on another connection. On the embedded database that would wait for the transaction that sends a job.
      await boss.findJobs(name, { key: 'none' })
    }
    if (!database.embedded) await grantToApp(database)
  })
  const workers = new Map<JobName, string>()
  const timers: Ticker[] = []

  async function runJob(name: JobName, job: Job<JobData>): Promise<void> {
    const shop = await deps().doors.acrossShops('find the shop of a job').shop.findUnique({ where: { id: job.data.shopId } })
    if (!shop) return
    const ctx = makeContext(deps(), shop, { kind: 'system', name })
    await jobs[name]?.(ctx, job.data as never)
  }

  const wake = (name: JobName) => {
    const worker = workers.get(name)
    if (worker) setImmediate(() => boss.notifyWorker(worker))
  }

  return {
    async enqueue(ctx, job, { data, startAfterSeconds, key }) {
      const when = startAfterSeconds ? { startAfter: startAfterSeconds } : {}
      if (key && !KEYED_JOBS.includes(job)) throw new Error(`${job} is not among the jobs with keys (job-names.ts).`)
      const single = key ? { singletonKey: `${ctx.shop.id}:${key}` } : {}
      await boss.send(job, { ...data, shopId: ctx.shop.id }, { ...when, ...single, db: fromPrisma(ctx.db) })
      wake(job)
    },
    async enqueueAll(ctx, job, orders) {
      if (orders.length === 0) return
      const jobs = orders.map(({ data, startAfterSeconds }) => ({ data: { ...data, shopId: ctx.shop.id }, ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}) }))
      await boss.insert(job, jobs, { db: fromPrisma(ctx.db) })
      wake(job)
    },
    async work() {
      for (const name of JOB_NAMES) {
        const id = await boss.work<JobData>(name, { pollingIntervalSeconds: onDemand ? onDemandPollSeconds : pollSeconds }, async ([job]) => {
          if (job) await runJob(name, job)
        })
        workers.set(name, id)
      }
      if (!onDemand) for (const schedule of schedules) timers.push(startTicker(schedule, deps))
    },
    async drain() {
      // A pass that did nothing is the last one only if nothing was at work before it: work that ends during a pass may leave more for
      // the schedules. Schedules that tick by themselves can start at any moment, so then it takes two such passes.
      const ticks = timers.length > 0
      let wasIdle = !ticks && (await dueJobs(database)) === 0
      for (;;) {
        let done = 0
        for (const schedule of schedules) done += await schedule.run(deps())
        const waiting = await dueJobs(database)
        if (waiting === 0 && done === 0) {
          const atWork = timers.flatMap((ticker) => ticker.atWork() ?? [])
          if (atWork.length === 0 && wasIdle) return
          wasIdle = atWork.length === 0
          // What a schedule has claimed is no job and not due any more, but not done either.
          await Promise.all(atWork)
          continue
        }
        wasIdle = !ticks && waiting === 0
        for (const worker of workers.values()) boss.notifyWorker(worker)
        if (waiting > 0) await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    async stop() {
      await Promise.all(timers.map((ticker) => ticker.stop()))
      await boss.stop({ graceful: true, timeout: 8000 })
    },
  }
}

/** Requests enqueue under the role candor_app, in the transaction of the change. */
async function grantToApp(database: Database): Promise<void> {
  await database.pool.query(`do $$ begin
    if exists (select from pg_roles where rolname = 'candor_app') then
      grant usage on schema ${jobsSchema} to candor_app;
      grant select, insert, update on all tables in schema ${jobsSchema} to candor_app;
      grant execute on all functions in schema ${jobsSchema} to candor_app;
    end if; end $$`)
}

async function dueJobs(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(
    `select count(*) from ${jobsSchema}.job where name = any($1) and (state = 'active' or (state < 'active' and start_after <= now()))`, [[...JOB_NAMES]])
  return Number(rows[0]?.count ?? 0)
}

interface Ticker {
  /** What it is doing, if anything. */
  atWork(): Promise<void> | null
  stop(): Promise<void>
}

/** Runs a schedule again and again, never twice at once; at once again while there was something to do. */
function startTicker(schedule: Schedule, deps: () => Deps): Ticker {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let atWork = false
  const tick = async () => {
    atWork = true
    const done = await schedule.run(deps()).catch((error: unknown) => {
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
    atWork: () => (atWork ? running : null),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
