/** Queues of pg-boss; server/app/jobs.ts lists their handlers. */
export const JOB_NAMES = [
  'billing.sync',
  'bulk.run',
  'firstImport.run',
  'imports.check',
  'imports.fetch',
  'imports.keep',
  'imports.run',
  'discounts.issue',
  'discounts.withdraw',
  'instagram.sync',
  'mails.accounts',
  'mails.archives',
  'mails.discountReminders',
  'mails.discounts',
  'mails.editRequests',
  'mails.held',
  'mails.notices',
  'mails.objections',
  'mails.pause',
  'mails.privacy',
  'mails.replies',
  'mails.reports',
  'mails.confirmations',
  'mails.sender',
  'mails.statements',
  'mails.surveys',
  'mails.wishes',
  'oldOrders.run',
  'orders.reconcile',
  'privacy.run',
  'products.fetch',
  'products.findLost',
  'pushes.send',
  'ratings.send',
  'reviews.compare',
  'reviews.export',
  'reviews.retitle',
  'requests.followUps',
  'requests.reschedule',
  'shop.archive',
  'shop.refresh',
  'theme.send',
  'topics.count',
  'translations.fill',
] as const

/** Jobs that read whole files or thousands of texts. They run in a worker, so that a serving process has event loop and memory for requests. */
export const HEAVY_JOBS = [
  'imports.check',
  'imports.keep',
  'imports.run',
  'topics.count',
] as const satisfies readonly JobName[]
export const LIGHT_JOBS: readonly JobName[] = JOB_NAMES.filter(
  (name) => !(HEAVY_JOBS as readonly JobName[]).includes(name),
)

/** Jobs that work on a claimed row (background/claim.ts): { id }, with the id as the key. */
export const LONG_JOBS = [
  'bulk.run',
  'firstImport.run',
  'imports.check',
  'imports.fetch',
  'imports.run',
  'oldOrders.run',
  'privacy.run',
  'reviews.export',
  'shop.archive',
] as const satisfies readonly JobName[]
export type LongJob = (typeof LONG_JOBS)[number]

/**
 * Jobs that tell the platform of all changes so far. They start some seconds after the commit of a change, and one with
 * the same data waits for each shop. The worker child takes them while it runs: an import is followed by thousands.
 */
export const SETTLING_JOBS: readonly JobName[] = ['ratings.send', 'theme.send']

interface JobLimits {
  /** Jobs of one shop that run at a time, in all processes. Simultaneous fetches can exceed it by one. */
  perShop: number
  /** Jobs of all shops that run at a time in one process. */
  atOnce: number
  /** Wait times double from `retryDelay` to `retryDelayMax` seconds. */
  retries: { retryLimit: number; retryDelay: number; retryDelayMax?: number; retryBackoff?: boolean }
}

export const JOB_LIMITS: Partial<Record<JobName, JobLimits>> = {
  // A request waits for it. Another file may have killed the worker, so one retry is worth it.
  'imports.keep': { perShop: 2, atOnce: 4, retries: { retryLimit: 1, retryDelay: 0, retryBackoff: false } },
  // A page waits for it.
  'topics.count': { perShop: 1, atOnce: 2, retries: { retryLimit: 1, retryDelay: 0, retryBackoff: false } },
}

export type JobName = (typeof JOB_NAMES)[number]
