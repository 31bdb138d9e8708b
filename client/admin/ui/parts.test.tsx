import { screen, within } from '@testing-library/react'
import { Button } from '@shopify/polaris'
import { merchant, show } from '../../testing/render.tsx'
import { PlanGate } from './PlanGate.tsx'
import { QuickStartBack } from './QuickStartBack.tsx'
import { RatingHistogram } from './RatingHistogram.tsx'
import { ReviewStatusBadge } from './ReviewStatusBadge.tsx'
import { Stars } from './Stars.tsx'

const at = (element: React.ReactNode) => [{ path: '*', element }]
const onPlan = (plan: string) => ({ ...merchant, shop: merchant.shop && { ...merchant.shop, plan } })

test('describes a rating as text', async () => {
  await show(
    at(
      <>
        <Stars rate={5} />
        <Stars rate={4.249} />
      </>,
    ),
  )
  expect(screen.getByRole('img', { name: '5 of 5 stars' })).toBeInTheDocument()
  expect(screen.getByRole('img', { name: '4.2 of 5 stars' })).toBeInTheDocument()
})

test('shows the distribution of ratings as a table, best first, with shares and counts', async () => {
  await show(
    at(<RatingHistogram histogram={[1, 0, 0, 0, 3]} hrefOf={(rate) => `/reviews/list?rateMultipleFilter=${rate}`} />),
  )
  const rows = within(screen.getByRole('table', { name: 'Reviews by rating' }))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => row.textContent)).toEqual(['5 ★75%3', '4 ★0%0', '3 ★0%0', '2 ★0%0', '1 ★25%1'])
  expect(screen.getByRole('link', { name: 'Reviews with 5 stars' })).toHaveAttribute(
    'href',
    '/reviews/list?rateMultipleFilter=5',
  )
})

test('handles no ratings without dividing by zero', async () => {
  await show(at(<RatingHistogram histogram={[0, 0, 0, 0, 0]} />))
  expect(screen.getAllByText('0%')).toHaveLength(5)
})

describe('a control of a higher plan', () => {
  const gate = <PlanGate feature="qrCode">{(locked) => <Button disabled={locked}>Generate</Button>}</PlanGate>

  test('is unlocked on that plan', async () => {
    await show(at(gate), { viewer: onPlan('enterprise') })
    expect(screen.getByRole('button', { name: 'Generate' })).toBeEnabled()
    expect(screen.queryByText(/plan/)).not.toBeInTheDocument()
  })

  test.each(['free', 'pro', 'pro_2', 'nonsense'])('is locked on %s and names the required plan', async (plan) => {
    await show(at(gate), { viewer: onPlan(plan) })
    expect(screen.getByRole('button', { name: 'Generate' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText('Advanced plan')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/subscription?tier=1')
  })
})

test('links back to the checklist after coming from it', async () => {
  const { router } = await show(at(<QuickStartBack />), { at: '/embed/settings?quickstart=true', mode: 'embedded' })
  expect(screen.getByRole('link', { name: /Back to quick start/ })).toHaveAttribute('href', '/embed/dashboard')
  expect(router.state.location.search).toBe('?quickstart=true')
})

test('shows nothing for a status of a later server', async () => {
  await show(
    at(
      <>
        <ReviewStatusBadge status="HIDDEN" />
        <ReviewStatusBadge status="%future added value" />
      </>,
    ),
  )
  expect(screen.getByText('Hidden')).toBeInTheDocument()
})
