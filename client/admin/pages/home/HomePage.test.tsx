import { jest } from '@jest/globals'
import { act, screen, waitForElementToBeRemoved, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { MockEnvironment } from 'relay-test-utils'
import { answer, asked, merchant, show } from '../../../testing/render.tsx'
import { RoutesContext } from '../../shell/relay/existing.ts'
import { Component as HomePage } from './HomePage.tsx'
import { homeLoader } from './homeLoader.ts'

const existing = new Set([
  '/dashboard',
  '/collect-reviews/import-reviews',
  '/collect-reviews/reviews/import',
  '/display-settings/box',
])
const page = (
  <RoutesContext value={existing}>
    <HomePage />
  </RoutesContext>
)
const routes = [
  { path: '/', loader: homeLoader, element: page },
  { path: '/collect-reviews/import-reviews', element: <p>The import</p> },
]

const shop = {
  id: 'shop',
  setupDone: true,
  firstName: 'Robin',
  name: 'Fernhill Goods',
  appStatus: true,
  isRated: false,
  dismissedBanners: [] as string[],
  ratingSummary: { count: 3, average: 4.333, histogram: [0, 0, 0, 2, 1] },
  quickStart: [
    { item: 'enableApp', path: '/dashboard', done: true },
    { item: 'displayReview', path: '/display-settings/box?quickstart=true', done: false },
    { item: 'discount', path: '/collect-reviews/discount?quickstart=true', done: false },
  ],
  latest: {
    edges: [
      {
        node: {
          __typename: 'Review',
          id: 'r1',
          rate: 5,
          title: '',
          content: 'Lovely <i>thing</i>',
          firstName: 'Ada',
          lastName: '',
          createdAt: '2026-11-01T10:00:00.000Z',
          status: 'PENDING',
          product: { id: 'p1', title: 'Apron' },
        },
      },
    ],
  },
}

async function dashboard(changes: Partial<typeof shop> = {}): Promise<MockEnvironment> {
  const { environment } = await show(routes)
  await answer(environment, 'homeLoaderQuery', { viewer: { shop: { ...shop, ...changes } } })
  await screen.findByRole('heading', { name: 'Dashboard' })
  return environment
}

const changed = (values: object) => ({
  updateShop: {
    __typename: 'UpdateShopSuccess',
    data: { id: 'shop', appStatus: true, setupDone: true, isRated: false, quickStart: shop.quickStart, ...values },
  },
})

test('shows a greeting, counts and the latest reviews', async () => {
  await dashboard()
  expect(screen.getByText('Hello, Robin')).toBeInTheDocument()
  expect(screen.getByText('4.3')).toBeInTheDocument()
  expect(screen.getByText('3 published reviews')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Lovely <i>thing</i>' })).toHaveAttribute('href', '/reviews/reply/r1')
})

test('updates counts after changes in another tab or an import', async () => {
  jest.useFakeTimers()
  try {
    const environment = await dashboard()
    await act(async () =>
      environment.mock.nextValue(asked(environment, 'useReviewWatchSubscription'), {
        data: { reviewCountsChanged: { id: 'shop', reviewCounts: [] } },
      }),
    )
    await act(() => jest.advanceTimersByTimeAsync(2_000))
    await answer(environment, 'homeLoaderQuery', {
      viewer: { shop: { ...shop, ratingSummary: { count: 4, average: 4.5, histogram: [0, 0, 0, 2, 2] } } },
    })
    expect(screen.getByText('4 published reviews')).toBeInTheDocument()
  } finally {
    jest.useRealTimers()
  }
})

test('lists checklist items whose pages exist, and ticks finished ones', async () => {
  await dashboard()
  expect(screen.getByText('1 of 2 done')).toBeInTheDocument()
  expect(screen.getByText('Turn the app on')).toBeInTheDocument()
  expect(screen.queryByText('Thank reviewers with a discount')).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Customize' })).toHaveAttribute(
    'href',
    '/display-settings/box?quickstart=true',
  )
})

test('keeps a finished checklist dismissed', async () => {
  await dashboard({
    quickStart: [{ item: 'enableApp', path: '/dashboard', done: true }],
    dismissedBanners: ['quick-start'],
  })
  expect(screen.queryByText('Quick start')).not.toBeInTheDocument()
})

test('says what stops when the app is turned off, asks once, and changes nothing on Cancel', async () => {
  const user = userEvent.setup()
  const environment = await dashboard()
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  const dialog = await screen.findByRole('dialog', { name: 'Turn off Candor?' })
  expect(within(dialog).getByText('Your store shows no reviews, stars, or review form.')).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitForElementToBeRemoved(dialog)
  expect(() => asked(environment, 'useUpdateShopMutation')).toThrow()
  expect(screen.getByRole('button', { name: 'Turn off' })).toBeInTheDocument()
})

test('says what the switch did (spec 8)', async () => {
  const user = userEvent.setup()
  const environment = await dashboard()
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Turn off' }))
  expect(asked(environment, 'useUpdateShopMutation').request.variables).toEqual({ input: { appStatus: false } })
  await answer(environment, 'useUpdateShopMutation', changed({ appStatus: false }))
  expect(await screen.findByText('Turned off')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Turn on' })).toBeInTheDocument()
})

test('thanks for a rating and does not ask again', async () => {
  const user = userEvent.setup()
  const environment = await dashboard()
  const stars = screen.getAllByRole('button', { name: /of 5 stars/ })
  await user.click(stars[4] ?? document.body)
  await answer(environment, 'useUpdateShopMutation', changed({ isRated: true }))
  expect(await screen.findByText('Rated successfully.')).toBeInTheDocument()
  expect(screen.queryByText('How do you like Candor?')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(asked(environment, 'useUpdateShopMutation').request.variables).toEqual({ input: { isRated: false } })
})

test('changes nothing in a read-only session', async () => {
  const { environment } = await show(routes, { viewer: { ...merchant, readOnly: true } })
  await answer(environment, 'homeLoaderQuery', { viewer: { shop } })
  await screen.findByRole('heading', { name: 'Dashboard' })
  expect(screen.queryByRole('button', { name: 'Turn off' })).not.toBeInTheDocument()
})

test('lets a new shop choose how to start, which ends the setup', async () => {
  const user = userEvent.setup()
  const { environment } = await show(routes, {
    viewer: { ...merchant, shop: merchant.shop && { ...merchant.shop, setupDone: false } },
  })
  expect(await screen.findByRole('heading', { name: 'Welcome to Candor' })).toBeInTheDocument()
  // Requests have no page in this test, so they are not offered.
  expect(screen.queryByRole('button', { name: 'Ask for reviews' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Log out' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Import reviews' }))
  expect(asked(environment, 'useUpdateShopMutation').request.variables).toEqual({ input: { setupDone: true } })
  await answer(environment, 'useUpdateShopMutation', changed({}))
  expect(await screen.findByText('The import')).toBeInTheDocument()
})
