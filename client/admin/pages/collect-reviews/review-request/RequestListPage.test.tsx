import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { MockEnvironment } from 'relay-test-utils'
import { answer, asked, merchant, show } from '../../../../testing/render.tsx'
import { periodOf, readPeriod } from '../../../ui/lists/periods.ts'
import { Component as RequestListPage } from './RequestListPage.tsx'
import { requestListLoader } from './requestListLoader.ts'

const routes = [{ path: '/collect-reviews/review-request', loader: requestListLoader, Component: RequestListPage }]

const request = (id: string, status: string, more: object = {}) => ({
  __typename: 'QueueItem',
  id,
  orderName: `#${id}`,
  isReminder: false,
  customerName: 'Ada <b>Lind</b>',
  customerEmail: 'ada@example.com',
  isBlockCustomer: false,
  status,
  skipReason: null as string | null,
  errorMessage: null as string | null,
  senderApp: 'candor',
  type: 'REVIEW_REMINDER',
  pushStatus: null as string | null,
  pushError: null as string | null,
  createdOrderAt: '2026-11-01T10:00:00.000Z',
  fulfilledDate: null,
  scheduledAt: '2026-11-08T10:00:00.000Z',
  sentAt: null,
  lineItems: [
    { title: 'A very long title of a linen apron', image: null, quantity: 1 },
    { title: 'Mug', image: null, quantity: 2 },
  ],
  ...more,
})

const page = (
  rows: ReturnType<typeof request>[],
  quota: object = { limit: null, sent: 3, renewsAt: '2026-12-01T00:00:00.000Z' },
  {
    emailsDelayedSince = null,
    pushKinds = [],
  }: { emailsDelayedSince?: string | null | undefined; pushKinds?: string[] | undefined } = {},
) => ({
  viewer: {
    shop: {
      id: 'shop',
      emailsDelayedSince,
      dismissedBanners: ['requestTips'],
      requestQuota: quota,
      requestTiming: { sendMethod: 'DELIVERY' },
      pushKinds,
      emailQueueTabs: [
        { tab: 'all', count: 12 },
        { tab: 'scheduled', count: 3 },
        { tab: 'skipped', count: 1 },
      ],
      emailQueue: {
        totalCount: rows.length,
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
        edges: rows.map((node) => ({ node })),
      },
    },
  },
})

async function open(
  rows: ReturnType<typeof request>[],
  {
    viewer = merchant,
    quota,
    delayed,
    pushKinds,
  }: { viewer?: typeof merchant; quota?: object; delayed?: string; pushKinds?: string[] } = {},
): Promise<MockEnvironment> {
  const { environment } = await show(routes, { at: '/collect-reviews/review-request', viewer })
  await answer(environment, 'requestListLoaderQuery', page(rows, quota, { emailsDelayedSince: delayed, pushKinds }))
  await screen.findByRole('heading', { name: 'Review requests' })
  return environment
}

async function menuOf(user: ReturnType<typeof userEvent.setup>, order: string): Promise<string[]> {
  await user.click(screen.getByRole('button', { name: `Actions for order ${order}` }))
  const list = (await screen.findByText(/^(Preview|View) email$/)).closest('ul')
  return [...(list?.querySelectorAll('button') ?? [])].map((item) => item.textContent)
}

test('asks the server with the URL’s filters', async () => {
  const { environment } = await show(routes, {
    at: '/collect-reviews/review-request?statusList=waiting,waitingCondition&buyerNames=ada@example.com&orderRangeFilter=5,9&searchText=mug&sort=scheduledAt_asc&limit=50&scheduledDate=2026-11-01,2026-11-02',
  })
  // Use the shop's days.
  await answer(environment, 'shopZoneQuery', { viewer: { shop: { id: 'shop', ianaTimezone: 'Asia/Tokyo' } } })
  const { filter, sort, first } = asked(environment, 'requestListLoaderQuery').request.variables as {
    filter: Record<string, unknown>
    sort: string
    first: number
  }
  expect({ sort, first }).toEqual({ sort: 'SCHEDULED_ASC', first: 50 })
  expect(filter).toMatchObject({
    status: ['WAITING', 'WAITING_CONDITION'],
    buyers: ['ada@example.com'],
    orderRange: { fromOrder: 5, toOrder: 9 },
    search: 'mug',
    skipped: null,
  })
  expect(filter.scheduledFrom).toBe('2026-10-31T15:00:00.000Z')
})

test('shows days and times of the shop’s zone, and names the zone', async () => {
  const row = request('1', 'waiting', { scheduledAt: '2026-11-08T22:30:00.000Z' })
  await open([row], {
    viewer: { ...merchant, shop: merchant.shop && { ...merchant.shop, ianaTimezone: 'Asia/Tokyo' } },
  })
  expect(screen.getByText('Nov 9, 2026')).toBeInTheDocument()
  expect(screen.getByText('7:30 AM (GMT+9)')).toBeInTheDocument()
})

test('lets a tab override filters and ignores incomplete ranges', async () => {
  const { environment } = await show(routes, {
    at: '/collect-reviews/review-request?statusFilter=skipped&statusList=waiting&orderRangeFilter=9',
  })
  expect(asked(environment, 'requestListLoaderQuery').request.variables.filter).toMatchObject({
    status: ['CANCELLED'],
    skipped: true,
    orderRange: null,
  })
})

test('reads dates as whole days of the zone and ignores invalid ones', () => {
  const now = new Date('2026-11-10T12:00:00Z')
  expect(periodOf(['2026-11-01', '2026-11-02'], now, 'Asia/Tokyo')).toEqual({
    from: '2026-10-31T15:00:00.000Z',
    to: '2026-11-02T14:59:59.999Z',
  })
  expect(periodOf(['yesterday'], now, 'UTC')).toEqual({
    from: '2026-11-09T00:00:00.000Z',
    to: '2026-11-09T23:59:59.999Z',
  })
  expect([
    readPeriod(['soon']),
    readPeriod(['custom']),
    readPeriod(['allTime']),
    periodOf(['2026-11-05', '2026-11-01'], now, 'UTC'),
  ]).toEqual([null, null, null, null])
})

test('shows rows as text with short titles, and tabs with counts', async () => {
  await open([request('1', 'WAITING')])
  expect(screen.getByRole('tab', { name: 'All 12' })).toBeInTheDocument()
  expect(screen.getByText('Ada <b>Lind</b>')).toBeInTheDocument()
  expect(screen.getByText('A very long title of a l…')).toBeInTheDocument()
})

test.each([
  ['WAITING', ['Preview email', 'Send now', 'Cancel request', 'Block customer']],
  ['SUCCESS', ['View email', 'Block customer']],
  ['FAILED', ['View email', 'Send again', 'Block customer']],
  ['CANCELLED', ['Preview email', 'Send now', 'Put back on schedule', 'Block customer']],
])('offers, in the menu of a request that is %s: %j', async (status, offered) => {
  const user = userEvent.setup()
  await open([request('1', status)])
  expect(await menuOf(user, '#1')).toEqual(offered)
})

test('shows a failed push, retries it, and shows the server’s error', async () => {
  const user = userEvent.setup()
  const environment = await open(
    [
      request('1', 'SUCCESS', { pushStatus: 'FAILED', pushError: 'pushRefused' }),
      request('2', 'SUCCESS', { pushStatus: 'SENT' }),
    ],
    { pushKinds: ['REVIEW_REMINDER'] },
  )
  expect(screen.getByRole('columnheader', { name: 'Push notification' })).toBeInTheDocument()
  await menuOf(user, '#1')
  await user.click(screen.getByText('Retry push notification'))
  expect(asked(environment, 'actOnRequestsPushMutation').request.variables).toEqual({ input: { id: '1' } })
  await answer(environment, 'actOnRequestsPushMutation', {
    pushQueueItem: {
      __typename: 'NotAllowedError',
      __isRefusal: 'NotAllowedError',
      code: 'pushNoSubscription',
      message: 'x',
      params: {},
    },
  })
  expect(await screen.findByText('This customer hasn’t subscribed to notifications on any device')).toBeInTheDocument()
})

test.each([
  ['advanced', 'A'],
  ['free', 'BUTTON'],
])('without push notifications, a row of a shop on %s links to them or names the plan', async (plan, element) => {
  const user = userEvent.setup()
  await open([request('1', 'SUCCESS')], {
    viewer: { ...merchant, shop: { ...merchant.shop, plan } as typeof merchant.shop },
  })
  expect(screen.queryByRole('columnheader', { name: 'Push notification' })).not.toBeInTheDocument()
  await menuOf(user, '#1')
  const entry = screen.getByText('Turn on push notifications').closest('a, button')
  expect(entry?.tagName).toBe(element)
  if (element === 'A') expect(entry).toHaveAttribute('href', '/settings/integration/push-owl')
  else expect(entry).toBeDisabled()
})

test('shows the result of a cancel and reloads the list', async () => {
  const user = userEvent.setup()
  const environment = await open([request('1', 'WAITING')])
  await menuOf(user, '#1')
  await user.click(screen.getByText('Cancel request'))
  expect(asked(environment, 'actOnRequestsCancelMutation').request.variables).toEqual({ input: { ids: ['1'] } })
  await answer(environment, 'actOnRequestsCancelMutation', {
    cancelQueueItems: {
      __typename: 'CancelQueueItemsSuccess',
      data: { changedIds: ['1'], skippedIds: [], items: [request('1', 'CANCELLED')] },
    },
  })
  expect(await screen.findByText('Request canceled')).toBeInTheDocument()
  expect(asked(environment, 'requestListLoaderQuery')).toBeDefined()
})

test('marks all rows of a blocked customer and says what happens to waiting requests', async () => {
  const user = userEvent.setup()
  const environment = await open([
    request('1', 'WAITING'),
    request('2', 'SUCCESS', { customerEmail: 'Ada@example.com' }),
    request('3', 'WAITING', { customerEmail: 'grace@example.com' }),
  ])
  await menuOf(user, '#1')
  await user.click(screen.getByText('Block customer'))
  expect(screen.getAllByText('Blocked')).toHaveLength(2)
  await answer(environment, 'actOnRequestsBlockMutation', {
    blockQueueCustomers: {
      __typename: 'BlockQueueCustomersSuccess',
      data: { changedIds: ['1'], skippedIds: [], items: [request('1', 'WAITING', { isBlockCustomer: true })] },
    },
  })
  expect(screen.getAllByText('Blocked')).toHaveLength(2)
  expect(screen.getByText('This email won’t be sent, because the customer is blocked.')).toBeInTheDocument()
})

test('shows an error in the merchant’s language', async () => {
  const user = userEvent.setup()
  const environment = await open([request('1', 'WAITING')])
  await menuOf(user, '#1')
  await user.click(screen.getByText('Send now'))
  await answer(environment, 'actOnRequestsSendAnywayMutation', {
    sendQueueItemsAnyway: {
      __typename: 'NotAllowedError',
      __isRefusal: 'NotAllowedError',
      code: 'queueItemDone',
      message: 'This request was already sent',
    },
  })
  expect(await screen.findByText('We couldn’t send the email. This request was already sent')).toBeInTheDocument()
})

test('snoozes the note about the last requests of the month', async () => {
  const renewsAt = '2026-12-01T00:00:00.000Z'
  const user = userEvent.setup()
  const environment = await open([request('1', 'WAITING')], { quota: { limit: 50, sent: 48, renewsAt } })
  const note = screen.getByText('2 of 50 requests left this month').closest<HTMLElement>('.Polaris-Banner')
  await user.click(within(note as HTMLElement).getByRole('button', { name: 'Dismiss notification' }))
  expect(asked(environment, 'useDismissBannerMutation').request.variables).toEqual({
    input: { banner: 'upgrade', isDismiss: true, snooze: true },
  })
})

test('says that the month’s limit is used up and what happens next', async () => {
  await open([request('1', 'PAUSED')], { quota: { limit: 50, sent: 50, renewsAt: '2026-12-01T00:00:00.000Z' } })
  expect(
    screen.getByText('You’ve reached the monthly limit of 50 requests. Sending resumes when it resets.'),
  ).toBeInTheDocument()
  expect(screen.getByText(/resets on December 1, 2026/)).toBeInTheDocument()
})

test('says since when emails wait while the mail server is down', async () => {
  await open([request('1', 'WAITING')], { delayed: '2026-11-08T10:00:00.000Z' })
  expect(screen.getByText('Emails are delayed')).toBeInTheDocument()
  expect(screen.getByText(/hasn’t been available since Nov 8, 2026/)).toBeInTheDocument()
})

test('shows no actions in a read-only session', async () => {
  const user = userEvent.setup()
  await open([request('1', 'WAITING')], { viewer: { ...merchant, readOnly: true } })
  expect(await menuOf(user, '#1')).toEqual(['Preview email'])
  expect(screen.queryByLabelText('Select all requests')).toBeNull()
})

test.each([
  ['WAITING_CONDITION', {}, 'Waits until the order is delivered'],
  ['CANCELLED', { skipReason: 'unsubscribed' }, 'This email address is unsubscribed'],
  [
    'FAILED',
    { errorMessage: '550 5.1.1 The address does not exist' },
    'The email server responded: 550 5.1.1 The address does not exist',
  ],
])('says on the row why a request is %s', async (status, reasons, words) => {
  await open([request('1', status, reasons)])
  expect(screen.getByText(words).closest('tr')).not.toBeNull()
})

test('says on the row why a push failed', async () => {
  await open([request('1', 'SUCCESS', { pushStatus: 'FAILED', pushError: 'pushNoSubscription' })], {
    pushKinds: ['REVIEW_REMINDER'],
  })
  expect(screen.getByText('This customer hasn’t subscribed to notifications on any device')).toBeInTheDocument()
})

test('shows each link once, while nothing is planned and during the quick start', async () => {
  const { environment } = await show(routes, { at: '/collect-reviews/review-request?quickstart=true' })
  const answered = page([])
  answered.viewer.shop.emailQueueTabs = [{ tab: 'all', count: 0 }]
  await answer(environment, 'requestListLoaderQuery', answered)
  expect(await screen.findAllByRole('link', { name: 'Request settings' })).toHaveLength(1)
  expect(screen.getByRole('link', { name: /Back to quick start/ })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Collect reviews' })).toBeNull()
})
