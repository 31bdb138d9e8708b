import { setTimeout } from 'node:timers/promises'
import type { Job, PgBoss } from 'pg-boss'
import { JOB_LIMITS, type JobName } from '../job-names.ts'
import type { JobData } from './runner.ts'

/** Concurrent jobs of a kind in this process, at most one per shop: a stalled shop delays no other. */
const atOnce = 3
/** Notifications wake the workers; polling is a safety net. */
const pollSeconds = 30
/** Jobs wake all workers of a kind, so that one of them need poll. */
const idlePollSeconds = 600

/** Running jobs that take longer are given up; they run again. */
const mostStopMs = 8_000

const maxConcurrencyOf = (name: JobName): number => JOB_LIMITS[name]?.atOnce ?? atOnce

interface QueueWorkersOptions {
  boss: PgBoss
  /** Queues are not polled. */
  onDemand: boolean
  run(name: JobName, job: Job<JobData>): Promise<unknown>
}

/** Keeps pg-boss's workers of this process: several for each kind of job that it takes. */
export function makeQueueWorkers({ boss, onDemand, run }: QueueWorkersOptions) {
  const workers = new Map<JobName, string[]>()
  /** A worker child can end while its start is being followed. */
  let changing: Promise<void> = Promise.resolve()

  async function addOne(name: JobName, pollingIntervalSeconds: number): Promise<void> {
    const limits = JOB_LIMITS[name]
    const share = limits ? { groupConcurrency: limits.perShop } : { localGroupConcurrency: 1 }
    const id = await boss.work<JobData>(name, { pollingIntervalSeconds, ...share }, async ([job]) => {
      // Works off a backlog, and a job of the same shop, without waiting for the next poll.
      boss.notifyWorker(id)
      return job && run(name, job)
    })
    workers.set(name, [...(workers.get(name) ?? []), id])
  }

  async function addAll(names: readonly JobName[]): Promise<void> {
    for (const name of names) {
      if (workers.has(name)) continue
      await addOne(name, onDemand ? idlePollSeconds : pollSeconds)
      if (!onDemand) for (let at = 1; at < maxConcurrencyOf(name); at++) await addOne(name, idlePollSeconds)
    }
  }

  async function leaveAll(names: readonly JobName[]): Promise<void> {
    for (const name of names) if (workers.delete(name)) await boss.offWork(name, { wait: false })
  }

  return {
    /** Takes jobs of these kinds from now on. */
    add: (names: readonly JobName[]): Promise<void> => (changing = changing.then(() => addAll(names))),
    /** Takes no more jobs of these kinds. Running ones go on. */
    leave: (names: readonly JobName[]): Promise<void> => (changing = changing.then(() => leaveAll(names))),
    names: (): JobName[] => [...workers.keys()],
    /** Takes no more jobs, waits for running ones and stops pg-boss. Its own graceful stop looks only twice a second. */
    async stop(): Promise<void> {
      const stopped = Promise.all([...workers.keys()].map((name) => boss.offWork(name)))
      await Promise.race([stopped, setTimeout(mostStopMs, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
    /** Returns false if this process takes no jobs of this kind. */
    wake(name: JobName): boolean {
      const known = workers.get(name)
      if (!known) return false
      for (const worker of known) boss.notifyWorker(worker)
      // A new worker polls at once. Most of a test's queues never need a second one.
      if (onDemand && known.length < maxConcurrencyOf(name)) void addOne(name, idlePollSeconds)
      return true
    },
  }
}
