import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { RouteObject } from 'react-router'
import { CAROUSEL } from '../../../../rules/settings/carousel.ts'
import { POPUP } from '../../../../rules/settings/popup.ts'
import { toGraphql } from '../../../../rules/settings/shape.ts'
import { STAR_RATING } from '../../../../rules/settings/star-rating.ts'
import { REVIEW_BOX } from '../../../../rules/settings/review-box.ts'
import { WIDGET_KEYS } from '../../../storefront/widgets/widgets.ts'
import { answer, asked, show } from '../../../testing/render.tsx'
import { SaveBarHost } from '../../shell/SaveBar.tsx'
import { Component as CarouselPage } from './carousel/CarouselPage.tsx'
import { carouselLoader } from './carousel/carouselLoader.ts'
import { displayLoader } from './displayLoader.ts'
import { Component as DisplaySettingsPage } from './DisplaySettingsPage.tsx'
import { Component as PopupPage } from './popup/PopupPage.tsx'
import { popupLoader } from './popup/popupLoader.ts'
import { Component as SidebarPage } from './star-rating/SidebarPage.tsx'
import { Component as StarRatingPage } from './star-rating/StarRatingPage.tsx'
import { starRatingLoader } from './star-rating/starRatingLoader.ts'

const box = {
  id: 'b',
  version: 3,
  ...(toGraphql(REVIEW_BOX.shape, {
    ...REVIEW_BOX.defaults,
    dateFormat: 'YYYY-MM-DD',
    starIconType: 'heart',
  }) as object),
}
const documents = { starRating: STAR_RATING, carousel: CAROUSEL, popup: POPUP }

/** Returns a shop of examples with the widgets of a settings document turned on. */
const shopWith = (key: keyof typeof documents, on: object) => ({
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
  reviewBox: box,
  general: {
    id: 'g',
    hideReviewDate: false,
    enableCountryFlag: false,
    isRtlStore: false,
    isUsingPresetV2: true,
    enableUGCContent: false,
    hideProductDetailOnSeeMore: false,
  },
  ratingSummary: { count: 0, average: 0, histogram: [0, 0, 0, 0, 0] },
  pickedReviews: [],
  pickedPhotos: [],
  [key]: { ...(toGraphql(documents[key].shape, { ...documents[key].defaults, ...on }) as object), id: key, version: 2 },
})

async function open(
  key: keyof typeof documents,
  {
    loader,
    element,
    on,
    at = '/page',
  }: { loader: RouteObject['loader']; element: React.ReactElement; on: object; at?: string },
) {
  const shown = await show(
    [{ path: '/page', ...(loader && { loader }), element: <SaveBarHost>{element}</SaveBarHost> }],
    { at },
  )
  await answer(shown.environment, `${key}LoaderQuery`, { viewer: { shop: shopWith(key, on) } })
  return { ...shown, user: userEvent.setup() }
}

function preview(): Element {
  const host = document.createElement('div')
  host.innerHTML = screen.getByTitle('Preview of the widget').getAttribute('srcdoc') ?? ''
  return host
}
const widget = (name: string): Element | null => preview().querySelector(`[data-candor-widget=${name}]`)
const widgets = (): (string | null)[] =>
  [...preview().querySelectorAll('[data-candor-widget]')].map((each) => each.getAttribute('data-candor-widget'))

test('previews a changed star rating and links back to the quick start', async () => {
  const { user } = await open('starRating', {
    loader: starRatingLoader,
    element: <StarRatingPage />,
    on: {},
    at: '/page?quickstart=true',
  })
  expect(screen.getByRole('link', { name: /Back to quick start/ })).toBeInTheDocument()
  expect(widgets()).toEqual(['starRating'])
  expect(widget('starRating')?.querySelector('.candor-badge-rate')).not.toBeNull()
  await user.selectOptions(screen.getByLabelText('Style'), 'Stars and number of reviews')
  expect(widget('starRating')?.querySelector('.candor-badge-rate')).toBeNull()
  await user.click(screen.getByLabelText('Show the star breakdown on click'))
  expect(widget('starRating')?.querySelector('[popover]')).not.toBeNull()
  await user.click(screen.getByLabelText('Lists of products'))
  expect(screen.getByLabelText('Lists on the home page')).toBeDisabled()
  await user.click(screen.getByLabelText('Show the star rating'))
  expect(widget('starRating')).toBeNull()
})

test('edits the sidebar as another view of the star rating’s document', async () => {
  const { user, environment } = await open('starRating', {
    loader: starRatingLoader,
    element: <SidebarPage />,
    on: { enableSidebar: true },
  })
  expect(widgets()).toEqual(['reviewSidebar'])
  await user.selectOptions(screen.getByLabelText('Position on desktop'), 'Bottom left')
  await user.click(screen.getByLabelText('Thumb'))
  await user.click(screen.getByLabelText('Show on mobile'))
  expect(widget('reviewSidebar')).toHaveClass('candor-side-bottomLeft', 'candor-icon-thumb', 'candor-no-mobile')
  await user.selectOptions(screen.getByLabelText('Reviews to show'), '5 stars only')
  expect(widget('reviewSidebar')?.querySelectorAll('.candor-review')).toHaveLength(2)
  await user.type(screen.getByLabelText('Don’t show on these pages'), '/cart')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(asked(environment, 'starRatingFormMutation').request.variables).toEqual({
    input: {
      desktopPosition: 'BOTTOM_LEFT',
      floatButton: { icon: 'THUMB' },
      showOnMobile: false,
      minimumRating: 'five',
      excludedPages: '/cart',
      version: 2,
    },
  })
})

test('previews the carousels’ fields', async () => {
  const { user } = await open('carousel', {
    loader: carouselLoader,
    element: <CarouselPage />,
    on: { enableCarousel: true },
  })
  expect(widgets()).toEqual(['reviewCarousel', 'galleryCarousel'])
  expect(widget('reviewCarousel')?.querySelectorAll('.candor-review')).toHaveLength(3)
  // A shop without photos sees sample photos.
  expect(widget('galleryCarousel')?.querySelectorAll('.candor-review img')).toHaveLength(3)
  await user.selectOptions(screen.getByLabelText('Reviews to show'), '5 stars only')
  expect(widget('reviewCarousel')?.querySelectorAll('.candor-review')).toHaveLength(2)
  await user.click(screen.getByLabelText('Show arrows on mobile'))
  expect(widget('reviewCarousel')).toHaveClass('candor-row-nav')
  await user.click(screen.getByLabelText('Show the carousels'))
  expect(widget('reviewCarousel')).toBeNull()
})

test('previews the popup’s fields and asks for pages only if needed', async () => {
  const { user } = await open('popup', { loader: popupLoader, element: <PopupPage />, on: { enabled: true } })
  await user.selectOptions(screen.getByLabelText('Position on desktop'), 'Top right')
  await user.selectOptions(screen.getByLabelText('Style on desktop'), 'Compact')
  await user.selectOptions(screen.getByLabelText('Without a photo, show'), 'Nothing')
  expect(widget('reviewPopup')?.querySelector('.candor-pop-image')).not.toBeNull()
  await user.click(screen.getByLabelText('Show photos of reviews'))
  expect(widget('reviewPopup')).toHaveClass('candor-at-topRight', 'candor-pop-compact')
  expect(widget('reviewPopup')?.querySelector('.candor-pop-image')).toBeNull()
  expect(screen.queryByLabelText('Show on these pages')).toBeNull()
  await user.click(screen.getByLabelText('Only these pages'))
  const pages = screen.getByLabelText('Show on these pages')
  // A refused field in a folded section opens it.
  const section = pages.closest('details')!
  section.open = false
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(pages).toHaveAccessibleDescription(expect.stringContaining('Enter at least one page'))
  expect(section).toHaveAttribute('open')
  expect(pages).toHaveFocus()
})

test('takes the popup’s times in seconds, saves milliseconds, and names a valid value in errors', async () => {
  const { user, environment } = await open('popup', {
    loader: popupLoader,
    element: <PopupPage />,
    on: { enabled: true },
  })
  const field = screen.getByLabelText('Show each review for')
  expect(field).toHaveDisplayValue('5')
  await user.clear(field)
  await user.type(field, '0.5')
  await user.type(screen.getByLabelText('Don’t show on these pages'), 'mailto:me')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(field).toHaveAccessibleDescription(
    expect.stringContaining('Enter a number of seconds from 1 to 600, for example 5'),
  )
  expect(screen.getByText('Enter one page per line, such as /pages/about or /collections/*')).toBeInTheDocument()
  await user.clear(field)
  await user.type(field, '7.5')
  await user.clear(screen.getByLabelText('Don’t show on these pages'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(asked(environment, 'popupFormMutation').request.variables).toEqual({
    input: { showDuration: 7500, version: 2 },
  })
})

const placement = (widget: string, isPlaced: boolean | null, supportAppBlock = true) => ({
  widget,
  isPlaced,
  supportAppBlock,
  addUrl: `https://theme.test/${widget}`,
})

async function openTable(count: number) {
  const shown = await show([{ path: '/display-settings', loader: displayLoader, element: <DisplaySettingsPage /> }], {
    at: '/display-settings',
  })
  const on = (id: string, fields: object) => ({ id, ...fields })
  await answer(shown.environment, 'displayLoaderQuery', {
    viewer: {
      shop: {
        __typename: 'Shop',
        id: 'shop',
        feeds: { google: 'https://candor.test/feeds/google/x.xml', meta: 'https://candor.test/feeds/meta/x.csv' },
        feedReads: { google: '2031-07-01T10:30:00.000Z', meta: null },
        ratingSummary: { count },
        starRating: on('s', { enableStarRating: true, enableSidebar: false }),
        carousel: on('c', { enableCarousel: false }),
        popup: on('p', { enabled: true }),
        testimonials: on('t', { enableTestimonial: true }),
        submitForm: on('f', { enabled: false }),
        allReviews: on('a', { enabled: true }),
        instagramWidget: on('ig', { enabled: false }),
        customerPortalReviews: on('r', { enabled: true }),
      },
    },
  })
  return { ...shown, row: (name: RegExp) => within(screen.getByRole('row', { name })) }
}

test('lists every widget, whether it is on, its place and the next step', async () => {
  const { environment, row } = await openTable(3)
  expect(screen.getAllByRole('row')).toHaveLength(1 + WIDGET_KEYS.length)
  // The platform has not answered yet.
  expect(row(/^Popup/).getByText('On')).toBeInTheDocument()
  expect(row(/^Popup/).getByText('Checking your theme…')).toBeInTheDocument()
  expect(row(/^Popup/).getByRole('link', { name: 'Customize: Popup' })).toHaveAttribute(
    'href',
    '/display-settings/popup',
  )
  expect(row(/^Photo carousel/).getByText('Home, product, and catalog pages')).toBeInTheDocument()
  await answer(environment, 'ThemePlacementQuery', {
    viewer: {
      shop: {
        __typename: 'Shop',
        id: 'shop',
        themePlacements: [
          placement('reviewPopup', true),
          placement('reviewSidebar', true),
          placement('starRating', false),
          placement('testimonials', false, false),
          placement('allReviews', null),
        ],
      },
    },
  })
  expect(row(/^Popup/).getByText('In your theme')).toBeInTheDocument()
  expect(row(/^Popup/).getByRole('link', { name: 'Customize: Popup' })).toBeInTheDocument()
  expect(row(/^Sidebar/).getByText('Off')).toBeInTheDocument()
  expect(row(/^Sidebar/).getByRole('link', { name: 'Turn on: Sidebar' })).toHaveAttribute(
    'href',
    '/display-settings/sidebar',
  )
  expect(row(/^Star rating/).getByText('Not in your theme')).toBeInTheDocument()
  expect(row(/^Star rating/).getByRole('link', { name: 'Add to theme: Star rating' })).toHaveAttribute(
    'href',
    'https://theme.test/starRating',
  )
  expect(row(/^Testimonials/).getByRole('link', { name: 'Check your theme for: Testimonials' })).toHaveAttribute(
    'href',
    '/display-settings/testimonial',
  )
  expect(row(/^All reviews page/).getByText('Not checked')).toBeInTheDocument()
  expect(row(/^All reviews page/).getByRole('link', { name: 'Customize: All reviews page' })).toBeInTheDocument()
})

test('leads from a placed widget to collecting reviews if the shop has none', async () => {
  const { environment, row } = await openTable(0)
  await answer(environment, 'ThemePlacementQuery', {
    viewer: {
      shop: {
        __typename: 'Shop',
        id: 'shop',
        themePlacements: [placement('reviewPopup', true), placement('starRating', false)],
      },
    },
  })
  expect(row(/^Popup/).getByRole('link', { name: 'Collect reviews for: Popup' })).toBeInTheDocument()
  expect(row(/^Star rating/).getByRole('link', { name: 'Add to theme: Star rating' })).toBeInTheDocument()
})
