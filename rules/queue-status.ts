import { anyMarketingApp, isMarketingApp } from './sender-apps.ts'
import { isMessageCode, type MessageCode, type MessageParams } from './messages.ts'

export const QUEUE_STATUSES = [
  'waiting',
  'waitingCondition',
  'paused',
  'cancelled',
  'sending',
  'success',
  'opened',
  'reviewed',
  'failed',
] as const
export type QueueStatus = (typeof QUEUE_STATUSES)[number]

/** Kinds of queued emails, by template type (spec 3); server/requests/queue-kinds/kinds.ts has a row for each. */
export const QUEUE_KINDS = ['review-reminder', 'photo-reminder'] as const
export type QueueKind = (typeof QUEUE_KINDS)[number]

/** Every row is an email; a push is part of its email's row (`pushStatus`). */
export const QUEUE_TYPES = ['email', 'push'] as const
export type QueueType = (typeof QUEUE_TYPES)[number]

/** Additional counters of queue rows. */
export const QUEUE_MARKS = ['pushSent', 'pushFailed', 'sentToMarketing'] as const
export type QueueMark = (typeof QUEUE_MARKS)[number]

export const PUSH_STATUSES = ['pending', 'sent', 'failed'] as const
export type PushStatus = (typeof PUSH_STATUSES)[number]

/** Shows rows in progress as waiting, so that a crashed worker stays invisible. */
export function toQueueWire(status: QueueStatus): Exclude<QueueStatus, 'sending'> {
  return status === 'sending' ? 'waiting' : status
}

/** Reads an API word; `pause` and `cancel` are the specification's other spellings. Unknown words give null. */
export function fromQueueWire(word: string): Exclude<QueueStatus, 'sending'> | null {
  switch (word) {
    case 'pause':
      return 'paused'
    case 'cancel':
      return 'cancelled'
    case 'sending':
      return null
    default:
      return (QUEUE_STATUSES as readonly string[]).includes(word) ? (word as Exclude<QueueStatus, 'sending'>) : null
  }
}

/** Returns the stored statuses of an API word: rows in progress belong to waiting. */
export function storedQueueStatuses(status: Exclude<QueueStatus, 'sending'>): QueueStatus[] {
  return status === 'waiting' ? ['waiting', 'sending'] : [status]
}

/** Why a rule skipped a request; stored in `skipReason`, sentences in rules/messages.ts (spec 8). */
export type SkipReason = Extract<
  MessageCode,
  | 'emailNotFound'
  | 'noRecipients'
  | 'emailSettingDisabled'
  | 'unsubscribed'
  | 'noCustomerEmail'
  | 'customerBlocked'
  | 'orderCancelled'
  | 'orderRefunded'
  | 'testOrder'
  | 'relayAddress'
  | 'alreadyReviewed'
  | 'noProducts'
  | 'quotaMissed'
  | 'addressRefused'
  | 'appOff'
  | 'planLacksEmail'
  | 'addressComplained'
  | 'addressExcluded'
  | 'noMarketingConsent'
  | 'customerTagExcluded'
  | 'productTagExcluded'
  | 'countryExcluded'
  | 'notFulfilled'
  | 'hasPhotos'
>

/** Why a rule moved a waiting request to a later time; stored in `moveReason`. */
export type MoveReason = Extract<
  MessageCode,
  'movedByCoolDown' | 'movedByPreference' | 'movedByPause' | 'movedByQuietHours' | 'movedBehindOther'
>

/** The rule that moved or skipped a request, with its values. */
interface Why {
  code: MessageCode
  params?: MessageParams
}

/** Parameter name of a reason's stored value. */
const valueNames: Partial<Record<MessageCode, string>> = {
  customerTagExcluded: 'tag',
  productTagExcluded: 'tag',
  countryExcluded: 'country',
  movedByCoolDown: 'days',
  movedByPreference: 'days',
  movedByPause: 'days',
}

function withValue(code: MessageCode, value: string | null): Why {
  const name = valueNames[code]
  return name && value !== null ? { code, params: { [name]: value } } : { code }
}

export interface QueueItemState {
  status: QueueStatus
  skipReason: string | null
  errorMessage: string | null
  senderApp: string
  isBlockCustomer: boolean
}

/** Why a request was moved, and the value that caused the move or skip. */
interface MoveState {
  moveReason: string | null
  reasonValue: string | null
}

export type QueueBadgeId = Exclude<QueueStatus, 'sending'> | 'skipped' | 'sentToMarketing'
type BadgeTone =
  | 'info'
  | 'attention'
  | 'warning'
  | 'critical'
  | 'success'
  | 'success-strong'
  | 'read-only'
  | 'new'
  | 'attention-strong'
  | 'info-strong'

/** Each status has its own color (spec 4). */
export const QUEUE_BADGES: Readonly<Record<QueueBadgeId, { label: string; tone: BadgeTone }>> = {
  waiting: { label: 'Scheduled', tone: 'info' },
  waitingCondition: { label: 'Waiting', tone: 'attention' },
  paused: { label: 'Paused', tone: 'warning' },
  cancelled: { label: 'Canceled', tone: 'read-only' },
  skipped: { label: 'Email skipped', tone: 'new' },
  success: { label: 'Email sent', tone: 'success' },
  opened: { label: 'Opened', tone: 'info-strong' },
  reviewed: { label: 'Customer reviewed', tone: 'success-strong' },
  failed: { label: 'Failed', tone: 'critical' },
  sentToMarketing: { label: 'Sent to the email-marketing platform', tone: 'attention-strong' },
}

/** Returns a row's badge: skipped rows have a reason, canceled ones have none (decisions, Words). */
export function queueBadge(item: Pick<QueueItemState, 'status' | 'skipReason' | 'senderApp'>): QueueBadgeId {
  if (item.status === 'cancelled') return item.skipReason ? 'skipped' : 'cancelled'
  if (item.status === 'success' && isMarketingApp(item.senderApp)) return 'sentToMarketing'
  return toQueueWire(item.status)
}

/** Returns the missing condition, known reason, raw text or general reason (spec 4, 8). Null: no tooltip. */
export function queueTooltip(
  item: Pick<QueueItemState, 'status' | 'skipReason' | 'errorMessage'> & Partial<MoveState>,
): Why | { text: string } | null {
  const reason = item.skipReason || item.errorMessage
  const value = item.reasonValue ?? null
  if (item.status === 'waiting' && isMessageCode(item.moveReason)) return withValue(item.moveReason, value)
  if (!item.skipReason && item.status !== 'failed' && item.status !== 'waitingCondition') return null
  if (!reason) return { code: item.status === 'waitingCondition' ? 'needCondition' : 'otherReason' }
  return isMessageCode(reason) ? withValue(reason, value) : { text: reason }
}

/** Tabs of the queue (spec 2) with their filters. */
export interface QueueTab {
  id: string
  label: string
  /** API statuses; empty means no filter. */
  statuses: readonly Exclude<QueueStatus, 'sending'>[]
  skipped?: boolean
  push?: PushStatus
  senderApp?: string
}

export const QUEUE_TABS = [
  { id: 'all', label: 'All', statuses: [] },
  { id: 'scheduled', label: 'Scheduled', statuses: ['waiting'] },
  { id: 'waiting', label: 'Waiting', statuses: ['waitingCondition'] },
  { id: 'sent', label: 'Sent', statuses: ['success'] },
  { id: 'opened', label: 'Opened', statuses: ['opened'] },
  { id: 'reviewed', label: 'Reviewed', statuses: ['reviewed'] },
  { id: 'failed', label: 'Failed', statuses: ['failed'] },
  { id: 'cancelled', label: 'Canceled', statuses: ['cancelled'], skipped: false },
  { id: 'paused', label: 'Paused', statuses: ['paused'] },
  { id: 'skipped', label: 'Skipped', statuses: ['cancelled'], skipped: true },
  { id: 'pushSent', label: 'Push sent', statuses: [], push: 'sent' },
  { id: 'pushFailed', label: 'Push failed', statuses: [], push: 'failed' },
  { id: 'sentToMarketing', label: 'Sent to a marketing tool', statuses: ['success'], senderApp: anyMarketingApp },
] as const satisfies readonly QueueTab[]
export type QueueTabId = (typeof QUEUE_TABS)[number]['id']

export const QUEUE_ACTIONS = ['sendAnyway', 'restore', 'cancel', 'resend', 'block', 'unblock', 'viewContent'] as const
export type QueueAction = (typeof QUEUE_ACTIONS)[number]
type QueuePermission = { allowed: true } | { allowed: false; reason: MessageCode }

/** Failures without a message to show (spec 4, "a known set"). */
const failedWithoutContent: readonly string[] = [
  'emailNotFound',
  'noRecipients',
  'noCustomerEmail',
  'emailSettingDisabled',
  'unsubscribed',
] satisfies SkipReason[]

const yes: QueuePermission = { allowed: true }
const no = (reason: MessageCode): QueuePermission => ({ allowed: false, reason })

const isWaiting = (status: QueueStatus): boolean =>
  status === 'waiting' || status === 'waitingCondition' || status === 'paused'

function whyNotOpen(status: QueueStatus): MessageCode {
  if (status === 'sending') return 'queueItemSending'
  return status === 'cancelled' ? 'queueItemCancelled' : 'queueItemDone'
}

/** Whether a row's push can be sent now: integration and reminder are on, and it wasn't sent (spec 4). */
export function canPush(isOn: boolean, pushStatus: PushStatus | null): QueuePermission {
  if (!isOn) return no('pushOff')
  return pushStatus === 'sent' ? no('pushAlreadySent') : yes
}

export function queueActions(item: QueueItemState): Record<QueueAction, QueuePermission> {
  const { status } = item
  const blocked = item.isBlockCustomer
  return {
    sendAnyway:
      isWaiting(status) || status === 'cancelled'
        ? yes
        : no(status === 'sending' ? 'queueItemSending' : 'queueItemDone'),
    restore: status === 'cancelled' ? yes : no('queueItemNotCancelled'),
    cancel: isWaiting(status) ? yes : no(whyNotOpen(status)),
    resend: status === 'failed' || status === 'cancelled' ? yes : no('queueItemNotFailed'),
    block: blocked ? no('customerBlocked') : yes,
    unblock: blocked ? yes : no('customerNotBlocked'),
    viewContent: viewContent(item),
  }
}

function viewContent(item: QueueItemState): QueuePermission {
  if (isMarketingApp(item.senderApp)) return no('nothingToView')
  if (item.status === 'success' || item.status === 'opened') return yes
  if (item.status !== 'failed') return no(item.status === 'reviewed' ? 'nothingToView' : 'queueItemNotSent')
  const error = item.skipReason ?? item.errorMessage ?? ''
  return failedWithoutContent.includes(error) ? no('nothingToView') : yes
}

export function queueRowMenu(item: QueueItemState): QueueAction[] {
  const actions = queueActions(item)
  return QUEUE_ACTIONS.filter(
    (action) => actions[action].allowed && !(action === 'resend' && actions.sendAnyway.allowed),
  )
}

export type QueueBulkAction = 'block' | 'unblock' | 'sendAnyway' | 'restore' | 'cancel' | 'resend'

/**
 * Returns the bulk actions for a selection (spec 4). Send-anyway and cancel need only waiting rows, resend only
 * canceled or failed ones. Block and unblock are always offered.
 */
export function queueBulkActions(statuses: readonly QueueStatus[]): QueueBulkAction[] {
  if (statuses.length === 0) return []
  const actions: QueueBulkAction[] = ['block', 'unblock']
  if (statuses.every(isWaiting)) actions.push('sendAnyway', 'cancel')
  if (statuses.every((status) => status === 'cancelled' || status === 'failed')) actions.push('resend')
  if (statuses.every((status) => status === 'cancelled')) actions.push('restore')
  return actions
}

const progress: readonly QueueStatus[] = [
  'waitingCondition',
  'paused',
  'waiting',
  'sending',
  'success',
  'opened',
  'reviewed',
]

/**
 * Whether an event may advance a row. Progress never goes back (waiting, success, opened, reviewed), so a late "opened"
 * keeps "reviewed". Canceled and failed rows change only by sending again or a review.
 */
export function canMoveOn(from: QueueStatus, to: 'success' | 'opened' | 'reviewed'): boolean {
  if (from === 'cancelled' || from === 'failed') return to === 'reviewed'
  return progress.indexOf(to) > progress.indexOf(from)
}
