/** The queues of pg-boss; server/jobs.ts says what runs for each. */
export const JOB_NAMES = ['bulk.run', 'imports.check', 'imports.fetch', 'imports.run', 'mails.editRequests', 'mails.notices', 'mails.replies', 'products.sync', 'reviews.export', 'reviews.retitle', 'requests.reschedule'] as const

/** Of these a second job of a key is not queued while the first waits (EnqueueOptions.key). */
export const KEYED_JOBS: readonly JobName[] = ['imports.fetch']

export type JobName = (typeof JOB_NAMES)[number]
