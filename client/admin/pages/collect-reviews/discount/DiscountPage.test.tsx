import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BRANDING } from '../../../../../rules/settings/branding.ts'
import { DISCOUNT } from '../../../../../rules/settings/discount.ts'
import { toGraphql } from '../../../../../rules/settings/shape.ts'
import { answer, asked, merchant, show } from '../../../../testing/render.tsx'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { discountLoader } from './discountLoader.ts'
import { Component as DiscountPage } from './DiscountPage.tsx'

const routes = [
  {
    path: '/collect-reviews/discount',
    loader: discountLoader,
    Component: () => (
      <SaveBarHost>
        <DiscountPage />
      </SaveBarHost>
    ),
  },
]

async function open(settings: Partial<typeof DISCOUNT.defaults> = {}, plan = 'advanced') {
  const { environment } = await show(routes, {
    at: '/collect-reviews/discount',
    viewer: { ...merchant, shop: merchant.shop && { ...merchant.shop, plan } },
  })
  const discountReview = {
    ...{ enabled: true, sendAfter: 'CUSTOM', sendAfterCustom: 2, timeUnit: 'HOURS', discountNotification: true },
    discountExpirationReminder: { enabled: true, sendBefore: 3 },
  }
  const discount = toGraphql(DISCOUNT.shape, { ...DISCOUNT.defaults, enableDiscount: true, ...settings }) as object
  await answer(environment, 'discountLoaderQuery', {
    viewer: {
      shop: {
        ...{ id: 'shop', plan, currency: 'EUR', emailTemplates: { id: 't', discountReview } },
        branding: { id: 'b', ...(toGraphql(BRANDING.shape, BRANDING.defaults) as object) },
        discountTotals: { issued: 0, redeemed: 0, revenueCents: 0 },
        discount: { id: 'd', version: 1, ...discount },
      },
    },
  })
  await screen.findByRole('heading', { name: 'Reviewer discount' })
  return { environment, user: userEvent.setup() }
}

test('on a plan without the discount email, keeps the page as the way to get the code', async () => {
  await open({ sendingMethod: 'send_both' }, 'free')
  const page = screen.getByRole('radio', { name: 'On the thank-you page' })
  expect([page.hasAttribute('disabled'), (page as HTMLInputElement).checked]).toEqual([false, true])
  expect(screen.getByRole('radio', { name: 'Both' })).toBeDisabled()
  expect(screen.getByText('Advanced plan')).toBeInTheDocument()
})

test('names the delays of the discount email', async () => {
  const { environment, user } = await open()
  expect(screen.getByText('Sent 2 hours after the review, published or not.')).toBeInTheDocument()
  const reminder = screen.getByRole('checkbox', { name: 'Remind customers 3 days before their code expires' })
  expect(reminder).toBeChecked()
  await user.click(reminder)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(asked(environment, 'discountFormMutation').request.variables).toEqual({
    input: { expirationEmailDisabled: true, version: 1 },
  })
})
