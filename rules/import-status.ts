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
type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** Actions on a started import. */
export type ImportAction = 'pause' | 'resume' | 'cancel' | 'undo'

interface ImportState {
  status: ImportStatus
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

/** Whether an import can be deleted with its file: it was never started, so it has no reviews. */
export const isDiscardable = ({ status, startedAt }: { status: ImportStatus; startedAt: Date | null }): boolean =>
  startedAt === null && unstarted.includes(status)

/** Returns why an action on an import is refused; null if allowed. An undo has no time limit. */
export function importRefusal(act: ImportAction, { status, imported }: ImportState): MessageCode | null {
  if (act !== 'undo') return refusals[act].from.includes(status) ? null : refusals[act].refusal
  if (status === 'undoing' || status === 'undone') return 'importUndone'
  if (status === 'running' || status === 'paused') return 'importNotEnded'
  return imported === 0 ? 'importNothingToUndo' : null
}

export const PUBLISH_CHOICES = ['AS_IN_FILE', 'PUBLISHED', 'PENDING'] as const
export type PublishChoice = (typeof PUBLISH_CHOICES)[number]

/**
 * Returns the status of an imported review (decisions 'Imports'). The merchant's choice decides only between published
 * and pending: hidden reviews and spam never become visible. A file without statuses counts as visible.
 */
export function chooseImportedStatus(inFile: ReviewStatus | null, publish: PublishChoice): ReviewStatus {
  const status = inFile ?? 'published'
  if (publish === 'AS_IN_FILE' || (status !== 'published' && status !== 'pending')) return status
  return publish === 'PUBLISHED' ? 'published' : 'pending'
}
