import { QUEUE_KINDS, type QueueKind } from '../../../rules/queue-status.ts'
import { EMAIL_TEMPLATE_TYPES, type EmailTemplateKey } from '../../../rules/settings/email-templates.ts'
import type { Ctx } from '../../core/context.ts'
import type { QueueKindRow } from './kind.ts'
import { photoReminder } from './photo-reminder.ts'
import { reviewReminder } from './review-reminder.ts'

/** Every kind of email in the queue, by its template's type. */
export const queueKinds: Readonly<Record<QueueKind, QueueKindRow>> = {
  'review-reminder': reviewReminder,
  'photo-reminder': photoReminder,
}

/** Returns when an email of an order is due by the settings; null while a condition is unmet. */
export async function findDue(
  ctx: Ctx,
  kind: QueueKind,
  order: Parameters<NonNullable<QueueKindRow['due']>>[1] & { hasFailed?: boolean },
): Promise<Date | null> {
  return order.hasFailed ? null : ((await queueKinds[kind].due?.(ctx, order)) ?? null)
}

export const plannedKinds: readonly QueueKind[] = QUEUE_KINDS.filter((kind) => queueKinds[kind].due)

export const findTemplateKey = (kind: QueueKind): EmailTemplateKey => EMAIL_TEMPLATE_TYPES[kind]

/** Counts toward the monthly limit: an order's first email of a metered kind. Emails for old orders don't. */
export const isMetered = ({
  type,
  sequence,
  oldOrderRunId,
}: {
  type: QueueKind
  sequence: number
  oldOrderRunId: string | null
}): boolean => queueKinds[type].isMetered && sequence === 0 && oldOrderRunId === null
