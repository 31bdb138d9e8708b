/** The queues of pg-boss; server/jobs.ts says what runs for each. */
export const JOB_NAMES = ['bulk.run', 'imports.check', 'imports.fetch', 'imports.run', 'mails.editRequests', 'mails.notices', 'mails.replies', 'products.sync', 'reviews.export', 'reviews.retitle', 'requests.reschedule'] as const

export type JobName = (typeof JOB_NAMES)[number]
