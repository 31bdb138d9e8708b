import type { Deps } from '../context.ts'
import { onEachDatabase } from '../database/for-shop.ts'
import type { Database } from '../database/open.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { JobName } from '../job-names.ts'

/** Work found by scanning the rows of a database across shops. */
export interface Schedule {
  name: string
  /** Rests this long after a run that did nothing, although rows are due: other processes have them. */
  everySeconds: number
  /** Waits this long for a job to take the rows. */
  graceSeconds?: number
  /** Selects at most one row: the business time from which `run` has work, or may have. */
  selectDue(now: Date): Prisma.Sql
  /** Works on one database: the one of `deps.access`. Returns how much it did; 0 means nothing is due. */
  run(deps: Deps): Promise<number>
}

export interface DueWork {
  /** Queues with jobs that are due or active. */
  queues: JobName[]
  /** Those of them with waiting jobs. */
  waiting: JobName[]
  /** Milliseconds until the next later job starts; null: none waits. */
  nextJobMs: number | null
  /** Milliseconds until each schedule is due; null: it has no rows. */
  dueMs: Map<Schedule, number | null>
}

interface DueQuestion {
  queues: readonly JobName[]
  schedules: readonly Schedule[]
  now: Date
}

/**
 * Finds due jobs and due schedules, and when the next ones are due, in one statement.
 * @param question.queues those that this process starts
 */
export async function findDueWork(database: Database, { queues, schedules, now }: DueQuestion): Promise<DueWork> {
  const dues = schedules.map((schedule) => Prisma.sql`(${schedule.selectDue(now)})`)
  // now() is the time before planning: a job queued during it would count as later.
  const { text, values } = Prisma.sql`
    with waiting as (
      select name, state, extract(epoch from start_after - clock_timestamp())::float8 * 1000 as ms
      from jobs.job where name = any(${queues}) and state <= 'active' and not blocked
    )
    select array(select distinct name from waiting where state = 'active' or ms <= 0) as queues,
      array(select distinct name from waiting where state < 'active' and ms <= 0) as waiting,
      (select min(ms) from waiting where state < 'active' and ms > 0) as "nextJobMs",
      array(select extract(epoch from due - ${now}::timestamptz)::float8 * 1000
        from unnest(array[${dues.length > 0 ? Prisma.join(dues) : Prisma.empty}]::timestamptz[]) with ordinality as found(due, nth)
        order by nth) as due`
  const {
    rows: [row],
  } = await database.pool.query<Omit<DueWork, 'dueMs'> & { due: (number | null)[] }>(text, values)
  return {
    queues: row?.queues ?? [],
    waiting: row?.waiting ?? [],
    nextJobMs: row?.nextJobMs ?? null,
    dueMs: new Map(schedules.map((schedule, index) => [schedule, row?.due[index] ?? null])),
  }
}

/** Returns the business time of rows whose time is by the machine's clock. */
export const byWallClock = (at: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`${at} + (${now}::timestamptz - now())`

/** Looks at least this often: a lost notification delays work no longer. */
const longestSleepMs = 60_000
/** After a look that failed. */
const retrySleepMs = 5_000
/** Notifications within this time share one look. */
const gatherMs = 200
/** A look of a large backlog may take long: looking takes at most a fifth of the time. */
const restFactor = 4

interface SleeperOptions {
  schedules: readonly Schedule[]
  deps: () => Deps
  /** Finds what is due now, and next. */
  look(schedules: readonly Schedule[]): Promise<DueWork>
  /** Called after each look. */
  onJobs(waiting: readonly JobName[]): void
}

/**
 * Runs each schedule when its rows are due, never concurrently with itself, and again while there was work. Sleeps
 * until the next row or job is due, or `wake` is called.
 */
export class Sleeper {
  private readonly options: SleeperOptions
  private readonly states: Map<Schedule, ScheduleState>
  private readonly runs = new Map<Schedule, Promise<unknown>>()
  private timer: NodeJS.Timeout | undefined
  private wakesAt = Infinity
  private restUntil = 0
  private looking: Promise<void> | null = null
  private isWoken = false
  private stopped = false

  constructor(options: SleeperOptions) {
    this.options = options
    this.states = new Map(options.schedules.map((one) => [one, { restUntil: 0, dueSince: null }]))
    this.sleep(0)
  }

  /** Looks for due work soon. */
  wake(): void {
    if (this.looking) this.isWoken = true
    else this.sleep(0)
  }

  /** Returns the look and the runs that are under way. */
  running(): Promise<unknown>[] {
    return [...this.runs.values(), ...(this.looking ? [this.looking] : [])]
  }

  /** Waits for the runs under way. */
  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    await this.looking
    await Promise.all(this.runs.values())
  }

  private sleep(ms: number): void {
    const at = Math.max(Date.now() + ms, this.restUntil)
    if (this.stopped || at >= this.wakesAt) return
    clearTimeout(this.timer)
    this.wakesAt = at
    this.timer = setTimeout(
      () => {
        this.wakesAt = Infinity
        this.isWoken = false
        this.looking = this.lookAndSleep()
      },
      Math.max(0, at - Date.now()),
    )
  }

  private async lookAndSleep(): Promise<void> {
    const ms = await this.startDue().catch((error: unknown) => {
      this.options.deps().log.error({ err: error }, 'due work cannot be found')
      return retrySleepMs
    })
    this.looking = null
    this.sleep(this.isWoken ? 0 : ms)
  }

  /** Starts due schedules. Returns how long nothing else is due. */
  private async startDue(): Promise<number> {
    const begun = Date.now()
    const due = await this.options.look(this.options.schedules.filter((one) => !this.runs.has(one)))
    this.restUntil = Date.now() + Math.max(gatherMs, restFactor * (Date.now() - begun))
    if (this.stopped) return longestSleepMs
    this.options.onJobs(due.waiting)
    let next = Math.min(longestSleepMs, due.nextJobMs ?? Infinity)
    for (const [schedule, dueMs] of due.dueMs) {
      const ms = waitOf(schedule, this.states.get(schedule) as ScheduleState, dueMs)
      if (ms > 0) next = Math.min(next, ms)
      else this.runs.set(schedule, this.run(schedule))
    }
    return next
  }

  private async run(schedule: Schedule): Promise<void> {
    const { deps } = this.options
    const done = await onEachDatabase(deps(), schedule.run).catch((error: unknown) => {
      deps().log.error({ err: error, schedule: schedule.name }, 'schedule failed')
      return 0
    })
    this.runs.delete(schedule)
    this.states.set(schedule, { restUntil: done > 0 ? 0 : Date.now() + schedule.everySeconds * 1000, dueSince: null })
    this.wake()
  }
}

interface ScheduleState {
  /** Wall clock: earliest next run. */
  restUntil: number
  /** Wall clock: first look that found it due. */
  dueSince: number | null
}

/** Returns how long a schedule waits until its run, given how long until it is due. */
function waitOf({ graceSeconds = 0 }: Schedule, state: ScheduleState, dueMs: number | null): number {
  if (dueMs === null || dueMs > 0) {
    state.dueSince = null
    return dueMs ?? Infinity
  }
  const wall = Date.now()
  state.dueSince ??= wall
  return Math.max(state.restUntil, state.dueSince + graceSeconds * 1000) - wall
}
