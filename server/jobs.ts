import { renewPaused } from './sending/renew-paused.ts'
import { sendDue } from './sending/send-due.ts'
import type { Jobs, Schedule } from './background/runner.ts'

/** What runs for each job: at least once, under the shop that queued it. */
export const jobs: Jobs = {}

/** What is found by looking at rows, across shops, by the business clock. */
export const schedules: readonly Schedule[] = [
  { name: 'renew paused requests', everySeconds: 60, run: renewPaused },
  { name: 'send due requests', everySeconds: 1, run: sendDue },
]
