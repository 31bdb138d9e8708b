import { jest } from '@jest/globals'
import { act as settle, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { MockEnvironment } from 'relay-test-utils'
import { answer, asked, merchant, show, signedIn } from '../../../../testing/render.tsx'
import { findInverseAct, findRefusal, type ActionRow } from '../bulk/listActs.ts'
import { Component as ReviewListPage } from './ReviewListPage.tsx'
import { reviewListLoader } from './reviewListLoader.ts'
import { createEnvironment } from '../../../shell/relay/environment.ts'
import { OfflineNote } from '../../../shell/frame/OfflineNote.tsx'
import { isCounted } from '../../../../../rules/review-totals.ts'
import { filterOf } from './reviewListSpec.ts'

const routes = [
  { path: '/reviews/list', loader: reviewListLoader, Component: ReviewListPage },
  { path: '/reviews/reply/:id', element: <h1>Reply page</h1> },
]

const allowedOf = (status: string) =>
  ['publish', 'unpublish', 'trash', 'pin', 'feature', 'verify', 'testimonial', 'reply', 'requestEdit'].map(
    (action) => ({
      action,
      allowed: action !== (status === 'PUBLISHED' ? 'publish' : 'unpublish') || status === 'PENDING',
      code: null as string | null,
      reason: null as string | null,
    }),
  )

const review = (id: string, status: string, more: object = {}) => ({
  __typename: 'Review',
  id,
  version: 1,
  rate: 4,
  title: `Title ${id}`,
  content: '<b>bold</b> words',
  status,
  provenance: { kind: 'IMPORTED', from: 'Amazon' },
  incentivized: false,
  suspicion: null,
  firstName: 'Ada',
  lastName: 'Lind',
  verified: false,
  pinned: false,
  featured: false,
  testimonial: false,
  needsReason: false,
  assignee: null as object | null,
  openObjection: false,
  openReports: 0,
  createdAt: '2026-11-01T10:00:00.000Z',
  product: { id: 'p1', title: 'Linen Apron', image: null },
  media: [] as object[],
  reply: null as object | null,
  actions: allowedOf(status),
  ...more,
})

const page = (rows: ReturnType<typeof review>[], more: object = {}) => ({
  viewer: {
    shop: {
      id: 'shop',
      reviewCounts: [
        { status: 'PUBLISHED', count: 12 },
        { status: 'PENDING', count: 3 },
        { status: 'HIDDEN', count: 0 },
        { status: 'REJECTED', count: 1 },
        { status: 'DELETED', count: 2 },
      ],
      savedViews: [{ id: 'v1', name: 'Bad ones', query: 'rateMultipleFilter=1%2C2' }],
      bulkRuns: [] as object[],
      reviews: {
        totalCount: rows.length,
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
        edges: rows.map((node) => ({ node })),
      },
      ...more,
    },
  },
})

const bulkRun = (more: object) => ({
  __typename: 'BulkRun',
  id: 'b1',
  act: 'UNPUBLISH',
  status: 'RUNNING',
  total: 2617,
  done: 1000,
  changed: 1000,
  skipped: 0,
  restored: 0,
  kept: 0,
  createdAt: '2026-11-21T10:00:00.000Z',
  undoable: false,
  undoUntil: null,
  undoFailed: false,
  error: null,
  ...more,
})

async function open(
  rows: ReturnType<typeof review>[],
  { viewer = merchant, at = '/reviews/list', more = {} }: { viewer?: typeof merchant; at?: string; more?: object } = {},
) {
  const { environment, router } = await show(routes, { at, viewer })
  await answer(environment, 'reviewListLoaderQuery', page(rows, more))
  await screen.findByRole('heading', { name: 'Manage reviews' })
  return { environment, router }
}

const rowOf = (title: string) => {
  const row = screen.getByText(title).closest('tr')
  if (!row) throw new Error('no row')
  return within(row)
}

async function choose(user: ReturnType<typeof userEvent.setup>, title: string, item: string): Promise<void> {
  await user.click(rowOf(title).getByRole('button', { name: 'Actions for the review by Ada' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

const acted = (changed: ReturnType<typeof review>[], skippedIds: string[] = []) => ({
  actOnReviews: {
    __typename: 'ActOnReviewsSuccess',
    data: { changedIds: changed.map(({ id }) => id), skippedIds, reviews: changed },
  },
})
const lastInput = (environment: MockEnvironment, name: string) =>
  asked(environment, name).request.variables['input'] as unknown

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the URL', () => {
  test('sets the filter that the server gets', async () => {
    const { environment } = await show(routes, {
      at: '/reviews/list?statusFilter=unpublished,pending&rateMultipleFilter=1,2&sourceFilter=amazon,guest&mediaFilter=with&verifiedFilter=no&searchText=zip&sort=rate_asc&limit=20',
    })
    expect(asked(environment, 'reviewListLoaderQuery').request.variables).toEqual({
      first: 20,
      after: null,
      last: null,
      before: null,
      sort: 'LOWEST',
      counted: false,
      filter: {
        status: ['HIDDEN', 'PENDING'],
        rate: [1, 2],
        source: ['AMAZON', 'GUEST'],
        productIds: null,
        importId: null,
        search: 'zip',
        hasMedia: true,
        verified: false,
        reported: null,
        suspicion: null,
        objected: null,
        unanswered: null,
        assignee: null,
        createdFrom: null,
        createdTo: null,
      },
    })
  })

  test('uses the shop’s days, and waits for its zone', async () => {
    const { environment } = await show(routes, { at: '/reviews/list?createdDate=2026-11-01,2026-11-02' })
    await answer(environment, 'shopZoneQuery', {
      viewer: { shop: { id: 'shop', ianaTimezone: 'Asia/Tokyo', now: '2026-11-20T10:00:00.000Z' } },
    })
    expect(asked(environment, 'reviewListLoaderQuery').request.variables['filter']).toMatchObject({
      createdFrom: '2026-10-31T15:00:00.000Z',
      createdTo: '2026-11-02T14:59:59.999Z',
    })
  })

  test('reads today from the shop’s business clock with each request', async () => {
    const { environment, router } = await show(routes, { at: '/reviews/list?createdDate=today' })
    const answerZone = (now: string) =>
      answer(environment, 'shopZoneQuery', { viewer: { shop: { id: 'shop', ianaTimezone: 'Asia/Tokyo', now } } })
    const from = () =>
      (asked(environment, 'reviewListLoaderQuery').request.variables['filter'] as { createdFrom: string }).createdFrom
    await answerZone('2031-12-24T20:00:00.000Z')
    expect(from()).toBe('2031-12-24T15:00:00.000Z')
    await answer(environment, 'reviewListLoaderQuery', page([review('r1', 'PUBLISHED')]))
    await settle(async () => void router.navigate('/reviews/list?createdDate=yesterday'))
    await answerZone('2032-01-10T20:00:00.000Z')
    expect(from()).toBe('2032-01-09T15:00:00.000Z')
  })

  test('filters by one import, with a chip that names its file and removes the filter', async () => {
    const user = userEvent.setup()
    const { environment, router } = await show(routes, { at: '/reviews/list?importFilter=run1' })
    expect(asked(environment, 'reviewListLoaderQuery').request.variables).toMatchObject({
      counted: false,
      filter: { importId: 'run1' },
    })
    await answer(environment, 'reviewListLoaderQuery', page([review('r1', 'PUBLISHED')]))
    await answer(environment, 'useImportFilterQuery', {
      importRun: { __typename: 'ImportRun', id: 'run1', fileName: 'judgeme.csv' },
    })
    expect(screen.getByRole('button', { name: 'Import: judgeme.csv' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(router.state.location.search).toBe('')
  })

  const filter = (name: string, ...words: string[]) =>
    filterOf(
      {
        filters: {
          statusFilter: [],
          rateMultipleFilter: [],
          sourceFilter: [],
          productIdsFilter: [],
          importFilter: [],
          mediaFilter: [],
          verifiedFilter: [],
          reportedFilter: [],
          suspicionFilter: [],
          objectionFilter: [],
          replyFilter: [],
          assigneeFilter: [],
          createdDate: [],
          view: [],
          [name]: words,
        },
        searchText: '',
      },
      new Date(),
      'UTC',
    )

  test('accepts any of the specification’s nine statuses', () => {
    expect([
      filter('statusFilter', 'approved').status,
      filter('statusFilter', 'disapproved').status,
      filter('statusFilter', 'verified').verified,
      filter('statusFilter', 'nonsense').status,
    ]).toEqual([['PUBLISHED'], ['HIDDEN'], true, null])
  })

  test('ignores values that are invalid or select everything', () => {
    expect([
      filter('mediaFilter', 'with', 'without').hasMedia,
      filter('verifiedFilter', 'perhaps').verified,
      filter('sourceFilter', 'toString').source,
      filter('createdDate', 'soon').createdFrom,
    ]).toEqual([null, null, null, null])
  })

  test('requests known counts with the rows, other counts after them', () => {
    expect(
      [
        filter('statusFilter', 'pending'),
        filter('rateMultipleFilter', '1'),
        filter('productIdsFilter', 'p'),
        filter('mediaFilter', 'with'),
        filter('createdDate', 'today'),
      ].map(isCounted),
    ).toEqual([true, true, true, false, false])
  })
})

describe('a row', () => {
  test('shows tab counts, plain text, source and date', async () => {
    await open([review('r1', 'PUBLISHED')])
    expect(screen.getByRole('tab', { name: 'All 16' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('tab', { name: 'Published 12' })).toBeInTheDocument()
    const row = rowOf('Title r1')
    expect(row.getByText('<b>bold</b> words')).toBeInTheDocument()
    expect(row.getByRole('img', { name: '4 of 5 stars' })).toBeInTheDocument()
    expect(row.getByText('Imported from Amazon')).toBeInTheDocument()
    expect(row.getByText('Nov 1, 2026')).toBeInTheDocument()
  })

  test('shows flags, verification and reply as icons with names', async () => {
    await open([
      review('r1', 'PUBLISHED', {
        pinned: true,
        featured: true,
        testimonial: true,
        verified: true,
        reply: { content: 'Thanks' },
      }),
    ])
    const names = rowOf('Title r1')
      .getAllByRole('img')
      .map((sign) => sign.getAttribute('aria-label'))
    expect(names).toEqual(['4 of 5 stars', 'Verified', 'Pinned', 'Featured', 'Testimonial', 'Replied'])
  })

  test('shows pictures and videos, and the number of others', async () => {
    const image = (index: number) => ({
      id: String(index),
      kind: 'IMAGE',
      thumbnailUrl: `/media/${String(index)}`,
      posterUrl: null,
    })
    await open([
      review('r1', 'PUBLISHED', {
        media: [
          { id: 'v', kind: 'VIDEO', thumbnailUrl: null, posterUrl: null },
          image(1),
          image(2),
          image(3),
          image(4),
          image(5),
        ],
      }),
    ])
    expect(rowOf('Title r1').getByRole('img', { name: 'Video' })).toBeInTheDocument()
    expect(rowOf('Title r1').getByText('+2 photos')).toBeInTheDocument()
  })

  test('leaves out and counts media hidden from the storefront', async () => {
    const image = (index: number, hidden: boolean) => ({
      id: String(index),
      kind: 'IMAGE',
      thumbnailUrl: `/media/${String(index)}`,
      posterUrl: null,
      hidden,
    })
    await open([
      review('r1', 'PUBLISHED', { media: [image(1, true), image(2, false), image(3, true)] }),
      review('r2', 'PUBLISHED', { media: [image(4, true)] }),
    ])
    const pictures = (title: string) =>
      [...(screen.getByText(title).closest('tr')?.querySelectorAll('img') ?? [])].map((picture) =>
        picture.getAttribute('src'),
      )
    expect([pictures('Title r1'), pictures('Title r2')]).toEqual([['/media/2'], []])
    expect(rowOf('Title r1').getByText('2 photos hidden from the store')).toBeInTheDocument()
    expect(rowOf('Title r2').getByText('1 photo hidden from the store')).toBeInTheDocument()
  })

  test('names the products of the filter', async () => {
    const { environment } = await open([review('r1', 'PUBLISHED')], { at: '/reviews/list?productIdsFilter=p1,p2' })
    expect(screen.getByRole('button', { name: 'Product: 2 selected' })).toBeInTheDocument()
    await answer(environment, 'useProductChipQuery', {
      node: { __typename: 'Product', id: 'p1', title: 'Linen Apron' },
    })
    expect(screen.getByRole('button', { name: 'Product: Linen Apron and 1 more' })).toBeInTheDocument()
  })

  test('names page ranges, with a plus beyond the counter’s maximum', async () => {
    const { environment } = await open([review('r1', 'PUBLISHED')], {
      at: '/reviews/list?searchText=a&page=3&cursor=after.x&count=42',
    })
    expect(screen.getByText('21 to 21 of 42')).toBeInTheDocument()
    await answer(environment, 'useReviewTotalQuery', {
      viewer: { shop: { id: 'shop', reviews: { totalCount: null } } },
    })
    expect(screen.getByText('21 to 21 of 10,000+')).toBeInTheDocument()
    expect(screen.getByText('Page 3 of 1,000+')).toBeInTheDocument()
  })
})

describe('actions', () => {
  test('hides at once, reports the result and can be undone', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PUBLISHED')])
    await choose(user, 'Title r1', 'Hide from store')
    expect(rowOf('Title r1').getByText('Hidden')).toBeInTheDocument()
    await answer(environment, 'useActOnReviewsMutation', acted([review('r1', 'HIDDEN', { version: 2 })]))
    expect(await screen.findByText('1 review hidden · Ada Lind')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(lastInput(environment, 'useActOnReviewsMutation')).toEqual({
      ids: ['r1'],
      act: 'PUBLISH',
      content: null,
      version: 2,
    })
  })

  const stale = { __typename: 'StaleError', __isRefusal: 'StaleError', code: 'stale', message: 'x' }

  test('reloads a row that changed elsewhere instead of changing it, and then can act on it', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PUBLISHED')])
    await choose(user, 'Title r1', 'Hide from store')
    expect(lastInput(environment, 'useActOnReviewsMutation')).toEqual({
      ids: ['r1'],
      act: 'UNPUBLISH',
      content: null,
      version: 1,
    })
    await answer(environment, 'useActOnReviewsMutation', { actOnReviews: stale })
    await answer(environment, 'useFreshReviewQuery', {
      node: review('r1', 'PUBLISHED', { version: 4, title: 'New words' }),
    })
    expect(
      await screen.findByText('This review has changed since you loaded the list. It’s up to date now; try again.'),
    ).toBeInTheDocument()
    expect(rowOf('New words').getByText('Published')).toBeInTheDocument()
    await answer(
      environment,
      'reviewListLoaderQuery',
      page([review('r1', 'PUBLISHED', { version: 4, title: 'New words' })]),
    )
    await choose(user, 'New words', 'Hide from store')
    expect(lastInput(environment, 'useActOnReviewsMutation')).toMatchObject({ version: 4 })
  })

  test('keeps a typed reply when the review changes, and sends it with the newer version', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PUBLISHED')])
    await user.click(rowOf('Title r1').getByRole('checkbox'))
    await user.click(screen.getAllByRole('button', { name: 'More actions' }).at(-1) ?? document.body)
    await user.click(await screen.findByRole('button', { name: 'Reply' }))
    await user.type(await screen.findByLabelText('Your public reply'), 'Thank you')
    await user.click(screen.getByRole('button', { name: 'Publish reply' }))
    await answer(environment, 'useActOnReviewsMutation', { actOnReviews: stale })
    await answer(environment, 'useFreshReviewQuery', { node: review('r1', 'HIDDEN', { version: 2 }) })
    expect(screen.getByLabelText('Your public reply')).toHaveValue('Thank you')
    await user.click(screen.getByRole('button', { name: 'Publish reply' }))
    expect(lastInput(environment, 'useActOnReviewsMutation')).toEqual({
      ids: ['r1'],
      act: 'REPLY',
      content: 'Thank you',
      version: 2,
    })
  })

  test('hides a pending review by a bulk action, whose undo makes it pending again', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PENDING')])
    await choose(user, 'Title r1', 'Hide from store')
    expect(lastInput(environment, 'useBulkStartMutation')).toEqual({ act: 'UNPUBLISH', ids: ['r1'], version: 1 })
    await answer(environment, 'useBulkStartMutation', {
      startBulk: { __typename: 'StartBulkSuccess', data: bulkRun({ total: 1 }) },
    })
    const progress = asked(environment, 'useBulkProgressSubscription')
    await settle(async () => {
      environment.mock.nextValue(progress, {
        data: { bulkProgress: bulkRun({ status: 'DONE', total: 1, done: 1, changed: 1 }) },
      })
      environment.mock.complete(progress)
    })
    expect(await screen.findByText('1 review hidden · Ada Lind')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(lastInput(environment, 'useBulkUndoMutation')).toEqual({ id: 'b1' })
  })

  test('reports a failed bulk action on a few reviews', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PENDING')])
    await choose(user, 'Title r1', 'Hide from store')
    await answer(environment, 'useBulkStartMutation', {
      startBulk: { __typename: 'StartBulkSuccess', data: bulkRun({ total: 1 }) },
    })
    const progress = asked(environment, 'useBulkProgressSubscription')
    await settle(async () => {
      environment.mock.nextValue(progress, { data: { bulkProgress: bulkRun({ status: 'FAILED', total: 1 }) } })
      environment.mock.complete(progress)
    })
    expect(await screen.findByText('The bulk action stopped partway. Completed changes are kept.')).toBeInTheDocument()
    expect(screen.queryByText(/reviews? hidden/)).toBeNull()
  })

  test('publishes several pending reviews by a bulk action, because only that can be undone', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PENDING'), review('r2', 'PENDING')])
    for (const title of ['Title r1', 'Title r2']) await user.click(rowOf(title).getByRole('checkbox'))
    await user.click(screen.getAllByRole('button', { name: 'Publish' })[0] ?? document.body)
    expect(lastInput(environment, 'useBulkStartMutation')).toEqual({ act: 'PUBLISH', ids: ['r1', 'r2'], version: null })
    await answer(environment, 'useBulkStartMutation', {
      startBulk: { __typename: 'NotAllowedError', __isRefusal: 'NotAllowedError', code: 'bulkRunning', message: 'x' },
    })
    expect(lastInput(environment, 'useActOnReviewsMutation')).toEqual({
      ids: ['r1', 'r2'],
      act: 'PUBLISH',
      content: null,
      version: null,
    })
  })

  test('hides several by a bulk action, which can be undone longer than the toast lasts', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PUBLISHED'), review('r2', 'PUBLISHED')])
    for (const title of ['Title r1', 'Title r2']) await user.click(rowOf(title).getByRole('checkbox'))
    await user.click(screen.getAllByRole('button', { name: 'Hide from store' })[0] ?? document.body)
    expect(lastInput(environment, 'useBulkStartMutation')).toEqual({
      act: 'UNPUBLISH',
      ids: ['r1', 'r2'],
      version: null,
    })
  })

  test('reverts the row after an error and shows the reason', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PENDING')])
    await choose(user, 'Title r1', 'Publish')
    expect(rowOf('Title r1').getByText('Published')).toBeInTheDocument()
    await answer(environment, 'useActOnReviewsMutation', {
      actOnReviews: { __typename: 'NotAllowedError', __isRefusal: 'NotAllowedError', code: 'inTrash', message: 'x' },
    })
    expect(await screen.findByText('This review is in the trash')).toBeInTheDocument()
    expect(rowOf('Title r1').getByText('Pending')).toBeInTheDocument()
  })

  test('shows the specification’s text for a failed publish', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PENDING')])
    await choose(user, 'Title r1', 'Publish')
    await settle(async () => environment.mock.reject(asked(environment, 'useActOnReviewsMutation'), new Error('500')))
    expect(await screen.findByText('We couldn’t republish this review')).toBeInTheDocument()
  })

  test('omits forbidden actions or gives the reason', async () => {
    const user = userEvent.setup()
    const actions = allowedOf('PUBLISHED').map((state) => {
      if (state.action === 'requestEdit') return { ...state, allowed: false, code: 'importedNotEditable', reason: 'x' }
      return state.action === 'trash' ? { ...state, allowed: false, code: 'planRequired', reason: 'x' } : state
    })
    await open([
      review('r1', 'PUBLISHED', {
        actions: [...actions, { action: 'edit', allowed: false, code: 'importedNotEditable', reason: 'x' }],
      }),
    ])
    await user.click(rowOf('Title r1').getByRole('button', { name: 'Actions for the review by Ada' }))
    expect(await screen.findByText('Imported reviews can’t be edited')).toBeInTheDocument()
    expect(screen.queryByRole('menuitem', { name: 'Publish' })).not.toBeInTheDocument()
    expect(screen.queryByRole('menuitem', { name: 'Move to trash' })).not.toBeInTheDocument()
  })

  test('confirms what can’t be undone', async () => {
    const user = userEvent.setup()
    const { environment } = await open([
      review('r1', 'PUBLISHED', {
        reply: { content: 'Thanks' },
        actions: [...allowedOf('PUBLISHED'), { action: 'deleteReply', allowed: true, code: null, reason: null }],
      }),
    ])
    await choose(user, 'Title r1', 'Delete reply')
    await screen.findByText('Delete reply?')
    expect(() => asked(environment, 'useActOnReviewsMutation')).toThrow()
    await user.click(screen.getAllByRole('button', { name: 'Delete reply' }).at(-1)!)
    expect(lastInput(environment, 'useActOnReviewsMutation')).toMatchObject({ act: 'DELETE_REPLY' })
  })

  test('allows no selection or change in a read-only session', async () => {
    await open([review('r1', 'PUBLISHED')], { viewer: { ...merchant, readOnly: true } })
    expect(screen.queryByRole('button', { name: /^Actions for/ })).not.toBeInTheDocument()
    expect(rowOf('Title r1').queryByRole('checkbox')).not.toBeInTheDocument()
  })

  const row = (status: string, more: Partial<ActionRow> = {}) =>
    ({
      id: status,
      status,
      pinned: false,
      featured: false,
      verified: false,
      testimonial: false,
      reply: null,
      version: 1,
      actions: [],
      ...more,
    }) as ActionRow

  test('offers undo only if it is exact', () => {
    expect([
      findInverseAct('publish', [row('PENDING')]),
      findInverseAct('publish', [row('HIDDEN')]),
      findInverseAct('unpublish', [row('PUBLISHED'), row('PENDING')]),
      findInverseAct('trash', [row('HIDDEN'), row('PUBLISHED')]),
      findInverseAct('delete', [row('DELETED')]),
      findInverseAct('verify', [row('PENDING')]),
      findInverseAct('removeTestimonial', [row('PUBLISHED')]),
    ]).toEqual([null, 'unpublish', null, 'restore', null, 'unverify', 'addTestimonial'])
  })

  test('names the plan that an action requires', () => {
    const i18n = {
      _: ({ message, values }: { message: string; values: Record<string, string> }) =>
        message.replace('{plan}', values['plan'] ?? ''),
    }
    expect(
      findRefusal(
        i18n as never,
        'reply',
        row('PUBLISHED', { actions: [{ action: 'reply', allowed: false, code: 'planRequired', reason: 'x' }] }),
      )?.sentence,
    ).toBe('This requires the Pro plan')
  })
})

/** Answers the dialog that asks why reviews are hidden. */
async function giveReason(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(await screen.findByLabelText('Advertising or spam'))
  await user.type(screen.getByLabelText('Message to the author (optional)'), 'Ads')
  await user.click(screen.getByRole('button', { name: 'Hide reviews' }))
}

describe('all matching reviews', () => {
  const more = {
    reviews: {
      totalCount: 2617,
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: 'a', endCursor: 'b' },
      edges: [{ node: review('r1', 'PUBLISHED') }],
    },
  }

  test('need a confirmation if no filter is set', async () => {
    const user = userEvent.setup()
    const { environment } = await open([], { at: '/reviews/list', more })
    await user.click(rowOf('Title r1').getByRole('checkbox'))
    await user.click(screen.getAllByRole('button', { name: 'Select all 2,617' })[0] ?? document.body)
    await user.click(screen.getAllByRole('button', { name: 'Hide from store' })[0] ?? document.body)
    await user.click(await screen.findByRole('button', { name: 'Hide reviews' }))
    expect(screen.getByText('Choose a reason')).toBeInTheDocument()
    expect(() => asked(environment, 'useBulkStartMutation')).toThrow()
    await giveReason(user)
    expect(lastInput(environment, 'useBulkStartMutation')).toMatchObject({
      act: 'UNPUBLISH',
      filter: { status: null, search: null },
      all: true,
      reason: 'SPAM',
      note: 'Ads',
    })
  })

  test('are selected in two steps, with the filter at the time of the click', async () => {
    const user = userEvent.setup()
    const { environment } = await open([], { at: '/reviews/list?statusFilter=published', more })
    await user.click(rowOf('Title r1').getByRole('checkbox'))
    await user.click(screen.getAllByRole('button', { name: 'Select all 2,617' })[0] ?? document.body)
    expect(screen.getAllByText('All 2,617 selected').length).toBeGreaterThan(0)
    expect(screen.getAllByRole('button', { name: 'Deselect' }).length).toBeGreaterThan(0)
    await user.click(screen.getAllByRole('button', { name: 'Hide from store' })[0] ?? document.body)
    await giveReason(user)
    expect(lastInput(environment, 'useBulkStartMutation')).toMatchObject({
      act: 'UNPUBLISH',
      content: null,
      filter: { status: ['PUBLISHED'], rate: null },
      all: false,
    })
  })

  test('show the numbers of a running, finished and undone bulk action', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'HIDDEN')], { more: { bulkRuns: [bulkRun({})] } })
    expect(await screen.findByText('1,000 of 2,617 done. You can keep working while this runs.')).toBeInTheDocument()
    const tell = (run: object) =>
      settle(async () =>
        environment.mock.nextValue(asked(environment, 'useBulkProgressSubscription'), {
          data: { bulkProgress: bulkRun(run) },
        }),
      )
    await tell({
      status: 'DONE',
      done: 2617,
      changed: 2600,
      skipped: 17,
      undoable: true,
      undoUntil: '2026-11-22T10:00:00.000Z',
    })
    expect(screen.getByText('2,600 reviews hidden. 17 not changed.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await answer(environment, 'useBulkUndoMutation', {
      undoBulk: { __typename: 'UndoBulkSuccess', data: bulkRun({ status: 'UNDOING', changed: 2600 }) },
    })
    await tell({ status: 'UNDONE', changed: 2600, restored: 2597, kept: 3 })
    expect(
      screen.getByText('2,597 reviews restored. 3 reviews changed in the meantime and stay as they are.'),
    ).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Dismiss notification' }))
    expect(screen.queryByText(/put back/)).not.toBeInTheDocument()
  })
})

describe('recent changes', () => {
  const done = bulkRun({
    id: 'b2',
    status: 'DONE',
    total: 3,
    done: 3,
    changed: 3,
    undoable: true,
    undoUntil: '2026-11-22T10:00:00.000Z',
  })
  const over = bulkRun({ id: 'b1', act: 'DELETE', status: 'DONE', total: 2, done: 2, changed: 2 })

  async function openChanges(runs: object[], viewer = merchant) {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'HIDDEN')], { viewer })
    await user.click(screen.getByRole('button', { name: 'More actions', expanded: false }))
    await user.click(screen.getByText('Recent changes'))
    await screen.findByRole('heading', { name: 'Recent changes' })
    await answer(environment, 'RecentChangesDialogQuery', { viewer: { shop: { id: 'shop', bulkRuns: runs } } })
    return { user, environment }
  }

  test('can be undone with progress while there is time; others are only listed', async () => {
    const { user, environment } = await openChanges([done, over])
    expect(screen.getByText('3 reviews hidden')).toBeInTheDocument()
    expect(screen.getByText('2 reviews deleted')).toBeInTheDocument()
    expect(screen.getAllByText(/Available until/)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Undo: 3 reviews hidden' }))
    expect(lastInput(environment, 'useBulkUndoMutation')).toEqual({ id: 'b2' })
    const undoing = { ...done, status: 'UNDOING', undoable: false }
    await answer(environment, 'useBulkUndoMutation', { undoBulk: { __typename: 'UndoBulkSuccess', data: undoing } })
    const tell = (run: object) =>
      settle(async () =>
        environment.mock.nextValue(asked(environment, 'useBulkProgressSubscription'), { data: { bulkProgress: run } }),
      )
    await tell({ ...undoing, restored: 1 })
    expect(screen.getByText('1 of 3 done. You can keep working while this runs.')).toBeInTheDocument()
    await tell({ ...undoing, status: 'UNDONE', restored: 2, kept: 1 })
    expect(
      screen.getByText('Hide from store: 2 reviews restored. 1 review changed in the meantime and stays as it is.'),
    ).toBeInTheDocument()
  })

  test('can’t be undone in a read-only session; an empty list says so', async () => {
    await openChanges([done], { ...merchant, readOnly: true })
    expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
  })

  test('may be empty', async () => {
    await openChanges([])
    expect(screen.getByText('No recent changes.')).toBeInTheDocument()
  })
})

describe('saved views', () => {
  test('follow the statuses, without a number, and open with their filters', async () => {
    const user = userEvent.setup()
    const { router } = await open([review('r1', 'PUBLISHED')])
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'All 16',
      'Published 12',
      'Pending 3',
      'Hidden 0',
      'Rejected 1',
      'Trash 2',
      'Bad ones',
    ])
    await user.click(screen.getByRole('tab', { name: 'Bad ones' }))
    expect(router.state.location.search).toBe('?rateMultipleFilter=1%2C2&view=v1')
  })

  test('drop their filters on leaving; a changed view can be saved', async () => {
    const user = userEvent.setup()
    const { environment, router } = await open([review('r1', 'PUBLISHED')], {
      at: '/reviews/list?rateMultipleFilter=1&view=v1',
    })
    await user.click(screen.getByRole('button', { name: 'Save view' }))
    expect(lastInput(environment, 'useSaveViewMutation')).toEqual({
      id: 'v1',
      name: 'Bad ones',
      query: 'rateMultipleFilter=1',
    })
    await user.click(screen.getByRole('tab', { name: 'Pending 3' }))
    expect(router.state.location.search).toBe('?statusFilter=pending')
  })

  test('show a taken name at the field', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PUBLISHED')], { at: '/reviews/list?rateMultipleFilter=5' })
    await user.click(screen.getByRole('button', { name: 'Save view' }))
    await user.type(await screen.findByLabelText('Name'), 'Bad ones')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await answer(environment, 'useSaveViewMutation', {
      saveView: {
        __typename: 'InvalidInputError',
        __isRefusal: 'InvalidInputError',
        code: 'valueInvalid',
        message: 'x',
        fields: [{ path: 'name', code: 'viewNameTaken', message: 'x' }],
      },
    })
    expect(await screen.findByText('A view with this name already exists')).toBeInTheDocument()
  })
})

describe('keyboard shortcuts', () => {
  test('move a focus that is announced, select and act', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PENDING'), review('r2', 'PENDING')])
    await user.keyboard('jj')
    expect(screen.getByRole('link', { name: 'Title r2' })).toHaveFocus()
    await user.keyboard('k')
    expect(screen.getByRole('link', { name: 'Title r1' })).toHaveFocus()
    await user.keyboard('x')
    expect(rowOf('Title r1').getByRole('checkbox')).toBeChecked()
    await user.keyboard('p')
    expect(lastInput(environment, 'useActOnReviewsMutation')).toEqual({
      ids: ['r1'],
      act: 'PUBLISH',
      content: null,
      version: 1,
    })
  })

  test('are letters while a merchant types', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PENDING')])
    await user.keyboard('j/p#r')
    expect(() => asked(environment, 'useActOnReviewsMutation')).toThrow()
    expect(screen.getByPlaceholderText('Search reviews, authors and products')).toHaveValue('p#r')
  })

  test('open the reply with r, and come back to the same row', async () => {
    const user = userEvent.setup()
    const { environment, router } = await open([review('r1', 'PENDING'), review('r2', 'PENDING')])
    await user.keyboard('jjr')
    expect(router.state.location.pathname).toBe('/reviews/reply/r2')
    await settle(async () => void router.navigate(-1))
    await answer(environment, 'reviewListLoaderQuery', page([review('r1', 'PENDING'), review('r2', 'PENDING')]))
    expect(await screen.findByRole('link', { name: 'Title r2' })).toHaveFocus()
    await user.keyboard('k')
    expect(screen.getByRole('link', { name: 'Title r1' })).toHaveFocus()
  })

  test('return the focus to the list after a reply to selected rows', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PUBLISHED'), review('r2', 'PUBLISHED')])
    await user.keyboard('jjx')
    await user.click(screen.getAllByRole('button', { name: 'More actions' }).at(-1) ?? document.body)
    await user.click(await screen.findByRole('button', { name: 'Reply' }))
    await user.type(await screen.findByLabelText('Your public reply'), 'Thank you')
    await user.click(screen.getByRole('button', { name: 'Publish reply' }))
    await answer(
      environment,
      'useActOnReviewsMutation',
      acted([review('r2', 'PUBLISHED', { version: 2, reply: { content: 'Thank you' } })]),
    )
    await waitFor(() => expect(screen.getByRole('link', { name: 'Title r2' })).toHaveFocus())
  })

  test('are listed in a dialog and can be turned off in this browser', async () => {
    const user = userEvent.setup()
    await open([review('r1', 'PENDING')])
    await user.keyboard('?')
    expect(await screen.findByText('Move to trash', { selector: 'dd' })).toBeInTheDocument()
    await user.click(screen.getByLabelText('Use keyboard shortcuts in this browser'))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await user.keyboard('j')
    expect(screen.getByRole('link', { name: 'Title r1' })).not.toHaveFocus()
    expect(localStorage.getItem('candor.listKeys')).toBe('off')
  })
})

describe('export', () => {
  test('asks what and how, shows progress, downloads the file', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PENDING')], { at: '/reviews/list?statusFilter=pending' })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await screen.findByText('Export reviews')
    await answer(environment, 'ExportDialogQuery', {
      viewer: { shop: { id: 'shop', now: '2026-11-21T10:00:00.000Z', reviewExports: [] } },
    })
    await user.click(screen.getByLabelText('XLSX'))
    await user.click(screen.getAllByRole('button', { name: 'Export' }).at(-1) ?? document.body)
    expect(lastInput(environment, 'useReviewExportMutation')).toMatchObject({
      format: 'XLSX',
      filter: { status: ['PENDING'] },
    })
    const row = {
      __typename: 'ReviewExport',
      id: 'e1',
      format: 'XLSX',
      status: 'RUNNING',
      total: 3,
      done: 0,
      fileName: 'r.xlsx',
      fileSize: 0,
      fileKept: false,
      createdAt: '2026-11-21T10:00:00.000Z',
      error: null,
    }
    await answer(environment, 'useReviewExportMutation', {
      startReviewExport: { __typename: 'StartReviewExportSuccess', data: row },
    })
    expect(screen.getByRole('button', { name: 'Download' })).toHaveAttribute('aria-disabled', 'true')
    await settle(async () =>
      environment.mock.nextValue(asked(environment, 'ExportDialogSubscription'), {
        data: { reviewExportProgress: { ...row, status: 'DONE', done: 3, fileKept: true } },
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(lastInput(environment, 'useReviewExportDownloadMutation')).toEqual({ id: 'e1' })
  })

  test('offers kept files again, marks failed ones, and omits old ones', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PENDING')])
    await user.click(screen.getByRole('button', { name: 'Export' }))
    const row = (id: string, more: object) => ({
      __typename: 'ReviewExport',
      id,
      format: 'CSV',
      status: 'DONE',
      total: 1204,
      done: 1204,
      fileName: `${id}.csv`,
      fileSize: 524_288,
      fileKept: true,
      createdAt: '2026-11-20T10:00:00.000Z',
      error: null,
      ...more,
    })
    await answer(environment, 'ExportDialogQuery', {
      viewer: {
        shop: {
          id: 'shop',
          now: '2026-11-21T10:00:00.000Z',
          reviewExports: [
            row('e1', {}),
            row('e2', { status: 'FAILED', fileKept: false, done: 0 }),
            row('e3', { fileKept: false, createdAt: '2026-11-01T10:00:00.000Z' }),
            row('e4', { status: 'FAILED', fileKept: false, createdAt: '2026-11-01T10:00:00.000Z' }),
          ],
        },
      },
    })
    expect(screen.getByText(/· 1,204 reviews · 512 kB$/)).toBeInTheDocument()
    expect(screen.getByText(/· We couldn’t export the reviews$/)).toBeInTheDocument()
    expect([screen.queryByText('e3.csv'), screen.queryByText('e4.csv')]).toEqual([null, null])
    await user.click(screen.getByRole('button', { name: /^Download e1\.csv, / }))
    expect(lastInput(environment, 'useReviewExportDownloadMutation')).toEqual({ id: 'e1' })
    expect(screen.queryByRole('button', { name: /^Download e2/ })).not.toBeInTheDocument()
  })

  test('shows the specification’s text if it can’t start', async () => {
    const user = userEvent.setup()
    const { environment } = await open([review('r1', 'PENDING')])
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await answer(environment, 'ExportDialogQuery', {
      viewer: { shop: { id: 'shop', now: '2026-11-21T10:00:00.000Z', reviewExports: [] } },
    })
    await user.click(screen.getAllByRole('button', { name: 'Export' }).at(-1) ?? document.body)
    await settle(async () => environment.mock.reject(asked(environment, 'useReviewExportMutation'), new Error('500')))
    expect(await screen.findByText('We couldn’t export the reviews')).toBeInTheDocument()
  })
})

test('keeps the list during a search while offline, says so, and continues when online', async () => {
  const network = { online: true, rows: [review('r1', 'PUBLISHED')] }
  const fetch = jest.spyOn(window, 'fetch').mockImplementation(async () => {
    if (!network.online) throw new TypeError('offline')
    return new Response(JSON.stringify({ data: page(network.rows, {}) }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  const environment = createEnvironment(signedIn()) as unknown as MockEnvironment
  const { router } = await show(
    [
      {
        path: '/reviews/list',
        loader: reviewListLoader,
        element: (
          <>
            <OfflineNote />
            <ReviewListPage />
          </>
        ),
      },
    ],
    { at: '/reviews/list', environment },
  )
  await screen.findByText('Title r1')
  Object.assign(network, { online: false, rows: [review('r2', 'PUBLISHED')] })
  fireEvent.change(screen.getByPlaceholderText('Search reviews, authors and products'), { target: { value: 'mug' } })
  expect(await screen.findByText('You’re offline')).toBeInTheDocument()
  expect(screen.getByText('Title r1')).toBeInTheDocument()
  expect(router.state.location.search).toBe('?searchText=mug')
  // Loading this button's code would fail too and replace the list.
  expect(screen.queryByRole('button', { name: 'Save view' })).not.toBeInTheDocument()
  network.online = true
  await settle(async () => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Title r2')).toBeInTheDocument()
  expect(screen.queryByText('You’re offline')).not.toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Save view' })).toBeInTheDocument()
  fetch.mockRestore()
})

test('shows a shop without reviews how to get the first', async () => {
  const { environment } = await show(routes, { at: '/reviews/list' })
  const counts = page([]).viewer.shop.reviewCounts.map(({ status }) => ({ status, count: 0 }))
  await answer(environment, 'reviewListLoaderQuery', page([], { reviewCounts: counts }))
  expect(await screen.findByRole('heading', { name: 'Your reviews will appear here' })).toBeInTheDocument()
})
