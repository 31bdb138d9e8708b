import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { MockEnvironment } from 'relay-test-utils'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { settingRequestLoader } from './settingRequestLoader.ts'
import { Component as SettingRequestPage } from './SettingRequestPage.tsx'

const Page = () => (
  <SaveBarHost>
    <SettingRequestPage />
  </SaveBarHost>
)
const routes = [{ path: '/collect-reviews/setting-request', loader: settingRequestLoader, Component: Page }]

const timing = {
  id: 't',
  version: 2,
  sendAfter: 'CUSTOM',
  sendAfterCustom: 7,
  timeUnit: 'DAYS',
  sendMethod: 'FULFILLMENT',
  alternativeSendAfter: null as number | null,
  alternativeUnit: 'DAYS',
  isCustomTiming: false,
  timingCountries: [] as object[],
}

const others = {
  requestRules: { id: 'r', sendHour: 10, quietHours: { enabled: false, from: 21, to: 8 } },
  oldOrders: { count: 0, left: null, limit: null, run: null },
}

async function open(stored: Partial<typeof timing> = {}, search = ''): Promise<MockEnvironment> {
  const { environment } = await show(routes, { at: `/collect-reviews/setting-request${search}` })
  await answer(environment, 'settingRequestLoaderQuery', {
    viewer: {
      shop: {
        id: 'shop',
        ianaTimezone: 'UTC',
        now: '2031-07-01T10:30:00.000Z',
        requestTiming: { ...timing, ...stored },
        ...others,
      },
    },
  })
  await screen.findByRole('heading', { name: 'Request settings' })
  return environment
}

const save = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Save' }))

test('counts the example from the event that requests start from', async () => {
  await open()
  expect(screen.getByText(/An order shipped now gets its email on Wednesday, July 9, 2031/)).toBeInTheDocument()
})

test('shows the way back to the checklist only after coming from it', async () => {
  await open({}, '?quickstart=true')
  expect(screen.getByRole('link', { name: /Back to quick start/ })).toHaveAttribute('href', '/dashboard')
  expect(screen.queryByRole('link', { name: 'Review requests' })).toBeNull()
})

test('rejects a number out of range at its field and sends nothing', async () => {
  const user = userEvent.setup()
  const environment = await open()
  const number = screen.getByLabelText('Custom delay')
  await user.clear(number)
  await user.type(number, '400')
  await save(user)
  expect(await screen.findByText('Enter a number from 1 to 365')).toBeInTheDocument()
  expect(() => asked(environment, 'timingFormMutation')).toThrow()
})

test('resets an emptied number to 1', async () => {
  const user = userEvent.setup()
  await open()
  const number = screen.getByLabelText('Custom delay')
  await user.clear(number)
  await user.tab()
  expect(number).toHaveValue(1)
})

test('allows hours only for deliveries, and converts them to days otherwise', async () => {
  const user = userEvent.setup()
  await open({ sendMethod: 'DELIVERY', timeUnit: 'HOURS' })
  expect(screen.getByRole('option', { name: 'hours' })).toBeEnabled()
  await user.click(screen.getByRole('radio', { name: 'Purchase' }))
  expect(screen.getByRole('option', { name: 'hours' })).toBeDisabled()
  expect(screen.getByLabelText('Unit')).toHaveValue('days')
})

test('offers the alternative only with a custom delay after fulfillment', async () => {
  const user = userEvent.setup()
  await open()
  const alternative = 'Send even if the order is never marked as fulfilled'
  expect(screen.getByLabelText(alternative)).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Delay'), '1 week')
  expect(screen.queryByLabelText(alternative)).toBeNull()
})

test('shows the unit of the alternative delay', async () => {
  await open({ alternativeSendAfter: 2, alternativeUnit: 'WEEKS' })
  expect(screen.getByLabelText('After purchase')).toHaveValue(2)
  expect(screen.getAllByLabelText('Unit').at(-1)).toHaveDisplayValue('weeks')
})

test('requires a country, keeps the only entry, and saves the wire’s names', async () => {
  const user = userEvent.setup()
  const environment = await open()
  await user.click(screen.getByLabelText('Different timing by country'))
  expect(screen.getByRole('button', { name: 'Remove entry 1' })).toHaveAttribute('aria-disabled', 'true')
  await save(user)
  expect(await screen.findByText('This field is required')).toBeInTheDocument()
  await user.type(screen.getByLabelText('Countries'), 'japa')
  await user.click(screen.getByText('Japan'))
  await save(user)
  expect(asked(environment, 'timingFormMutation').request.variables.input).toMatchObject({
    version: 2,
    isCustomTiming: true,
    timingCountries: [
      { priority: 1, sendAfter: 'CUSTOM', sendAfterCustom: 7, timeUnit: 'DAYS', selectedCountries: ['JP'] },
    ],
  })
})
