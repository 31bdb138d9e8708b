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

/** The status after the server's work in a status. Any work may also end in `failed`. */
export const STATUS_AFTER_WORK = {
  checking: 'checked',
  running: 'done',
  undoing: 'undone',
} as const satisfies Partial<Record<ImportStatus, ImportStatus>>

/** A shop has at most one import in these statuses. */
export const EXCLUSIVE_STATUSES: readonly ImportStatus[] = ['running', 'undoing']

/** Statuses in which nothing happens any more, unless the merchant undoes the import. */
const ENDED_STATUSES: readonly ImportStatus[] = ['done', 'failed', 'cancelled', 'undone']
export const hasImportEnded = (status: ImportStatus): boolean => ENDED_STATUSES.includes(status)

interface ActionRule {
  from: readonly ImportStatus[]
  to: ImportStatus
  /** Refusals by status; `otherwise` is that of all others. */
  refusals?: Partial<Record<ImportStatus, MessageCode>>
  otherwise: MessageCode
}

const notChecked = {
  refusals: { checking: 'importNotReady', failed: 'importFailed' },
  otherwise: 'importStarted',
} as const

/** What a merchant may do with an import, in which statuses, and the status that follows. */
export const IMPORT_ACTIONS = {
  recheck: { from: ['checked'], to: 'checking', ...notChecked },
  start: { from: ['checked'], to: 'running', ...notChecked },
  pause: { from: ['running'], to: 'paused', otherwise: 'importNotRunning' },
  resume: { from: ['paused'], to: 'running', otherwise: 'importNotPaused' },
  cancel: { from: ['running', 'paused'], to: 'cancelled', otherwise: 'importNotRunning' },
  undo: {
    from: ['done', 'failed', 'cancelled'],
    to: 'undoing',
    refusals: { undoing: 'importUndone', undone: 'importUndone', running: 'importNotEnded', paused: 'importNotEnded' },
    otherwise: 'importNothingToUndo',
  },
} as const satisfies Record<string, ActionRule>
export type ImportAction = keyof typeof IMPORT_ACTIONS

/** Returns why an action on an import is refused; null if allowed. An undo has no time limit. */
export function importRefusal(
  action: ImportAction,
  { status, imported }: { status: ImportStatus; imported: number },
): MessageCode | null {
  const { from, refusals = {}, otherwise }: ActionRule = IMPORT_ACTIONS[action]
  if (!from.includes(status)) return refusals[status] ?? otherwise
  return action === 'undo' && imported === 0 ? otherwise : null
}

/** Whether an import can be deleted with its file: it was never started, so it has no reviews. */
export const isDiscardable = ({ status, startedAt }: { status: ImportStatus; startedAt: Date | null }): boolean =>
  startedAt === null && ['checking', 'checked', 'failed'].includes(status)

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
