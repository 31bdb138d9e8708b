import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { QUEUE_STATUSES, type QueueBadgeId, type QueueStatus } from '../../../../rules/queue-status.ts'
import type { QueueStatus as WireStatus } from '../../../__generated__/requestListLoaderQuery.graphql.ts'
import { toEnumName } from '../../../../rules/enum-name.ts'

/** Names of the badges (spec 4). */
export const requestBadgeLabels: Readonly<Record<QueueBadgeId, MessageDescriptor>> = {
  waiting: msg`Scheduled`,
  waitingCondition: msg`Waiting`,
  paused: msg`Paused`,
  cancelled: msg`Canceled`,
  skipped: msg`Email skipped`,
  success: msg`Email sent`,
  opened: msg`Opened`,
  reviewed: msg`Customer reviewed`,
  failed: msg`Failed`,
  sentToMarketing: msg`Sent to the email-marketing platform`,
}

/** Converts a status from its wire name. A status that this client doesn't know counts as waiting. */
export function statusOf(wire: WireStatus | '%future added value'): QueueStatus {
  return QUEUE_STATUSES.find((status) => toEnumName(status) === wire) ?? 'waiting'
}
