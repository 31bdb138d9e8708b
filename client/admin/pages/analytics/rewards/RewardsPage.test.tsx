import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, merchant, show } from '../../../../testing/render.tsx'
import { rewardsLoader } from './rewardsLoader.ts'
import { Component as RewardsPage } from './RewardsPage.tsx'

const discount = {
  id: 'd',
  version: 3,
  enableDiscount: false,
  typeDiscount: 'BY_CONTENT',
  typeValueAllDiscount: 'PERCENTAGE',
  valueAllDiscount: 15,
  typeValuePhotoDiscount: 'PERCENTAGE',
  appliesTo: 'ORDER',
  expireDiscount: 30,
  expirationEmailDisabled: false,
  valueTextDiscount: 10,
  enabledTextDiscount: true,
  charactersRequired: 50,
  valuePhotoDiscount: 15,
  enabledPhotoDiscount: true,
  photoRequired: 1,
}

const noJoy = { id: 'j', integrated: false, enableReviewDiscount: false, pointsReview: 100, pointsPhoto: 150 }

async function open(changes: Partial<typeof discount> = {}, joy = noJoy) {
  const { environment } = await show([{ path: '/reward-reviews', loader: rewardsLoader, Component: RewardsPage }], {
    at: '/reward-reviews',
    viewer: merchant,
  })
  const reminder = { enabled: true, discountExpirationReminder: { enabled: true, sendBefore: 3 } }
  const shop = {
    id: 'shop',
    currency: 'USD',
    installedAvadaApps: ['joy'],
    emailTemplates: { id: 'e', discountReview: reminder },
    discount: { ...discount, ...changes },
    joy,
    discounts: { edges: [] },
    analytics: { page: null },
  }
  await answer(environment, 'rewardsLoaderQuery', { viewer: { shop: { ...shop, cards: shop } } })
  await screen.findByRole('heading', { name: 'Reward reviews' })
  return environment
}

test('turns on the reward of one kind without turning on the other', async () => {
  const environment = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Turn on: Photo review' }))
  expect(asked(environment, 'useTurnOnMutation').request.variables).toEqual({
    input: { enableDiscount: true, enabledPhotoDiscount: true, enabledTextDiscount: false, version: 3 },
  })
})

test('shows one switch where every review earns the same', async () => {
  await open({ typeDiscount: 'ALL' })
  expect(screen.getAllByRole('button', { name: /^Turn on/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
    'Turn on: Every review',
  ])
})

test('claims no points of Joy before it is connected', async () => {
  await open()
  expect(screen.queryByText(/^Your store has Joy/)).toBeNull()
})

test('shows the points of Joy beside the codes', async () => {
  await open({}, { ...noJoy, integrated: true, enableReviewDiscount: true })
  expect(screen.getByText(/^Your store has Joy/)).toBeInTheDocument()
  const card = screen.getByRole('article', { name: 'Loyalty points' })
  expect(card).toHaveTextContent('On100 points150 points with a photo')
  expect(screen.getByRole('link', { name: 'Edit: Loyalty points' })).toHaveAttribute(
    'href',
    '/settings/integration/joy',
  )
})
