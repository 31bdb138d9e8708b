import { jest } from '@jest/globals'
import { act, screen, waitFor, waitForElementToBeRemoved, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { MockEnvironment } from 'relay-test-utils'
import { TIPS } from '../../../../rules/banners.ts'
import { plans } from '../../../../rules/plans.ts'
import { BRANDING } from '../../../../rules/settings/branding.ts'
import { toGraphql } from '../../../../rules/settings/shape.ts'
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
  { path: '/subscription', element: <p>The welcome</p> },
]

const shop = {
  id: 'shop',
  setupDone: true,
  firstName: 'Robin',
  name: 'Fernhill Goods',
  appStatus: true,
  isRated: false,
  dismissedBanners: [] as string[],
  attention: [] as object[],
  ratingSummary: { count: 3, average: 4.333, histogram: [0, 0, 0, 2, 1] },
  latest: {
    pageInfo: { hasNextPage: false },
    edges: [
      {
        cursor: 'c1',
        node: {
          __typename: 'Review',
          id: 'r1',
          version: 1,
          reply: null as { content: string } | null,
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

/** Fields of a new shop that previews read. */
const BRANDED = {
  ianaTimezone: 'UTC',
  plan: 'free',
  branding: { id: 'b', version: 0, ...(toGraphql(BRANDING.shape, BRANDING.defaults) as object) },
  ratingSummary: { count: 0, average: 0, histogram: [0, 0, 0, 0, 0] },
  general: {
    id: 'g',
    hideReviewDate: false,
    enableCountryFlag: false,
    isRtlStore: false,
    isUsingPresetV2: true,
    enableUGCContent: false,
    hideProductDetailOnSeeMore: false,
  },
  pickedReviews: [],
  pickedPhotos: [],
}

async function dashboard(changes: Partial<typeof shop> = {}): Promise<MockEnvironment> {
  const { environment } = await show(routes)
  await answer(environment, 'homeLoaderQuery', { viewer: { shop: { ...shop, ...changes } } })
  await screen.findByRole('heading', { name: 'Dashboard' })
  return environment
}

/** Answer of the setup's plan step. */
const plansWith = (more: object) => {
  const offer = (id: 'free' | 'pro') => {
    const { trialDays, ...plan } = plans[id]
    return { plan, refusal: null, trialDays, features: [] }
  }
  const subscription = { billing: 'billing-api', refusal: null, attempt: null, offers: [offer('free'), offer('pro')] }
  return { viewer: { shop: { id: 'shop', plan: 'free', subscription: { ...subscription, ...more } } } }
}

const changed = (values: object) => ({
  updateShop: {
    __typename: 'UpdateShopSuccess',
    data: { id: 'shop', appStatus: true, setupDone: true, setupStep: 0, isRated: false, ...values },
  },
})

test('shows a greeting, counts and the latest reviews', async () => {
  await dashboard()
  expect(screen.getByText('Hello, Robin')).toBeInTheDocument()
  expect(await screen.findByText('4.3')).toBeInTheDocument()
  expect(screen.getByText('3 published reviews')).toBeInTheDocument()
  expect(await screen.findByRole('link', { name: 'Lovely <i>thing</i>' })).toHaveAttribute('href', '/reviews/reply/r1')
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
    expect(await screen.findByText('4 published reviews')).toBeInTheDocument()
  } finally {
    jest.useRealTimers()
  }
})

test('lists what needs the merchant, each with its button', async () => {
  const item = { limit: null, rate: null, importId: null, name: '' }
  await dashboard({
    attention: [
      { ...item, kind: 'planOnHold', count: 1 },
      { ...item, kind: 'reports', count: 1 },
      { ...item, kind: 'negative', count: 3, rate: 2 },
      { ...item, kind: 'failedEmails', count: 4 },
      { ...item, kind: 'quota', count: 40, limit: 50 },
      { ...item, kind: 'import', count: 1, importId: 'i/1', name: 'judgeme.csv' },
    ],
  })
  await screen.findByRole('heading', { name: 'Today' })
  const linkIn = (text: string) => {
    const row = screen.getByText(text).closest('li')
    return row && within(row).getByRole('link').getAttribute('href')
  }
  expect(linkIn('Your plan is on hold')).toBe('/subscription')
  expect(linkIn('A shopper reported 1 review')).toBe('/reviews/list?reportedFilter=open')
  expect(linkIn('3 negative reviews have no reply')).toBe(
    '/reviews/list?statusFilter=published&rateMultipleFilter=1,2&replyFilter=none&createdDate=last30Days',
  )
  expect(linkIn('4 emails failed this week')).toBe(
    '/collect-reviews/review-request?statusFilter=failed&scheduledDate=last7Days',
  )
  expect(linkIn('40 of 50 review requests of this month are used')).toBe('/subscription')
  expect(linkIn('The import of judgeme.csv is waiting for you')).toBe('/collect-reviews/import-reviews?run=i%2F1')
})

test('publishes all waiting reviews in place, and undoes it', async () => {
  const user = userEvent.setup()
  const environment = await dashboard({
    attention: [{ kind: 'pending', count: 3, limit: null, rate: null, importId: null, name: '' }],
  })
  await user.click(await screen.findByRole('button', { name: 'Publish all' }))
  const run = { __typename: 'BulkRun', id: 'b1', act: 'PUBLISH', skipped: 0, restored: 0, kept: 0, error: null }
  const state = { createdAt: '2026-11-21T10:00:00.000Z', undoable: false, undoUntil: null, undoFailed: false }
  expect(asked(environment, 'useBulkStartMutation').request.variables).toEqual({
    input: { act: 'PUBLISH', filter: { status: ['PENDING'] }, all: false, content: null },
  })
  await answer(environment, 'useBulkStartMutation', {
    startBulk: {
      __typename: 'StartBulkSuccess',
      data: { ...run, ...state, status: 'RUNNING', total: 3, done: 0, changed: 0 },
    },
  })
  const progress = asked(environment, 'useBulkProgressSubscription')
  await act(async () => {
    environment.mock.nextValue(progress, {
      data: { bulkProgress: { ...run, ...state, status: 'DONE', total: 3, done: 3, changed: 3 } },
    })
    environment.mock.complete(progress)
  })
  expect(await screen.findByText('3 reviews published')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(asked(environment, 'useBulkUndoMutation').request.variables).toEqual({ input: { id: 'b1' } })
})

test('says that nothing is left to do', async () => {
  await dashboard()
  expect(await screen.findByText('Nothing needs you right now.')).toBeInTheDocument()
})

describe('the quick start', () => {
  const quickStart = [
    { item: 'enableApp', path: '/dashboard', done: true, gap: null },
    { item: 'displayReview', path: '/display-settings/box?quickstart=true', done: false, gap: 'notInTheme' },
  ]

  test('says what the check found, and links to the page with a way back', async () => {
    const environment = await dashboard()
    await answer(environment, 'QuickStartQuery', { viewer: { shop: { ...shop, quickStart } } })
    expect(await screen.findByText('1 of 2 done')).toBeInTheDocument()
    expect(screen.getByText('We didn’t find the block in your live theme.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Customize' })).toHaveAttribute(
      'href',
      '/display-settings/box?quickstart=true',
    )
  })

  test('can be hidden at any time', async () => {
    const user = userEvent.setup()
    const environment = await dashboard({ dismissedBanners: [...TIPS] })
    await answer(environment, 'QuickStartQuery', {
      viewer: { shop: { ...shop, dismissedBanners: [...TIPS], quickStart } },
    })
    await user.click(await screen.findByRole('button', { name: 'Hide' }))
    expect(asked(environment, 'useDismissBannerMutation').request.variables).toEqual({
      input: { banner: 'quick-start', isDismiss: true, snooze: false },
    })
    await answer(environment, 'useDismissBannerMutation', {
      dismissBanner: {
        __typename: 'DismissBannerSuccess',
        data: { id: 'shop', dismissedBanners: ['quick-start', ...TIPS] },
      },
    })
    expect(screen.queryByText('Quick start')).not.toBeInTheDocument()
  })
})

test('publishes and answers a review in place', async () => {
  const user = userEvent.setup()
  const environment = await dashboard()
  const review = shop.latest.edges[0]?.node
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  expect(asked(environment, 'LatestReviewActMutation').request.variables).toEqual({
    input: { act: 'PUBLISH', ids: ['r1'], version: 1 },
  })
  await answer(environment, 'LatestReviewActMutation', {
    actOnReviews: {
      __typename: 'ActOnReviewsSuccess',
      data: { reviews: [{ ...review, status: 'PUBLISHED', version: 2 }] },
    },
  })
  expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Reply' }))
  await user.click(screen.getByRole('button', { name: 'Save reply' }))
  expect(screen.getByText('Enter a reply')).toBeInTheDocument()
  await user.type(screen.getByLabelText('Your public reply'), 'Thank you!')
  await user.click(screen.getByRole('button', { name: 'Save reply' }))
  expect(asked(environment, 'LatestReviewReplyMutation').request.variables).toEqual({
    input: { id: 'r1', version: 2, content: 'Thank you!' },
  })
})

const pastOrders = (count: number) => ({
  viewer: { shop: { id: 'shop', oldOrders: { count, left: null, run: null } } },
})

test('puts a tip off by a day', async () => {
  const user = userEvent.setup()
  const environment = await dashboard()
  await answer(environment, 'TipQuery', pastOrders(3))
  expect(await screen.findByRole('heading', { name: 'Ask past customers' })).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Remind me tomorrow' }))
  expect(asked(environment, 'useDismissBannerMutation').request.variables).toEqual({
    input: { banner: TIPS[0], isDismiss: true, snooze: true },
  })
})

test('doesn’t offer to ask past customers without an order to ask about', async () => {
  const environment = await dashboard()
  await answer(environment, 'TipQuery', pastOrders(0))
  expect(await screen.findByRole('heading', { name: 'Reviews with photos' })).toBeInTheDocument()
})

test('says what stops when the app is turned off, asks once, and changes nothing on Cancel', async () => {
  const user = userEvent.setup()
  const environment = await dashboard()
  await user.click(await screen.findByRole('button', { name: 'Turn off' }))
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
  await user.click(await screen.findByRole('button', { name: 'Turn off' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Turn off' }))
  expect(asked(environment, 'useUpdateShopMutation').request.variables).toEqual({ input: { appStatus: false } })
  await answer(environment, 'useUpdateShopMutation', changed({ appStatus: false }))
  expect(await screen.findByText('Turned off')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Turn on' })).toBeInTheDocument()
})

test('only the platform asks for a rating, embedded', async () => {
  const request = jest.fn(() => Promise.resolve({ success: true, code: 'success', message: '' }))
  Object.assign(window, { shopify: { reviews: { request }, toast: { show: jest.fn() } } })
  const many = { ...shop, ratingSummary: { ...shop.ratingSummary, count: 10 } }
  const standalone = await show(routes)
  await answer(standalone.environment, 'homeLoaderQuery', { viewer: { shop: many } })
  expect(screen.queryByText('How do you like Candor?')).not.toBeInTheDocument()
  expect(request).not.toHaveBeenCalled()
  const { environment } = await show([{ path: '/embed', loader: homeLoader, element: page }], {
    mode: 'embedded',
    at: '/embed',
  })
  await answer(environment, 'homeLoaderQuery', { viewer: { shop: many } })
  await waitFor(() =>
    expect(asked(environment, 'useUpdateShopMutation').request.variables).toEqual({ input: { isRated: true } }),
  )
})

test('changes nothing in a read-only session', async () => {
  const { environment } = await show(routes, { viewer: { ...merchant, readOnly: true } })
  await answer(environment, 'homeLoaderQuery', { viewer: { shop } })
  await screen.findByRole('heading', { name: 'Dashboard' })
  await screen.findByText('App on your store')
  expect(screen.queryByRole('button', { name: 'Turn off' })).not.toBeInTheDocument()
})

describe('the setup', () => {
  beforeEach(() => sessionStorage.clear())
  const setupShop = {
    id: 'shop',
    name: 'Fernhill Goods',
    setupStep: 0,
    currency: 'USD',
    products: { edges: [{ node: { id: 'p1', title: 'Hillside Mug', image: null } }] },
    discount: { id: 'd', version: 0, enableDiscount: false, valueAllDiscount: 15 },
    lockedFeatures: [] as string[],
    attention: [] as object[],
    ...BRANDED,
  }
  const setup = async (
    setupStep: number,
    { at = '/', ...changes }: Partial<typeof setupShop> & { at?: string } = {},
  ) => {
    const { environment } = await show(routes, {
      at,
      viewer: { ...merchant, shop: merchant.shop && { ...merchant.shop, setupDone: false } },
    })
    await answer(environment, 'SetupQuery', { viewer: { shop: { ...setupShop, setupStep, ...changes } } })
    return environment
  }
  const inputs = (environment: MockEnvironment, name: string) =>
    environment.mock
      .getAllOperations()
      .filter(({ request }) => request.node.operation.name === name)
      .map(({ request }) => (request.variables as { input: object }).input)

  test('asks past customers with one click and goes on', async () => {
    const user = userEvent.setup()
    const environment = await setup(0)
    const oldOrders = { count: 12, left: 40, run: null }
    await answer(environment, 'AskCardQuery', { viewer: { shop: { id: 'shop', oldOrders } } })
    await user.click(await screen.findByRole('button', { name: 'Ask for reviews' }))
    expect(asked(environment, 'AskCardMutation').request.variables).toEqual({
      input: { sendAfterCustom: 5, timeUnit: 'MINUTES', spreadHours: 1 },
    })
    await answer(environment, 'AskCardMutation', {
      startOldOrders: { __typename: 'StartOldOrdersSuccess', data: { shop: { id: 'shop', oldOrders } } },
    })
    expect(inputs(environment, 'useUpdateShopMutation')).toEqual([{ setupStep: 1 }])
  })

  test('continues with the step of the last visit, and each can be skipped', async () => {
    const user = userEvent.setup()
    const environment = await setup(2)
    expect(screen.getByRole('heading', { name: 'Thank your reviewers' })).toHaveFocus()
    expect(screen.getByRole('radio', { name: /10%/ })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: /20%/ }))
    expect(screen.getByText('20% off')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(asked(environment, 'DiscountStepMutation').request.variables).toEqual({
      input: { enableDiscount: true, typeDiscount: 'ALL', typeValueAllDiscount: 'PERCENTAGE', valueAllDiscount: 20 },
    })
    await user.click(screen.getByRole('button', { name: 'Skip' }))
    expect(inputs(environment, 'useUpdateShopMutation')).toEqual([{ setupStep: 3 }])
  })

  test('preselects no discount without access, and shows a refusal at the field', async () => {
    const user = userEvent.setup()
    const environment = await setup(2, { lockedFeatures: ['discounts'] })
    expect(screen.getByRole('radio', { name: /None/ })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: /10%/ }))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    const fields = [{ path: 'enableDiscount', code: 'scopeMissing', message: '', params: {} }]
    await answer(environment, 'DiscountStepMutation', { saveDiscount: { __typename: 'InvalidInputError', fields } })
    expect(screen.getByRole('group', { name: 'Discount for a review' })).toHaveAccessibleDescription(
      'Shopify hasn’t given us the access that this needs',
    )
  })

  describe('the return from the platform’s approval', () => {
    const settle = async (setupDone: boolean) => {
      const environment = await setup(3, { at: '/?success=true' })
      expect(screen.queryByRole('heading', { name: 'Choose your plan' })).not.toBeInTheDocument()
      const data = { id: 'shop', plan: setupDone ? 'pro' : 'free', setupDone }
      await answer(environment, 'SetupRefreshMutation', {
        refreshSubscription: { __typename: 'RefreshSubscriptionSuccess', data },
      })
      return environment
    }
    test('settles the plan before it shows anything, then leads to the welcome', async () => {
      await settle(true)
      expect(await screen.findByText('The welcome')).toBeInTheDocument()
    })
    test('says that a declined plan was not charged', async () => {
      const environment = await settle(false)
      const attempt = { status: 'declined', plan: { id: 'pro', displayName: 'Pro' } }
      await answer(environment, 'PlanStepQuery', plansWith({ attempt }))
      expect(await screen.findByText(/You declined Pro on Shopify. Nothing was charged/)).toBeInTheDocument()
    })
  })

  test('offers the plan and the trial that the merchant chose before the installation', async () => {
    const user = userEvent.setup()
    const environment = await setup(3, { at: '/?next=%2Fsubscribe%2Fpro%3Ftrial%3Dpublic' })
    await answer(environment, 'PlanStepQuery', plansWith({}))
    expect(await screen.findByRole('radio', { name: /Pro.*14 days free/ })).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Start the trial' }))
    expect(asked(environment, 'PlanStepMutation').request.variables).toEqual({
      input: { plan: 'pro', onboarding: true, publicOffer: true },
    })
  })

  test('takes the theme’s colors, and warns when the theme lacks the review box', async () => {
    const user = userEvent.setup()
    const environment = await setup(1)
    const themeBrand = { primaryColor: '#112233', textColor: null, backgroundColor: null, font: null, corners: null }
    await answer(environment, 'LookStepQuery', {
      viewer: { shop: { id: 'shop', themeBrand: { ...themeBrand, problem: null } } },
    })
    expect(await screen.findByRole('radio', { name: 'Your theme’s colors' })).toBeChecked()
    expect(screen.getByTitle<HTMLIFrameElement>('Preview of your product page').srcdoc).toContain('#112233')
    await user.click(screen.getByRole('button', { name: 'Use this look' }))
    expect(asked(environment, 'LookStepMutation').request.variables).toMatchObject({
      input: { primaryColor: '#112233' },
    })
    await answer(environment, 'LookStepMutation', {
      saveBranding: { __typename: 'SaveBrandingSuccess', data: { ...setupShop.branding, version: 1 } },
    })
    const placement = { widget: 'reviewBox', supportAppBlock: true, isPlaced: false, addUrl: 'https://theme.test/add' }
    await answer(environment, 'ThemePlacementQuery', { viewer: { shop: { id: 'shop', themePlacements: [placement] } } })
    const dialog = await screen.findByRole('dialog', { name: 'Reviews aren’t in your theme yet' })
    const open = jest.spyOn(window, 'open').mockReturnValue(null)
    await user.click(within(dialog).getByRole('button', { name: 'Add to theme' }))
    expect(open).toHaveBeenCalledWith(placement.addUrl, '_blank')
    open.mockRestore()
    await act(async () => window.dispatchEvent(new Event('focus')))
    await answer(environment, 'ThemePlacementQuery', {
      viewer: { shop: { id: 'shop', themePlacements: [{ ...placement, isPlaced: true }] } },
    })
    await waitFor(() => expect(inputs(environment, 'useUpdateShopMutation')).toEqual([{ setupStep: 2 }]))
  })

  test('ends with the dashboard', async () => {
    const user = userEvent.setup()
    const environment = await setup(0)
    await user.click(screen.getByRole('button', { name: 'Skip the setup' }))
    expect(asked(environment, 'useUpdateShopMutation').request.variables).toEqual({ input: { setupDone: true } })
  })
})
