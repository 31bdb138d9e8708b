import type { Deps } from '../context.ts'
import { onEachDatabase } from '../database/for-shop.ts'
import type { JobName } from '../job-names.ts'
import type { DueWork, Schedule } from './schedules.ts'

const lookMs = 25

interface DrainOptions {
  schedules: readonly Schedule[]
  deps: () => Deps
  wake(job: JobName): void
  /** The runs that timers started; null without timers. */
  running(): Promise<unknown>[] | null
  /** Resolves when all jobs so far are queued. */
  sent(): Promise<void>
  readDue(): Promise<DueWork>
}

/** Does everything due now; resolves when nothing is left. */
export async function drain({ schedules, deps, wake, running, sent, readDue }: DrainOptions): Promise<void> {
  // Timers can start a schedule at any moment, so with timers two idle passes are needed.
  const ticks = running() !== null
  let wasIdle = !ticks
  for (;;) {
    await sent()
    const { queues, dueMs } = await readDue()
    const due = schedules.filter((schedule) => (dueMs.get(schedule) ?? Infinity) <= 0)
    let done = 0
    for (const schedule of due) done += await onEachDatabase(deps(), schedule.run)
    const waiting = due.length === 0 ? queues : (await readDue()).queues
    if (waiting.length === 0 && done === 0) {
      const atWork = running() ?? []
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
    if (waiting.length > 0) await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}
