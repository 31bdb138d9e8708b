import type { MessageCode } from './messages.ts'
import type { ReviewStatus } from './review-status.ts'

export const IMPORT_STATUSES = [
  'checking',
  'checked',
  'running',
  'paused',
  'done',
  'failed',
  'cancelled',
  'undoing',
  'undone',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** What may be done to an import once it was started. */
export type ImportAction = 'pause' | 'resume' | 'cancel' | 'undo'

export interface ImportState {
  status: ImportStatus
  /** Reviews that came in. */
  imported: number
}

const refusals: Readonly<
  Record<Exclude<ImportAction, 'undo'>, { from: readonly ImportStatus[]; refusal: MessageCode }>
> = {
  pause: { from: ['running'], refusal: 'importNotRunning' },
  resume: { from: ['paused'], refusal: 'importNotPaused' },
  cancel: { from: ['running', 'paused'], refusal: 'importNotRunning' },
}

const unstarted: readonly ImportStatus[] = ['checking', 'checked', 'failed']

/** Whether an import can be forgotten, file and all: it was never started, so nothing of it is in the shop. */
export const isDiscardable = ({ status, startedAt }: { status: ImportStatus; startedAt: Date | null }): boolean =>
  startedAt === null && unstarted.includes(status)

/** Why an act on an import is refused now; null when it is not. An undo has no time limit. */
export function importRefusal(act: ImportAction, { status, imported }: ImportState): MessageCode | null {
  if (act !== 'undo') return refusals[act].from.includes(status) ? null : refusals[act].refusal
  if (status === 'undoing' || status === 'undone') return 'importUndone'
  if (status === 'running' || status === 'paused') return 'importNotEnded'
  return imported === 0 ? 'importNothingToUndo' : null
}

export const PUBLISH_CHOICES = ['AS_IN_FILE', 'PUBLISHED', 'PENDING'] as const
export type PublishChoice = (typeof PUBLISH_CHOICES)[number]

/**
 * Returns the status of an imported review (decisions 'Imports'). The merchant's choice decides between published and pending only: what the
 * source hid or took for spam never becomes visible. A file without statuses held visible reviews.
 */
export function chooseImportedStatus(inFile: ReviewStatus | null, publish: PublishChoice): ReviewStatus {
  const status = inFile ?? 'published'
  if (publish === 'AS_IN_FILE' || (status !== 'published' && status !== 'pending')) return status
  return publish === 'PUBLISHED' ? 'published' : 'pending'
}
