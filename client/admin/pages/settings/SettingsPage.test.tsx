import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SaveBarHost } from '../../shell/SaveBar.tsx'
import { answer, asked, merchant, show } from '../../../testing/render.tsx'
import { Component as SettingsPage } from './SettingsPage.tsx'
import { settingsLoader } from './settingsLoader.ts'
import { Component as HistoryPage } from './history/HistoryPage.tsx'
import { historyLoader } from './history/historyLoader.ts'
import { Component as LanguagesPage } from './languages/LanguagesPage.tsx'
import { languagesLoader } from './languages/languagesLoader.ts'
import { Component as SettingsLayout } from './SettingsLayout.tsx'

const routes = [
  {
    Component: SettingsLayout,
    children: [
      {
        path: '/settings',
        loader: settingsLoader,
        Component: () => (
          <SaveBarHost>
            <SettingsPage />
          </SaveBarHost>
        ),
      },
      { path: '/settings/languages', loader: languagesLoader, Component: LanguagesPage },
      { path: '/settings/history', loader: historyLoader, Component: HistoryPage },
    ],
  },
]

const general = {
  id: 'g',
  version: 4,
  autoSubmitPublish: true,
  autoPublishThreshold: 1,
  autoPublishPending: true,
  eligibility: 'EVERYONE',
  isTrashFeatureEnabled: true,
  enableTrashReview: true,
  deleteAfterDays: 30,
  hideReviewDate: false,
  enableCountryFlag: false,
  richSnippets: true,
  enableAggregateRating: true,
  richSnippetProduct: false,
  isRtlStore: false,
  maxReviewImport: 20,
  importOptions: {
    amazon: { rating: 'ALL', sort: 'RECENT', photo: 'ALL', reviewer: 'ALL' },
    aliexpress: { rating: 'ALL', sort: 'RECENT', photo: 'ALL' },
    cjdropshipping: { rating: 'ALL', sort: 'RECENT', photo: 'ALL' },
    shopee: { rating: 'ALL', sort: 'RECENT', photo: 'ALL' },
  },
}

async function open(viewer = merchant) {
  const { environment } = await show(routes, { at: '/settings', viewer })
  await answer(environment, 'settingsLoaderQuery', {
    viewer: {
      shop: {
        id: 'shop',
        shopifyDomain: 'fernhill.myshopify.com',
        ianaTimezone: 'Europe/London',
        now: '2031-07-01T10:30:00.000Z',
        general,
        email: 'owner@fernhill.test',
        newestArchive: null,
      },
    },
  })
  await screen.findByRole('heading', { name: 'Settings' })
  return { environment, user: userEvent.setup() }
}

test('shows the time of the clock that requests use', async () => {
  await open()
  expect(screen.getByText('Current time').nextSibling).toHaveTextContent(/^11:30/)
})

async function openLanguages() {
  const { environment } = await show(routes, { at: '/settings?tab=languages', viewer: merchant })
  await answer(environment, 'settingsLoaderQuery', { viewer: { shop: null } })
  await answer(environment, 'languagesLoaderQuery', { viewer: { shop: { id: 'shop', primaryLocale: 'de' } } })
  await screen.findByRole('heading', { name: 'Languages' })
  return { environment, user: userEvent.setup() }
}

test('offers the ten languages by their own names', async () => {
  await openLanguages()
  expect(screen.getByText(/main language: German/)).toBeInTheDocument()
  const options = within(screen.getByLabelText('Admin language')).getAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual(
    expect.arrayContaining([
      '中文',
      'Nederlands',
      'English',
      'Français',
      'Deutsch',
      '한국어',
      'Italiano',
      '日本語',
      'Português (Brasil)',
      'Español',
    ]),
  )
  expect(options).toHaveLength(10)
})

test('shows the specification’s text if the language can’t be saved', async () => {
  const { environment, user } = await openLanguages()
  await user.selectOptions(screen.getByLabelText('Admin language'), 'de')
  expect(asked(environment, 'LanguageSwitchMutation').request.variables).toEqual({ input: { adminLocale: 'de' } })
  await answer(environment, 'LanguageSwitchMutation', {
    updateShop: {
      __typename: 'InvalidInputError',
      __isRefusal: 'InvalidInputError',
      code: 'valueInvalid',
      message: 'x',
    },
  })
  expect(await screen.findByText('We couldn’t change the language')).toBeInTheDocument()
  expect(document.documentElement.lang).toBe('en')
})

const save = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Save' }))

test('saves only changes, with the loaded version', async () => {
  const { environment, user } = await open()
  await user.selectOptions(screen.getByLabelText('Minimum rating'), '4')
  expect(screen.getByText(/Reviews with 4 stars or more are published immediately/)).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: 'Verified buyers' }))
  await save(user)
  expect(asked(environment, 'reviewFormsGeneralMutation').request.variables).toEqual({
    input: { autoPublishThreshold: 4, eligibility: 'VERIFIED_BUYERS', version: 4 },
  })
  await answer(environment, 'reviewFormsGeneralMutation', {
    saveGeneral: {
      __typename: 'SaveGeneralSuccess',
      data: { ...general, autoPublishThreshold: 4, eligibility: 'VERIFIED_BUYERS', version: 5 },
    },
  })
  expect(await screen.findByText('Saved successfully.')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument()
})

test('publishes pending reviews after 14 days unless turned off', async () => {
  const { environment, user } = await open()
  expect(screen.getByLabelText('Publish pending reviews after 14 days')).toBeChecked()
  await user.click(screen.getByLabelText('Publish pending reviews after 14 days'))
  await save(user)
  expect(asked(environment, 'reviewFormsGeneralMutation').request.variables).toEqual({
    input: { autoPublishPending: false, version: 4 },
  })
})

test('sets which reviews of a marketplace an import takes', async () => {
  const { environment, user } = await open()
  const amazon = within(screen.getByRole('group', { name: 'Amazon', hidden: true }))
  await user.selectOptions(amazon.getByLabelText('Stars'), '4 and 5 stars')
  await user.selectOptions(amazon.getByLabelText('Written by'), 'Verified purchases on Amazon')
  await user.clear(screen.getByLabelText('Maximum number of reviews'))
  await user.type(screen.getByLabelText('Maximum number of reviews'), '55')
  await save(user)
  expect(asked(environment, 'reviewFormsGeneralMutation').request.variables).toEqual({
    input: {
      maxReviewImport: 55,
      importOptions: { amazon: { rating: 'FOUR_FIVE', reviewer: 'VERIFIED' } },
      version: 4,
    },
  })
})

test('shows the tabs as links, with the open one marked', async () => {
  await open()
  const tabs = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['General', '/settings'],
    ['Moderation', '/settings/moderation'],
    ['Notifications', '/settings/notifications'],
    ['Sender', '/settings/sender'],
    ['Subscription', '/settings/subscription'],
    ['Integrations', '/settings/integration'],
    ['Keys', '/settings/managingKey'],
    ['Languages', '/settings/languages'],
    ['History', '/settings/history'],
  ])
  expect(tabs.filter((tab) => tab.getAttribute('aria-current') === 'page')).toEqual([tabs[0]])
})

test('lists changes in plain words, with colors, choices and secrets', async () => {
  const { environment } = await show(routes, { at: '/settings/history', viewer: merchant })
  const node = (id: string, key: string, changes: object[]) => ({
    cursor: id,
    node: {
      __typename: 'SettingHistoryEntry',
      id,
      key,
      actor: 'MERCHANT',
      actorName: 'ann@fernhill.test',
      at: '2031-07-01T10:30:00.000Z',
      changes,
    },
  })
  const change = (field: string, [before, after]: readonly unknown[], isSecret = false) => ({
    field,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    isSecret,
  })
  await answer(environment, 'historyLoaderQuery', {
    viewer: {
      shop: {
        id: 'shop',
        settingHistory: {
          pageInfo: { hasNextPage: false, endCursor: '2' },
          edges: [
            node('1', 'branding', [change('starColor', ['#ffaa00', '#112233']), change('corners', ['soft', 'round'])]),
            node('2', 'emailSetting', [
              change('password', [true, true], true),
              change('enabledEmailNewReview', [true, false]),
            ]),
            node('3', 'emailTemplates', [
              change('reviewReminder.subject', ['Old', 'New']),
              change('reviewReminder.secondRequest.days', [3, 5]),
            ]),
          ],
        },
      },
    },
  })
  expect(screen.getByRole('link', { name: 'Branding' })).toHaveAttribute('href', '/branding')
  expect(screen.getAllByText('ann@fernhill.test')).toHaveLength(3)
  const rows = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent ?? ''}`)
  expect(rows).toEqual([
    'Stars: #ffaa00→#112233',
    'Corners: Soft→Round',
    'Password: Changed',
    'New reviews: On→Off',
    'Review request · Subject: Old→New',
    'Review request · Days between requests: 3→5',
  ])
})

test('locks the trash below Pro and links to the plans', async () => {
  await open({ ...merchant, shop: merchant.shop && { ...merchant.shop, plan: 'free' } })
  expect(screen.getByLabelText('Move deleted reviews to the trash')).toBeDisabled()
  expect(screen.getByLabelText('Move deleted reviews to the trash')).not.toBeChecked()
  expect(screen.getByText('Pro plan')).toBeInTheDocument()
  const links = screen.getAllByRole('link', { name: 'See plans' })
  expect(links.map((link) => link.getAttribute('href'))).toContain('/subscription?tier=0')
})

test('prepares a file of everything the shop has, and offers it when it is ready', async () => {
  const { environment, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Prepare the file', hidden: true }))
  const row = {
    __typename: 'ShopArchive',
    id: 'a1',
    status: 'RUNNING',
    total: 40,
    done: 10,
    fileName: 'candor-fernhill-2031-07-01.tar.gz',
    fileKept: false,
    fileSize: 0,
    createdAt: '2031-07-01T10:30:00.000Z',
  }
  await answer(environment, 'DownloadEverythingMutation', {
    startArchive: { __typename: 'StartArchiveSuccess', data: row },
  })
  expect(screen.getByText(/^10 of 40 entries/)).toHaveTextContent('We’ll email owner@fernhill.test')
  await act(async () =>
    environment.mock.nextValue(asked(environment, 'DownloadEverythingSubscription'), {
      data: { archiveProgress: { ...row, status: 'DONE', done: 40, fileKept: true, fileSize: 5_300_000 } },
    }),
  )
  expect(screen.getByText(/5.1 MB · available for 7 days$/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Download', hidden: true }))
  expect(asked(environment, 'DownloadEverythingDownloadMutation').request.variables).toEqual({ input: { id: 'a1' } })
})
