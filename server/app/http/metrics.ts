import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { findDueWork } from '../../core/background/schedules.ts'
import type { Deps } from '../../core/context.ts'
import type { Database } from '../../core/database/open.ts'
import { Unauthenticated } from '../../core/errors.ts'
import { isSameSecret, readBearer } from '../../core/http/credentials.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { JOB_NAMES } from '../../core/job-names.ts'
import { processMetrics } from '../../core/metrics.ts'
import { readRelease } from '../../core/release.ts'
import { findMailOutage } from '../../requests/mail/outage.ts'
import { schedules } from '../jobs.ts'

export interface Metrics {
  /** Returns all metrics in Prometheus' text format. */
  read(): Promise<string>
}

/** GET /metrics for Prometheus. Without a token in the environment, there is no such page. */
export const metricsRoutes: RouteModule = (app, { deps, metrics }) => {
  const token = deps.env.CANDOR_METRICS_TOKEN
  if (!token) return
  app.get('/metrics', async (request, reply) => {
    if (!isSameSecret(readBearer(request.headers.authorization), token)) {
      reply.header('www-authenticate', 'Bearer')
      throw new Unauthenticated()
    }
    return reply
      .type(Registry.PROMETHEUS_CONTENT_TYPE)
      .header('cache-control', 'no-store')
      .send(await metrics.read())
  })
}

/** Opens the metrics of a process: what it counted, its connections, and the queues of its database. */
export function openMetrics(deps: Deps, database: Database): Metrics {
  const own = new Registry()
  const registers = [own]
  const { version, commit } = readRelease()
  new Gauge({
    name: 'candor_info',
    help: 'Release and role',
    labelNames: ['version', 'commit', 'role'],
    registers,
  }).set({ version, commit: commit ?? '', role: deps.env.CANDOR_ROLE }, 1)
  const { pool: requests, standbyPool: standby } = deps.access
  const pools = { owner: database.pool, requests, ...(standby && { standby }) }
  new Gauge({
    name: 'candor_database_connections',
    help: 'Connections of a pool in use and free, and statements that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'free' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  if (deps.env.CANDOR_METRICS_TOKEN) collectDefaultMetrics({ register: own })
  const refresh = openDatabaseGauges(deps, { database, registers })
  return {
    async read() {
      await refresh()
      return Registry.merge([own, processMetrics]).metrics()
    },
  }
}

/** Makes the gauges that are read from the database. @returns a function that reads them */
function openDatabaseGauges(
  deps: Deps,
  { database, registers }: { database: Database; registers: Registry[] },
): () => Promise<void> {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers })
  const up = gauge('candor_database_up', 'Whether the database answered')
  const mail = gauge('candor_mail_server_up', 'Whether the mail server takes emails')
  const jobs = gauge('candor_queue_jobs', 'Jobs by queue and state, counted once a minute', 'queue', 'state')
  const late = gauge('candor_queue_late_seconds', 'Time that the oldest due job has waited', 'queue')
  const overdue = gauge(
    'candor_schedule_late_seconds',
    'Time that the first due row of a schedule has waited',
    'schedule',
  )

  async function read(): Promise<void> {
    const { rows } = await database.pool.query<QueueRow>(queueStatement, [JOB_NAMES])
    for (const { name, lateSeconds, ...counts } of rows) {
      for (const [state, count] of Object.entries(counts)) jobs.set({ queue: name, state }, count)
      late.set({ queue: name }, lateSeconds)
    }
    const { dueMs } = await findDueWork(database, { queues: [], schedules, now: deps.now() })
    for (const [{ name }, ms] of dueMs) overdue.set({ schedule: name }, Math.max(0, -(ms ?? 0) / 1000))
    mail.set((await findMailOutage(deps)) ? 0 : 1)
  }

  return async () => {
    for (const each of [jobs, late, overdue]) each.reset()
    await read().then(
      () => up.set(1),
      () => up.set(0),
    )
  }
}

interface QueueRow {
  name: string
  waiting: number
  later: number
  active: number
  failed: number
  lateSeconds: number
}

/** pg-boss counts its table once a minute. Only due jobs are read here. */
const queueStatement = `
  select q.name, q.ready_count as waiting, q.deferred_count as later, q.active_count as active, q.failed_count as failed,
    coalesce((select extract(epoch from clock_timestamp() - min(j.start_after))::float8 from jobs.job j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= clock_timestamp()), 0) as "lateSeconds"
  from jobs.queue q where q.name = any($1)`
