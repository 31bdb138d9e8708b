import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { REVIEW_BOX } from '../../../../../rules/settings/review-box.ts'
import { toGraphql } from '../../../../../rules/settings/shape.ts'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { Component as BrandingPage } from './BrandingPage.tsx'
import { brandingLoader } from './brandingLoader.ts'

const branding = {
  id: 'br',
  version: 4,
  primaryColor: '#1f5b45',
  textColor: '#1e1b16',
  backgroundColor: '#ffffff',
  starColor: '#d98e04',
  font: 'inherit',
  starIcon: 'STAR',
  corners: 'SOFT',
  logo: '',
  isRemoveBranding: false,
}
const box = { id: 'b', version: 0, ...(toGraphql(REVIEW_BOX.shape, REVIEW_BOX.defaults) as object) }
const shop = {
  __typename: 'Shop',
  id: 'shop',
  name: 'Fernhill Goods',
  ianaTimezone: 'UTC',
  plan: 'advanced',
  enableRemoveBranding: false,
  branding,
  reviewBox: box,
  general: { id: 'g', hideReviewDate: false, enableCountryFlag: false, isRtlStore: false },
  ratingSummary: { count: 0, average: 0, histogram: [0, 0, 0, 0, 0] },
  pickedReviews: [],
  pickedPhotos: [],
}

async function open(preset = 'CUSTOM') {
  const shown = await show(
    [
      {
        path: '/branding',
        loader: brandingLoader,
        element: (
          <SaveBarHost>
            <BrandingPage />
          </SaveBarHost>
        ),
      },
    ],
    { at: '/branding' },
  )
  await answer(shown.environment, 'brandingLoaderQuery', {
    viewer: { shop: { ...shop, reviewBox: { ...box, preset } } },
  })
  return { ...shown, user: userEvent.setup() }
}

const preview = (): string => screen.getByTitle('Preview of the widgets').getAttribute('srcdoc') ?? ''

test('previews stars, box and form with the typed brand, and saves changes', async () => {
  const { user, environment } = await open()
  for (const widget of ['starRating', 'reviewBox', 'submitForm'])
    expect(preview()).toContain(`data-candor-widget="${widget}"`)
  const field = screen.getByRole('textbox', { name: 'Buttons' })
  await user.clear(field)
  await user.type(field, '#aa0033')
  await user.selectOptions(screen.getByLabelText('Font'), 'Lora')
  await user.click(screen.getByLabelText('Heart'))
  await user.click(screen.getByLabelText('Square'))
  expect(preview()).toMatch(/--candor-act:#aa0033.*--candor-round:0/)
  expect(preview()).toContain('@import url("/storefront/fonts/lora.css")')
  expect(preview()).toContain('<p class="candor-mark">')
  await user.click(screen.getByLabelText('Remove “Powered by Candor”'))
  expect(preview()).not.toContain('<p class="candor-mark">')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(asked(environment, 'brandingFormMutation').request.variables).toEqual({
    input: {
      primaryColor: '#aa0033',
      font: 'Lora',
      starIcon: 'HEART',
      corners: 'SQUARE',
      isRemoveBranding: true,
      version: 4,
    },
  })
})

test('keeps the box’s palette and applies the brand to stars and form', async () => {
  const { user } = await open('NIGHT')
  const styleOf = (widget: string) =>
    new RegExp(`style="([^"]*)"[^>]*data-candor-widget="${widget}"`).exec(preview())?.[1]
  expect(styleOf('reviewBox')).toContain('--candor-back:#211e18')
  expect(styleOf('submitForm')).toContain('--candor-back:#ffffff')
  const stars = screen.getByRole('textbox', { name: 'Stars' })
  await user.clear(stars)
  await user.type(stars, '#fff3b0')
  expect(screen.getByText('“Stars” is hard to see on its background.')).toBeInTheDocument()
})

test('fills in the theme’s colors without saving', async () => {
  const { user, environment } = await open()
  await user.click(screen.getByRole('button', { name: 'Use my theme’s colors' }))
  await answer(environment, 'TakeFromThemeQuery', {
    viewer: {
      shop: {
        __typename: 'Shop',
        id: 'shop',
        themeBrand: {
          primaryColor: '#8a3b2a',
          textColor: null,
          backgroundColor: '#fbf7f0',
          font: null,
          corners: null,
          problem: null,
        },
      },
    },
  })
  expect(await screen.findByText(/Taken from your theme/)).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Buttons' })).toHaveValue('#8a3b2a')
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('#1e1b16')
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
})
