import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, show } from '../../../testing/render.tsx'
import { Component as SettingsPage } from './SettingsPage.tsx'
import { settingsLoader } from './settingsLoader.ts'

const routes = [{ path: '/settings', loader: settingsLoader, Component: SettingsPage }]

async function open(monthlyRequests: number | null = null) {
  const { environment } = await show(routes, { at: '/settings' })
  await answer(environment, 'settingsLoaderQuery', {
    viewer: { locale: 'en', shop: { id: 'shop', plan: 'pro', planDetails: { displayName: 'Pro', monthlyRequests }, shopifyDomain: 'fernhill.myshopify.com', ianaTimezone: 'Europe/London' } },
  })
  await screen.findByRole('heading', { name: 'Settings' })
  return { environment, user: userEvent.setup() }
}

test('the plan is shown with what it gives', async () => {
  await open(250)
  expect(screen.getByText('Pro')).toBeInTheDocument()
  expect(screen.getByText('250 review requests a month')).toBeInTheDocument()
})

test('the ten languages are offered by their own names', async () => {
  await open()
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(
    expect.arrayContaining(['中文', 'Nederlands', 'English', 'Français', 'Deutsch', '한국어', 'Italiano', '日本語', 'Português (Brasil)', 'Español']),
  )
  expect(screen.getAllByRole('option')).toHaveLength(10)
})

test('a language that cannot be kept is told in the specification’s words', async () => {
  const { environment, user } = await open()
  await user.selectOptions(screen.getByLabelText('Language of the admin'), 'de')
  expect(asked(environment, 'LanguageSwitchMutation').request.variables).toEqual({ input: { adminLocale: 'de' } })
  await answer(environment, 'LanguageSwitchMutation', { updateShop: { __typename: 'InvalidInputError', __isRefusal: 'InvalidInputError', code: 'valueInvalid', message: 'x' } })
  expect(await screen.findByText('Fail to change locale')).toBeInTheDocument()
  expect(document.documentElement.lang).toBe('en')
})
