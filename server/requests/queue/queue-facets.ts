import type { QueueFilter } from '../../../rules/filters.ts'
import { QUEUE_STATUSES, storedQueueStatuses, type QueueStatus } from '../../../rules/queue-status.ts'
import { isMarketingApp } from '../../../rules/sender-apps.ts'
import type { Ranges } from '../../core/database/page-statement.ts'

/** Values of the column `facet`, as the migration queue_lists defines them. */
const facets: Readonly<Record<Exclude<QueueStatus, 'cancelled' | 'success'>, number>> = {
  waiting: 0,
  sending: 0,
  waitingCondition: 1,
  paused: 2,
  opened: 7,
  reviewed: 8,
  failed: 9,
}
const [cancelled, skippedByRule, sent, sentToMarketing] = [3, 4, 5, 6]

type Asked = Pick<QueueFilter, 'status' | 'skipped' | 'senderApp'>

function facetsOfStatus(status: QueueStatus, { skipped, senderApp }: Asked): number[] {
  if (status === 'cancelled')
    return skipped === undefined ? [cancelled, skippedByRule] : [skipped ? skippedByRule : cancelled]
  if (status !== 'success') return [facets[status]]
  if (senderApp === undefined) return [sent, sentToMarketing]
  return [isMarketingApp(senderApp) ? sentToMarketing : sent]
}

/**
 * Converts the statuses of a filter to ranges of an index; undefined without any. Under row-level security PostgreSQL
 * can't use an index on status itself (docs/decisions/0045).
 */
export function facetsOf(asked: Asked): Ranges | undefined {
  if (!asked.status?.length) return undefined
  const statuses = asked.status.flatMap(storedQueueStatuses)
  const values = QUEUE_STATUSES.filter((status) => statuses.includes(status)).flatMap((status) =>
    facetsOfStatus(status, asked),
  )
  return { column: 'facet', values: [...new Set(values)], where: { status: { in: statuses } } }
}
