import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { Component as NotificationsPage } from './NotificationsPage.tsx'
import { notificationsLoader } from './notificationsLoader.ts'

const routes = [
  {
    path: '/collect-reviews/email-notifications',
    loader: notificationsLoader,
    Component: () => (
      <SaveBarHost>
        <NotificationsPage />
      </SaveBarHost>
    ),
  },
]

const setting = {
  id: 'n',
  version: 7,
  enabledEmailNewReview: true,
  enabledEmailNegativeReview: true,
  receiverNewReview: '',
  receiverNegativeReview: '',
  negativeReview: 2,
  enabledEmailReportedReview: true,
  enabledEmailAssignedReview: true,
  enabledEmailWeeklySummary: true,
  receiverWeeklySummary: '',
}

async function open() {
  const { environment } = await show(routes, { at: '/collect-reviews/email-notifications' })
  await answer(environment, 'notificationsLoaderQuery', {
    viewer: { shop: { id: 'shop', email: 'owner@fernhill.test', emailSetting: setting } },
  })
  await screen.findByRole('heading', { name: 'Notifications' })
  return { environment, user: userEvent.setup() }
}

const save = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Save' }))

test('saves only changed fields and shows an error at its field', async () => {
  const { environment, user } = await open()
  await user.selectOptions(screen.getByLabelText('Negative rating'), '3')
  await user.click(screen.getByRole('checkbox', { name: 'Weekly summary' }))
  await save(user)
  expect(asked(environment, 'noticesFormMutation').request.variables).toEqual({
    input: { negativeReview: 3, enabledEmailWeeklySummary: false, version: 7 },
  })
  await answer(environment, 'noticesFormMutation', {
    saveEmailSetting: {
      __typename: 'InvalidInputError',
      __isRefusal: 'InvalidInputError',
      code: 'mustBeDigits',
      message: 'x',
      params: null,
      fields: [{ path: 'negativeReview', code: 'mustBeDigits', message: 'x', params: null }],
    },
  })
  expect(screen.getByLabelText('Negative rating')).toHaveAccessibleDescription(/whole number/)
  expect(screen.getByLabelText('Negative rating')).toHaveFocus()
})

test('rejects an invalid recipient before sending the form', async () => {
  const { environment, user } = await open()
  await user.type(screen.getByLabelText('Send the weekly summary to'), 'incomplete')
  await save(user)
  expect(await screen.findByText('Enter a valid email address')).toBeInTheDocument()
  expect(() => asked(environment, 'noticesFormMutation')).toThrow()
})
