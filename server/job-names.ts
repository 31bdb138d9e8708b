/** The queues of pg-boss; server/jobs.ts says what runs for each. */
export const JOB_NAMES = ['imports.check', 'imports.run', 'media.fetch', 'products.sync'] as const

export type JobName = (typeof JOB_NAMES)[number]
