import { QUEUE_KINDS, type QueueKind } from '../../../rules/queue-status.ts'
import { EMAIL_TEMPLATE_TYPES, type EmailTemplateKey } from '../../../rules/settings/email-templates.ts'
import type { QueueKindRow } from './kind.ts'
import { photoReminder } from './photo-reminder.ts'
import { reviewReminder } from './review-reminder.ts'

/** Every kind of email that the queue holds, by the type of its template. Claiming, deciding, rendering, counting and progress read it. */
export const queueKinds: Readonly<Record<QueueKind, QueueKindRow>> = {
  'review-reminder': reviewReminder,
  'photo-reminder': photoReminder,
}

/** The kinds that orders plan. */
export const plannedKinds: readonly QueueKind[] = QUEUE_KINDS.filter((kind) => queueKinds[kind].due)

/** The key of a kind's template in the settings document. */
export const findTemplateKey = (kind: QueueKind): EmailTemplateKey => EMAIL_TEMPLATE_TYPES[kind]

/** Whether an email takes a place in the plan's monthly number: the first one of an order, of a metered kind. Those for old orders don't. */
export const isMetered = ({
  type,
  sequence,
  oldOrderRunId,
}: {
  type: QueueKind
  sequence: number
  oldOrderRunId: string | null
}): boolean => queueKinds[type].isMetered && sequence === 0 && oldOrderRunId === null
