import { Counter, Histogram, Registry } from 'prom-client'

/** What this process counted since its start. Worlds of one test share it. */
export const processMetrics = new Registry()

const registers = [processMetrics]
const quick = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export const requestSeconds = new Histogram({
  name: 'candor_http_request_duration_seconds',
  help: 'Time until a response was sent, by the template of its route',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: quick,
  registers,
})

const jobSeconds = new Histogram({
  name: 'candor_job_duration_seconds',
  help: 'Time that a job ran. A failed job is retried',
  labelNames: ['job', 'outcome'] as const,
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
  registers,
})

/** Measures a job. @throws what the job throws */
export async function measureJob<T>(job: string, run: () => Promise<T>): Promise<T> {
  const end = jobSeconds.startTimer({ job })
  return run().then(
    (result) => {
      end({ outcome: 'completed' })
      return result
    },
    (error: unknown) => {
      end({ outcome: 'failed' })
      throw error
    },
  )
}

export const requestEmails = new Counter({
  name: 'candor_request_emails_total',
  help: 'Outcomes of review request emails',
  labelNames: ['outcome'] as const,
  registers,
})

export const serviceCalls = new Counter({
  name: 'candor_service_calls_total',
  help: 'Requests to connected services and webhooks',
  labelNames: ['integration', 'outcome'] as const,
  registers,
})

export const cacheReads = new Counter({
  name: 'candor_cache_reads_total',
  help: 'Reads of the cache of rendered storefront pages',
  labelNames: ['result'] as const,
  registers,
})

export const standbyReads = new Counter({
  name: 'candor_standby_reads_total',
  help: 'Reads of shoppers that the standby served, or left to the primary with a reason',
  labelNames: ['result'] as const,
  registers,
})
