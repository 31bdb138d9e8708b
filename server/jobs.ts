import type { Jobs, Schedule } from './background/runner.ts'

/** What runs for each job: at least once, under the shop that queued it. */
export const jobs: Jobs = {}

/** What is found by looking at rows, across shops, by the business clock. */
export const schedules: readonly Schedule[] = []
