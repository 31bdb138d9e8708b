import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { REVIEW_BOX } from '../../../../../rules/settings/review-box.ts'
import { toGraphql } from '../../../../../rules/settings/shape.ts'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { boxLoader } from './boxLoader.ts'
import { Component as ReviewBoxPage } from './ReviewBoxPage.tsx'

const settings = {
  id: 'b',
  version: 3,
  ...(toGraphql(REVIEW_BOX.shape, { ...REVIEW_BOX.defaults, dateFormat: 'YYYY-MM-DD' }) as typeof REVIEW_BOX.defaults),
}
const general = {
  id: 'g',
  version: 5,
  isUsingPresetV2: true,
  enableUGCContent: false,
  isInfiniteScrollingBlockAll: false,
  enableGGTopQuality: false,
  positionGGTopQuality: 'BOTTOM_RIGHT',
  hideProductDetailOnSeeMore: false,
  hideReviewDate: false,
  enableCountryFlag: false,
  isRtlStore: false,
}
const plain = {
  title: '',
  content: 'Fine',
  country: 'FR',
  provenance: { kind: 'PAGE', from: '' },
  product: null,
  verified: false,
  verifiedByOrder: false,
  incentivized: false,
  featured: false,
  pinned: false,
  variantTitle: 'Blue',
  helpful: 0,
  unhelpful: 0,
  media: [],
  reply: null,
}
const reviews = [
  {
    ...plain,
    id: 'r1',
    rate: 5,
    firstName: 'Ada',
    lastName: 'Byron',
    createdAt: '2026-03-01T10:00:00.000Z',
    content: '<b>bold</b>',
  },
  { ...plain, id: 'r2', rate: 1, firstName: 'Grace', lastName: 'Hopper', createdAt: '2026-02-01T10:00:00.000Z' },
]
const shop = (published: object[]) => ({
  __typename: 'Shop',
  id: 'shop',
  name: 'Fernhill Goods',
  ianaTimezone: 'UTC',
  plan: 'advanced',
  enableRemoveBranding: false,
  branding: {
    id: 'br',
    version: 0,
    primaryColor: '#1f5b45',
    textColor: '#1e1b16',
    backgroundColor: '#ffffff',
    starColor: '#d98e04',
    font: 'inherit',
    starIcon: 'STAR',
    corners: 'SOFT',
    logo: '',
    isRemoveBranding: false,
  },
  reviewBox: settings,
  general,
  specialFonts: false,
  ratingSummary: { count: published.length, average: 3, histogram: [1, 0, 0, 0, 1] },
  pickedReviews: published,
  pickedPhotos: [],
})

async function open(published: object[] = reviews, more: object = {}) {
  const shown = await show(
    [
      {
        path: '/display-settings/box',
        loader: boxLoader,
        element: (
          <SaveBarHost>
            <ReviewBoxPage />
          </SaveBarHost>
        ),
      },
    ],
    { at: '/display-settings/box' },
  )
  await answer(shown.environment, 'boxLoaderQuery', { viewer: { shop: { ...shop(published), ...more } } })
  return { ...shown, user: userEvent.setup() }
}

/** Returns the content of the preview's frame in an element of this document: jsdom loads no frames. */
function preview(): HTMLElement {
  const host = document.createElement('div')
  host.innerHTML = screen.getByTitle('Preview of the widget').getAttribute('srcdoc') ?? ''
  return host
}

test('previews the widget with the shop’s own reviews and every setting', async () => {
  const { user } = await open()
  const box = () => preview().querySelector('.candor-box')
  expect(box()).toHaveClass('candor-list', 'candor-icon-star')
  expect(preview()).toHaveTextContent('<b>bold</b>')
  await user.click(screen.getByLabelText('Grid'))
  await user.selectOptions(screen.getByLabelText('Columns on mobile'), 'Two')
  await user.click(screen.getByLabelText('Heart'))
  expect(box()).toHaveClass('candor-grid', 'candor-icon-heart')
  expect(box()).toHaveAttribute('style', expect.stringContaining('--candor-columns:2'))
  await user.selectOptions(screen.getByLabelText('Reviewer names'), 'M. K.')
  await user.selectOptions(screen.getByLabelText('Dates'), '31.10.2026')
  await user.selectOptions(screen.getByLabelText('Default sort'), 'Lowest rating')
  const first = preview().querySelector('.candor-review')
  expect(first).toHaveTextContent('G. H.')
  expect(first).toHaveTextContent('01.02.2026')
  await user.click(screen.getByRole('button', { name: 'Night' }))
  expect(box()).toHaveAttribute('style', expect.stringContaining('--candor-back:#211e18'))
  expect(preview().querySelector('#candor-name')).toBeRequired()
  await user.click(screen.getByLabelText('Require a name'))
  expect(preview().querySelector('#candor-name')).not.toBeRequired()
  await user.click(screen.getByRole('button', { name: 'Show form' }))
  expect(preview().querySelector('.candor-write')).toHaveAttribute('data-candor-open')
})

test('previews pinned reviews first, even on a shorter page, and photos first if the box sorts so', async () => {
  const photo = {
    id: 'p1',
    kind: 'IMAGE',
    url: '/files/mug.webp',
    thumbnailUrl: '/files/mug-small.webp',
    mediumUrl: null,
    width: 900,
    height: 900,
    hidden: false,
  }
  const [newest, pinned, withPhoto] = [
    reviews[0],
    { ...reviews[1], pinned: true },
    { ...reviews[1], id: 'r3', firstName: 'Mary', createdAt: '2025-01-01T10:00:00.000Z', media: [photo] },
  ]
  const { user } = await open(undefined, {
    pickedReviews: [newest, pinned],
    pickedPhotos: [withPhoto],
    ratingSummary: { count: 3, average: 3, histogram: [2, 0, 0, 0, 1] },
    reviewBox: { ...settings, perPage: 2 },
  })
  const authors = () =>
    [...preview().querySelectorAll('.candor-review')].map(({ textContent }) => /Ada|Grace|Mary/.exec(textContent)?.[0])
  expect(authors()).toEqual(['Grace', 'Ada'])
  await user.click(screen.getByLabelText('Photo reviews first'))
  expect(authors()).toEqual(['Grace', 'Mary'])
})

test('previews the general settings: hidden dates, flags, right to left', async () => {
  await open(undefined, { general: { ...general, hideReviewDate: true, enableCountryFlag: true, isRtlStore: true } })
  expect(preview()).not.toHaveTextContent('2026')
  expect(preview().querySelector('.candor-review')).toHaveTextContent('🇫🇷')
  expect(preview().querySelector('.candor-box')).toHaveAttribute('dir', 'rtl')
})

test('previews one review, none, and the page right to left', async () => {
  const { user } = await open()
  const choose = (name: string) => user.selectOptions(screen.getByLabelText('Reviews in the preview'), name)
  await choose('One review')
  expect(preview().querySelectorAll('.candor-review')).toHaveLength(1)
  await choose('No reviews')
  expect(preview().querySelector('.candor-empty')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Right to left' }))
  expect(preview().querySelector('.candor-box')).toHaveAttribute('dir', 'rtl')
})

test('allows no scripts in the preview’s frame', async () => {
  await open()
  expect(screen.getByTitle('Preview of the widget')).toHaveAttribute('sandbox', '')
})

test('previews examples for a shop without reviews', async () => {
  await open([])
  expect(screen.getByText(/sample reviews/)).toBeInTheDocument()
  expect(preview().querySelectorAll('.candor-review')).toHaveLength(3)
})

test('saves changes with the loaded version and shows a wrong color’s error at its field', async () => {
  const { user, environment } = await open()
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument()
  const field = screen.getByRole('textbox', { name: 'Text' })
  await user.clear(field)
  await user.type(field, 'red')
  const save = () =>
    user.click(within(screen.getByRole('region', { name: 'Unsaved changes' })).getByRole('button', { name: 'Save' }))
  await save()
  expect(field).toHaveAccessibleDescription('Enter a color like #1f5b45')
  await user.clear(field)
  await user.type(field, '#123456')
  await user.click(screen.getByLabelText('Rounded'))
  await save()
  expect(asked(environment, 'boxFormMutation').request.variables).toEqual({
    input: { starIconType: 'ROUNDED_STAR', colours: { text: '#123456' }, version: 3 },
  })
})

const root = () => preview().querySelector('.candor-box')
type User = Awaited<ReturnType<typeof open>>['user']
const pick = (label: string, option: string) => (user: User) => user.selectOptions(screen.getByLabelText(label), option)
const press = (label: string) => (user: User) => user.click(screen.getByLabelText(label))
const both =
  (...acts: ((user: User) => Promise<void>)[]) =>
  async (user: User) => {
    for (const act of acts) await act(user)
  }

test.each<[string, (user: User) => Promise<void>, () => void]>([
  ['the design', press('Simple'), () => expect(root()).toHaveClass('candor-design-simple')],
  [
    'columns on desktop',
    both(press('Grid'), pick('Columns on desktop', 'Four')),
    () => expect(root()).toHaveAttribute('style', expect.stringContaining('--candor-wide:4')),
  ],
  [
    'the card size',
    both(press('Carousel'), pick('Card size', 'Large')),
    () => expect(root()).toHaveClass('candor-card-large'),
  ],
  [
    'photos on cards',
    both(press('Carousel'), pick('Photos on cards', 'Large, above the text')),
    () => expect(root()).toHaveClass('candor-leads'),
  ],
  ['the avatar', pick('Avatar', 'None'), () => expect(preview().querySelector('.candor-face')).toBeNull()],
  [
    'the font',
    pick('Font', 'Playfair Display'),
    () =>
      expect(preview().querySelector('style')?.textContent).toMatch(
        /^@import url\("\/storefront\/fonts\/playfair-display.css"\)/,
      ),
  ],
  ['the variant', press('Show the reviewed variant'), () => expect(preview()).not.toHaveTextContent('Blue')],
  [
    'the pages',
    pick('More reviews', '“Next page” button'),
    () => expect(preview().querySelector('#candor-more:not([data-candor-more])')).not.toBeNull(),
  ],
  ['infinite scroll', press('Infinite scroll'), () => expect(root()).toHaveAttribute('data-candor-endless')],
  [
    'the top quality badge',
    both(press('Show a top quality badge'), pick('Corner', 'Bottom left')),
    () => expect(preview().querySelector('.candor-quality-bottomLeft')).toHaveTextContent('4.8'),
  ],
  [
    'the pop-up',
    press('Pop-up'),
    () => expect(preview().querySelector('button[popovertarget=candor-write]')).not.toBeNull(),
  ],
  [
    'a hidden button',
    press('Show the button in the summary'),
    () => expect(preview().querySelector('.candor-head .candor-act')).toBeNull(),
  ],
])('previews %s', async (_what, act, check) => {
  const { user } = await open(undefined, { ratingSummary: { count: 40, average: 4, histogram: [0, 0, 0, 40, 0] } })
  await act(user)
  check()
})

test('saves a palette by name, and leaves it after a custom color', async () => {
  const { user, environment } = await open()
  await user.click(screen.getByRole('button', { name: 'Plain' }))
  const field = screen.getByRole('textbox', { name: 'Text' })
  await user.clear(field)
  await user.type(field, '#123456')
  await user.click(
    within(screen.getByRole('region', { name: 'Unsaved changes' })).getByRole('button', { name: 'Save' }),
  )
  const { input } = asked(environment, 'boxFormMutation').request.variables as {
    input: { preset?: string; colours: object }
  }
  expect(input.preset).toBeUndefined()
  expect(input.colours).toMatchObject({ text: '#123456', star: '#111111' })
})

test('saves a switch of the general settings with their version, and offers special fonts only with the shop’s flag', async () => {
  const { user, environment } = await open()
  expect(within(screen.getByLabelText('Font')).queryByText('Lobster')).toBeNull()
  await user.click(screen.getByLabelText('Infinite scroll'))
  await user.click(
    within(screen.getByRole('region', { name: 'Unsaved changes' })).getByRole('button', { name: 'Save' }),
  )
  expect(asked(environment, 'switchesFormMutation').request.variables).toEqual({
    input: { isInfiniteScrollingBlockAll: true, version: 5 },
  })
})

test('requires a selector for a custom position', async () => {
  const { user, environment } = await open()
  await user.selectOptions(screen.getByLabelText('Position on product pages'), 'Next to an element of your theme')
  await user.click(
    within(screen.getByRole('region', { name: 'Unsaved changes' })).getByRole('button', { name: 'Save' }),
  )
  expect(screen.getByLabelText('CSS selector')).toHaveAccessibleDescription(
    expect.stringContaining('This field is required'),
  )
  expect(
    environment.mock.getAllOperations().some(({ request }) => request.node.operation.name === 'boxFormMutation'),
  ).toBe(false)
})

test('warns of low contrast', async () => {
  const { user } = await open()
  const field = screen.getByRole('textbox', { name: 'Secondary text' })
  await user.clear(field)
  await user.type(field, '#eeeeee')
  expect(screen.getByText(/“Secondary text” is hard to read on its background/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /^Use #/ }))
  expect(screen.queryByText(/hard to read/)).not.toBeInTheDocument()
  expect(field).not.toHaveValue('#eeeeee')
})

test('warns of vote colors with low contrast on the chosen palette', async () => {
  const { user } = await open(undefined, { reviewBox: { ...settings, isShowHelpful: true, likedColor: '#1f5b45' } })
  expect(screen.queryByText(/hard to read/)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Night' }))
  expect(screen.getByText('“Selected “Helpful”” is hard to read on its background.')).toBeInTheDocument()
})

test('keeps the other colors of a saved palette after one color changes', async () => {
  const { user, environment } = await open(undefined, { reviewBox: { ...settings, preset: 'NIGHT' } })
  expect(screen.getByRole('button', { name: 'Night' })).toHaveAttribute('aria-pressed', 'true')
  const field = screen.getByRole('textbox', { name: 'Stars' })
  await user.clear(field)
  await user.type(field, '#ffffff')
  await user.click(
    within(screen.getByRole('region', { name: 'Unsaved changes' })).getByRole('button', { name: 'Save' }),
  )
  expect(asked(environment, 'boxFormMutation').request.variables).toMatchObject({
    input: { preset: 'CUSTOM', colours: { star: '#ffffff', background: '#211e18' } },
  })
})

test('leaves a color to the brand', async () => {
  const branding = {
    id: 'br',
    version: 1,
    primaryColor: '#aa0033',
    textColor: '#222244',
    backgroundColor: '#fdf6f0',
    starColor: '#ff8800',
    font: 'inherit',
    starIcon: 'HEART',
    corners: 'SOFT',
    logo: '',
    isRemoveBranding: false,
  }
  const { user } = await open(undefined, {
    branding,
    reviewBox: { ...settings, colours: { ...settings.colours, button: '#1f5b45' } },
  })
  const style = () => preview().querySelector('.candor-box')?.getAttribute('style')
  expect(style()).toContain('--candor-act:#1f5b45')
  await user.click(screen.getByRole('button', { name: 'Button: Use brand color' }))
  expect(style()).toContain('--candor-act:#aa0033')
  expect(screen.getByRole('textbox', { name: 'Button' })).toHaveAttribute('placeholder', 'Brand color')
  await user.click(screen.getByRole('button', { name: 'Your brand' }))
  expect(style()).toContain('--candor-text:#222244')
})
