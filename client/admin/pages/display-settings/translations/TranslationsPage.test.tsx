import { jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BRANDING } from '../../../../../rules/settings/branding.ts'
import { REVIEW_BOX } from '../../../../../rules/settings/review-box.ts'
import { TRANSLATIONS } from '../../../../../rules/settings/translations.ts'
import { toGraphql } from '../../../../../rules/settings/shape.ts'
import { answer, asked, merchant, show } from '../../../../testing/render.tsx'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { translationsLoader } from './translationsLoader.ts'
import { Component as TranslationsPage } from './TranslationsPage.tsx'

const routes = [
  {
    path: '/translations',
    loader: translationsLoader,
    Component: () => (
      <SaveBarHost>
        <TranslationsPage />
      </SaveBarHost>
    ),
  },
]

const idle = { service: 'deepl', used: 250, limit: 100_000, waiting: 0 }

async function open(state: object = { ...idle, service: null }, changes: object = {}) {
  const { environment } = await show(routes, { at: '/translations', viewer: merchant })
  await answer(environment, 'translationsLoaderQuery', {
    viewer: {
      shop: {
        ...{ __typename: 'Shop', id: 'shop', name: 'Fernhill Goods', ianaTimezone: 'UTC', primaryLocale: 'en' },
        ...{ plan: 'advanced', enableRemoveBranding: false, translationState: state },
        branding: { id: 'b', version: 0, ...(toGraphql(BRANDING.shape, BRANDING.defaults) as object) },
        reviewBox: { id: 'box', version: 0, ...(toGraphql(REVIEW_BOX.shape, REVIEW_BOX.defaults) as object) },
        translations: {
          id: 't',
          version: 1,
          ...(toGraphql(TRANSLATIONS.shape, TRANSLATIONS.defaults) as object),
          ...changes,
        },
        general: {
          id: 'g',
          version: 1,
          autoTranslate: false,
          hideReviewDate: false,
          enableCountryFlag: false,
          isRtlStore: false,
        },
        ratingSummary: { count: 0, average: 0, histogram: [0, 0, 0, 0, 0] },
        pickedReviews: [],
        pickedPhotos: [],
      },
    },
  })
  await screen.findByRole('heading', { name: 'Translations' })
  return { environment, user: userEvent.setup() }
}

const preview = () => screen.getByTitle<HTMLIFrameElement>('Preview of the widget').srcdoc
/** Texts of widgets are their ids here, as their catalogs load in the browser only. */
const field = () => screen.getByRole('textbox', { name: /^widget\.write( \d+\/16)?$/ })

test('shows a typed label in the preview, marks it, and takes it back', async () => {
  const { user } = await open()
  await user.clear(field())
  await user.type(field(), 'Have your say')
  expect(preview()).toContain('Have your say')
  expect(screen.getByText(/^Changed\. Our word:/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(field()).toHaveValue('widget.write')
  expect(preview()).not.toContain('Have your say')
})

test('refuses an empty label and one of 17 characters next to it', async () => {
  const { environment, user } = await open()
  await user.clear(field())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This field is required')).toBeInTheDocument()
  await user.type(field(), 'Seventeen letters')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/16/, { selector: '.Polaris-InlineError *' })).toBeInTheDocument()
  expect(() => asked(environment, 'translationsFormMutation')).toThrow('was not asked')
})

test('finds labels by our words and says when none matches', async () => {
  const { user } = await open()
  await user.type(screen.getByRole('searchbox', { name: 'Search labels' }), 'helpful')
  expect(screen.queryByRole('textbox', { name: 'widget.write' })).not.toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'widget.helpful' })).toBeInTheDocument()
  await user.type(screen.getByRole('searchbox', { name: 'Search labels' }), 'zzz')
  expect(screen.getByText('No label matches your search.')).toBeInTheDocument()
})

test('asks for a service first', async () => {
  await open()
  expect(screen.getByRole('link', { name: 'Connect DeepL or LibreTranslate' })).toBeInTheDocument()
})

test('shows the month’s characters and starts a translation', async () => {
  const { environment, user } = await open(idle)
  expect(screen.getByText('250 of 100,000 characters this month.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Translate existing reviews' }))
  expect(asked(environment, 'ServiceCardTranslateMutation').request.variables).toEqual({ input: { confirm: true } })
})

test('offers no translation while it is turned off, and says why', async () => {
  await open(idle, { enableTranslateReviewContent: false })
  expect(screen.getByRole('button', { name: 'Translate existing reviews' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByText('Turn on “Translate reviews” first')).toBeInTheDocument()
})

test('follows a translation from the press on', async () => {
  jest.useFakeTimers()
  try {
    const { environment } = await open(idle)
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
    await user.click(screen.getByRole('button', { name: 'Translate existing reviews' }))
    await answer(environment, 'ServiceCardTranslateMutation', {
      translateReviews: { __typename: 'TranslateReviewsSuccess', data: { waiting: 0 } },
    })
    const look = async (translationState: object) => {
      await act(() => jest.advanceTimersByTimeAsync(2_000))
      await answer(environment, 'ServiceCardQuery', {
        viewer: { __typename: 'Viewer', shop: { id: 'shop', translationState } },
      })
    }
    await look({ ...idle, waiting: 3 })
    expect(screen.getByText(/^Translation is running/)).toBeInTheDocument()
    await look({ ...idle, used: 900 })
    expect(screen.getByText('900 of 100,000 characters this month.')).toBeInTheDocument()
  } finally {
    jest.useRealTimers()
  }
})
