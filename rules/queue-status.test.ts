import {
  canMoveOn,
  canPush,
  fromQueueWire,
  QUEUE_ACTIONS,
  QUEUE_BADGES,
  QUEUE_STATUSES,
  QUEUE_TABS,
  queueActions,
  queueBadge,
  queueBulkActions,
  queueRowMenu,
  queueTooltip,
  storedQueueStatuses,
  toQueueWire,
  type QueueAction,
  type QueueItemState,
  type QueueStatus,
} from './queue-status.ts'

const waiting: QueueItemState = {
  status: 'waiting',
  skipReason: null,
  errorMessage: null,
  senderApp: 'candor',
  isBlockCustomer: false,
}

describe('API words (decisions, Words)', () => {
  test.each<[string, string | null]>([
    ['pause', 'paused'],
    ['paused', 'paused'],
    ['cancel', 'cancelled'],
    ['cancelled', 'cancelled'],
    ['waiting', 'waiting'],
    ['waitingCondition', 'waitingCondition'],
    ['success', 'success'],
    ['opened', 'opened'],
    ['reviewed', 'reviewed'],
    ['failed', 'failed'],
    ['sending', null],
    ['nonsense', null],
  ])('reads %s as %s', (word, expected) => {
    expect(fromQueueWire(word)).toBe(expected)
  })

  test('shows and finds a row in progress as waiting', () => {
    expect(toQueueWire('sending')).toBe('waiting')
    expect(storedQueueStatuses('waiting')).toEqual(['waiting', 'sending'])
    expect(storedQueueStatuses('failed')).toEqual(['failed'])
  })
})

describe('badges (spec 4)', () => {
  test.each<[QueueStatus, Partial<QueueItemState>, string]>([
    ['waiting', {}, 'Scheduled'],
    ['sending', {}, 'Scheduled'],
    ['waitingCondition', {}, 'Waiting'],
    ['paused', {}, 'Paused'],
    ['cancelled', {}, 'Canceled'],
    ['cancelled', { skipReason: 'orderCancelled' }, 'Email skipped'],
    ['success', {}, 'Email sent'],
    ['success', { senderApp: 'aem' }, 'Sent to the email-marketing platform'],
    ['opened', {}, 'Opened'],
    ['reviewed', {}, 'Customer reviewed'],
    ['failed', {}, 'Failed'],
  ])('%s %o is %s', (status, state, label) => {
    expect(QUEUE_BADGES[queueBadge({ ...waiting, ...state, status })].label).toBe(label)
  })

  test('each status has its own color', () => {
    const tones = Object.values(QUEUE_BADGES).map(({ tone }) => tone)
    expect(new Set(tones).size).toBe(tones.length)
  })

  test.each<[QueueStatus, Partial<QueueItemState>, ReturnType<typeof queueTooltip>]>([
    ['waitingCondition', {}, { code: 'needCondition' }],
    ['waitingCondition', { errorMessage: 'Order is on hold' }, { text: 'Order is on hold' }],
    ['cancelled', { skipReason: 'unsubscribed' }, { code: 'unsubscribed' }],
    ['cancelled', { skipReason: 'something of old' }, { text: 'something of old' }],
    ['cancelled', {}, null],
    ['failed', { errorMessage: '550 no such user' }, { text: '550 no such user' }],
    ['failed', { errorMessage: 'addressRefused' }, { code: 'addressRefused' }],
    ['failed', {}, { code: 'otherReason' }],
    ['success', {}, null],
    ['opened', { errorMessage: 'of an earlier attempt' }, null],
  ])('%s %o has a tooltip (spec 8)', (status, state, expected) => {
    expect(queueTooltip({ ...waiting, ...state, status })).toEqual(expected)
  })
})

test('lists the tabs (spec 2)', () => {
  expect(QUEUE_TABS.map(({ id }) => id)).toEqual([
    'all',
    'scheduled',
    'waiting',
    'sent',
    'opened',
    'reviewed',
    'failed',
    'cancelled',
    'paused',
    'skipped',
    'pushSent',
    'pushFailed',
    'sentToMarketing',
  ])
})

describe('row actions (spec 4)', () => {
  const rows: Record<QueueStatus, QueueAction[]> = {
    waiting: ['sendAnyway', 'cancel'],
    waitingCondition: ['sendAnyway', 'cancel'],
    paused: ['sendAnyway', 'cancel'],
    cancelled: ['sendAnyway', 'restore'],
    sending: [],
    success: ['viewContent'],
    opened: ['viewContent'],
    reviewed: [],
    failed: ['resend', 'viewContent'],
  }
  test.each(QUEUE_STATUSES)('lists the actions on a row that is %s', (status) => {
    expect(queueRowMenu({ ...waiting, status })).toEqual(
      QUEUE_ACTIONS.filter((action) => [...rows[status], 'block'].includes(action)),
    )
  })

  test('every row offers to block, or to unblock a blocked customer', () => {
    for (const status of QUEUE_STATUSES) {
      expect(queueActions({ ...waiting, status }).block.allowed).toBe(true)
      expect(queueActions({ ...waiting, status }).unblock).toEqual({ allowed: false, reason: 'customerNotBlocked' })
      expect(queueActions({ ...waiting, status, isBlockCustomer: true })).toMatchObject({
        block: { allowed: false, reason: 'customerBlocked' },
        unblock: { allowed: true },
      })
    }
  })

  test.each<[string, Partial<QueueItemState>]>([
    ['failed before a message was made', { status: 'failed', errorMessage: 'noRecipients' }],
    ['sent by the marketing platform', { status: 'success', senderApp: 'aem' }],
    ['failed at the marketing platform', { status: 'failed', senderApp: 'aem', errorMessage: 'timeout' }],
  ])('a row %s has no message to view', (_what, state) => {
    expect(queueActions({ ...waiting, ...state }).viewContent).toEqual({ allowed: false, reason: 'nothingToView' })
  })

  test.each<[QueueStatus, QueueAction, string]>([
    ['sending', 'cancel', 'queueItemSending'],
    ['sending', 'sendAnyway', 'queueItemSending'],
    ['cancelled', 'cancel', 'queueItemCancelled'],
    ['success', 'cancel', 'queueItemDone'],
    ['success', 'sendAnyway', 'queueItemDone'],
    ['waiting', 'resend', 'queueItemNotFailed'],
    ['waiting', 'viewContent', 'queueItemNotSent'],
  ])('%s refuses %s with %s', (status, action, reason) => {
    expect(queueActions({ ...waiting, status })[action]).toEqual({ allowed: false, reason })
  })
})

test.each<[QueueStatus[], string[]]>([
  [[], []],
  [
    ['waiting', 'waitingCondition'],
    ['block', 'unblock', 'sendAnyway', 'cancel'],
  ],
  [
    ['waiting', 'cancelled'],
    ['block', 'unblock'],
  ],
  [
    ['cancelled', 'failed'],
    ['block', 'unblock', 'resend'],
  ],
  [['success'], ['block', 'unblock']],
])('offers bulk actions for %o (spec 4)', (statuses, expected) => {
  expect(queueBulkActions(statuses)).toEqual(expected)
})

test.each<[QueueStatus, 'success' | 'opened' | 'reviewed', boolean]>([
  ['waiting', 'success', true],
  ['sending', 'success', true],
  ['success', 'opened', true],
  ['success', 'reviewed', true],
  ['opened', 'reviewed', true],
  ['opened', 'success', false],
  ['reviewed', 'opened', false],
  ['reviewed', 'reviewed', false],
  ['cancelled', 'opened', false],
  ['cancelled', 'success', false],
  ['cancelled', 'reviewed', true],
  ['failed', 'reviewed', true],
])('an event moves a row from %s to %s: %s', (from, to, expected) => {
  expect(canMoveOn(from, to)).toBe(expected)
})

test.each([
  [false, null, 'pushOff'],
  [false, 'failed', 'pushOff'],
  [true, 'sent', 'pushAlreadySent'],
  [true, null, null],
  [true, 'failed', null],
  [true, 'pending', null],
] as const)('with push notifications on (%s), sending a push that is %s returns %s', (isOn, status, reason) => {
  expect(canPush(isOn, status)).toEqual(reason ? { allowed: false, reason } : { allowed: true })
})
