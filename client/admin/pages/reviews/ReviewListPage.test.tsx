import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { MockEnvironment } from 'relay-test-utils'
import { answer, asked, merchant, show } from '../../../testing/render.tsx'
import { Component as ReviewListPage } from './ReviewListPage.tsx'
import { reviewListLoader } from './reviewListLoader.ts'
import { filterOf } from './reviewListSpec.ts'
import { undoOf } from './useDecideReviews.ts'

const routes = [{ path: '/reviews/list', loader: reviewListLoader, Component: ReviewListPage }]

const review = (id: string, status: string) => ({
  __typename: 'Review',
  id,
  rate: 4,
  title: `Title ${id}`,
  content: '<b>bold</b> words',
  status,
  firstName: 'Ada',
  lastName: 'Lind',
  verified: true,
  createdAt: '2026-11-01T10:00:00.000Z',
  product: { id: 'p1', title: 'Linen Apron', image: null },
  media: [],
  reply: null,
  actions: ['publish', 'unpublish', 'trash'].map((action) => ({ action, allowed: action !== (status === 'PUBLISHED' ? 'publish' : 'unpublish'), code: null, reason: null })),
})

const page = (rows: ReturnType<typeof review>[]) => ({
  viewer: {
    shop: {
      id: 'shop',
      reviewCounts: [{ status: 'PUBLISHED', count: 12 }, { status: 'PENDING', count: 3 }, { status: 'HIDDEN', count: 0 }, { status: 'REJECTED', count: 1 }, { status: 'DELETED', count: 2 }],
      reviews: {
        totalCount: rows.length,
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
        edges: rows.map((node) => ({ node })),
      },
    },
  },
})

async function open(rows: ReturnType<typeof review>[], viewer = merchant): Promise<MockEnvironment> {
  const { environment } = await show(routes, { at: '/reviews/list', viewer })
  await answer(environment, 'reviewListLoaderQuery', page(rows))
  await screen.findByRole('heading', { name: 'Manage reviews' })
  return environment
}

const rowOf = (title: string) => {
  const row = screen.getByText(title).closest('tr')
  if (!row) throw new Error('no row')
  return within(row)
}

test('the URL’s words are what the server is asked', async () => {
  const { environment } = await show(routes, { at: '/reviews/list?statusFilter=unpublished&rateMultipleFilter=1,2&sourceFilter=amazon&searchText=zip&sort=rate_asc&limit=20' })
  expect(asked(environment, 'reviewListLoaderQuery').request.variables).toEqual({
    first: 20, after: null, last: null, before: null, sort: 'LOWEST',
    filter: { status: ['HIDDEN'], rate: [1, 2], source: ['AMAZON'], productIds: null, search: 'zip', verified: null },
  })
})

test('statuses may be any of the specification’s nine words', () => {
  const filter = (word: string) => filterOf({ filters: { statusFilter: [word], rateMultipleFilter: [], sourceFilter: [], productIdsFilter: [] }, searchText: '' })
  expect([filter('approved').status, filter('disapproved').status, filter('verified').verified, filter('nonsense').status]).toEqual([['PUBLISHED'], ['HIDDEN'], true, null])
})

test('tabs count, rows show text as text', async () => {
  await open([review('r1', 'PUBLISHED')])
  expect(screen.getByRole('tab', { name: 'All 16' })).toBeInTheDocument()
  const row = rowOf('Title r1')
  expect(row.getByText('<b>bold</b> words')).toBeInTheDocument()
  expect(row.getByRole('img', { name: '4 of 5 stars' })).toBeInTheDocument()
  expect(row.getByText('Linen Apron')).toBeInTheDocument()
  expect(row.getByText('Nov 1, 2026')).toBeInTheDocument()
})

test('unpublishing shows at once, says what happened and can be undone', async () => {
  const user = userEvent.setup()
  const environment = await open([review('r1', 'PUBLISHED')])
  await user.click(rowOf('Title r1').getByRole('button', { name: 'Actions for this review' }))
  await user.click(await screen.findByText('Unpublish'))
  expect(rowOf('Title r1').getByText('Hidden')).toBeInTheDocument()
  await answer(environment, 'decideReviewsUnpublishMutation', {
    unpublishReviews: { __typename: 'UnpublishReviewsSuccess', data: { changedIds: ['r1'], skippedIds: [], reviews: [review('r1', 'HIDDEN')] } },
  })
  expect(await screen.findByText('1 review hidden')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(asked(environment, 'decideReviewsPublishMutation').request.variables).toEqual({ input: { ids: ['r1'] } })
})

test('a refusal rolls the row back and says why', async () => {
  const user = userEvent.setup()
  const environment = await open([review('r1', 'PENDING')])
  await user.click(rowOf('Title r1').getByRole('button', { name: 'Actions for this review' }))
  await user.click(await screen.findByText('Publish'))
  expect(rowOf('Title r1').getByText('Published')).toBeInTheDocument()
  await answer(environment, 'decideReviewsPublishMutation', { publishReviews: { __typename: 'NotAllowedError', __isRefusal: 'NotAllowedError', code: 'inTrash', message: 'x' } })
  expect(await screen.findByText('The review is in the trash')).toBeInTheDocument()
  expect(rowOf('Title r1').getByText('Pending')).toBeInTheDocument()
})

test('a shop without a review is shown the way to the first', async () => {
  const { environment } = await show(routes, { at: '/reviews/list' })
  const empty = page([])
  empty.viewer.shop.reviewCounts = empty.viewer.shop.reviewCounts.map(({ status }) => ({ status, count: 0 }))
  await answer(environment, 'reviewListLoaderQuery', empty)
  expect(await screen.findByRole('heading', { name: 'Your reviews will live here' })).toBeInTheDocument()
})

test('a read-only session can pick and change nothing', async () => {
  await open([review('r1', 'PUBLISHED')], { ...merchant, readOnly: true })
  expect(screen.queryByRole('button', { name: 'Actions for this review' })).not.toBeInTheDocument()
  expect(rowOf('Title r1').queryByRole('checkbox')).not.toBeInTheDocument()
})

test('only what can be put back exactly offers the way back', () => {
  const row = (status: string) => ({ id: status, status })
  expect(undoOf('publish', [row('PENDING')])).toBeNull()
  expect(undoOf('publish', [row('HIDDEN')])).toEqual([{ decision: 'unpublish', rows: [row('HIDDEN')] }])
  expect(undoOf('trash', [row('HIDDEN'), row('PUBLISHED')])).toBeNull()
  expect(undoOf('delete', [row('DELETED')])).toBeNull()
})

