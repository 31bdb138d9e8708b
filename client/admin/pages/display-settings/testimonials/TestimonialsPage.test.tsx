import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, show } from '../../../../testing/render.tsx'
import { globalIdOf } from '../../../shell/relay/rowIds.ts'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { stylesOf } from '../../../../storefront/widgets/widgets.ts'
import { REVIEW_BOX } from '../../../../../rules/settings/review-box.ts'
import { toGraphql } from '../../../../../rules/settings/shape.ts'
import { Component as TestimonialsPage } from './TestimonialsPage.tsx'
import { testimonialsLoader } from './testimonialsLoader.ts'

const box = {
  id: 'b',
  version: 3,
  ...(toGraphql(REVIEW_BOX.shape, {
    ...REVIEW_BOX.defaults,
    dateFormat: 'YYYY-MM-DD',
    starIconType: 'heart',
  }) as object),
}
const testimonials = {
  id: 't',
  version: 2,
  enableTestimonial: true,
  layout: 'MODERN',
  testimonialsSource: 'RECENT',
  selectedReviews: [],
  selectedProducts: [],
  maxRecentReviews: 3,
  autoNavigate: true,
  autoNavigateInterval: 10,
  quoteIcon: 'CLASSIC',
  font: 'INHERIT',
  showReviewDate: true,
  showOnDesktop: true,
  showOnMobile: true,
  customCss: '',
  colours: {
    text: '#1e1b16',
    mutedText: '#6a6255',
    background: '#ffffff',
    star: '#d98e04',
    emptyStar: '#ddd5c6',
    quote: '#1f5b45',
  },
}
const shop = {
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
  testimonials,
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
}

const visit = () =>
  show(
    [
      {
        path: '/display-settings/testimonial',
        loader: testimonialsLoader,
        element: (
          <SaveBarHost>
            <TestimonialsPage />
          </SaveBarHost>
        ),
      },
    ],
    { at: '/display-settings/testimonial' },
  )

async function open() {
  const shown = await visit()
  await answer(shown.environment, 'testimonialsLoaderQuery', { viewer: { shop } })
  return { ...shown, user: userEvent.setup() }
}

function preview(): HTMLElement {
  const host = document.createElement('div')
  host.innerHTML = screen.getByTitle('Preview of the widget').getAttribute('srcdoc') ?? ''
  return host
}

test('previews every style setting in the shipped widget', async () => {
  const { user } = await open()
  const widget = () => preview().querySelector('[data-candor-widget=testimonials]')
  expect(widget()).toHaveClass('candor-t-modern', 'candor-icon-heart', 'candor-font-inherit')
  expect(preview().querySelectorAll('.candor-slide')).toHaveLength(3)
  // The state after the live module has run, with the styles that the arrows and faces have in a theme.
  expect(preview().querySelector('.candor-arrows')).not.toHaveAttribute('hidden')
  expect(stylesOf(['testimonials'])).toEqual(['common', 'box', 'review', 'testimonials'])
  await user.clear(screen.getByLabelText('Number of reviews'))
  await user.type(screen.getByLabelText('Number of reviews'), '2')
  expect(preview().querySelectorAll('.candor-slide')).toHaveLength(2)
  await user.click(screen.getByLabelText('Multiple'))
  await user.selectOptions(screen.getByLabelText('Font'), 'Serif')
  expect(widget()).toHaveClass('candor-t-multiple', 'candor-font-serif')
  await user.selectOptions(screen.getByLabelText('Quotation mark', { selector: 'select' }), 'None')
  expect(preview().querySelector('.candor-quote')).toBeNull()
  expect(preview().querySelector('time')).not.toBeNull()
  await user.click(screen.getByLabelText('Show the date of each review'))
  expect(preview().querySelector('time')).toBeNull()
  await user.click(screen.getByLabelText('Show testimonials'))
  expect(widget()).toBeNull()
})

test('keeps the place of header, tools and preview while data loads', async () => {
  const { environment } = await visit()
  const stage = () => document.querySelector<HTMLElement>('.c-design > .c-preview > .c-preview-stage')
  const frame = () => ({ ...stage()?.dataset, heading: screen.getByRole('heading', { level: 1 }).textContent })
  const tools = () => document.querySelectorAll('.c-preview-tools > *').length
  const waiting = [frame(), tools()]
  expect(waiting).toEqual([{ device: 'desktop', widget: 'testimonials', heading: 'Testimonials' }, 4])
  expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument()
  const review = {
    __typename: 'Review',
    id: globalIdOf('Review', '0190a000-0000-7000-8000-000000000002'),
    title: 'Sturdy',
    content: 'Chosen for the store',
    rate: 5,
    firstName: 'Ada',
    lastName: 'Byron',
    createdAt: '2026-03-01T10:00:00.000Z',
    verified: true,
    verifiedByOrder: true,
    incentivized: false,
    country: null,
    provenance: { kind: 'PAGE', from: '' },
    featured: false,
    pinned: false,
    variantTitle: '',
    helpful: 0,
    unhelpful: 0,
    media: [],
    reply: null,
    product: null,
  }
  await answer(environment, 'testimonialsLoaderQuery', { viewer: { shop: { ...shop, pickedReviews: [review] } } })
  expect([frame(), tools()]).toEqual(waiting)
  expect(screen.queryByTitle('Preview of the widget')).not.toBeInTheDocument()
  await answer(environment, 'TestimonialsPreviewQuery', {
    viewer: { shop: { __typename: 'Shop', id: 'shop', testimonialReviews: [review] } },
  })
  expect([frame(), tools()]).toEqual(waiting)
  expect(preview()).toHaveTextContent('Chosen for the store')
})

test('shows author, product and the full text of reviews in the picker', async () => {
  const { user, environment } = await open()
  await user.click(screen.getByLabelText(/^Manually added/))
  await answer(environment, 'ReviewPickerQuery', {
    viewer: {
      shop: {
        __typename: 'Shop',
        id: 'shop',
        reviews: {
          edges: [
            {
              node: {
                __typename: 'Review',
                id: globalIdOf('Review', '0190a000-0000-7000-8000-000000000001'),
                rate: 4,
                title: 'Sturdy',
                content: 'Long '.repeat(40),
                firstName: 'Ada',
                lastName: 'Byron',
                createdAt: '2026-03-01T10:00:00.000Z',
                testimonial: false,
                product: { id: 'p', title: 'Mug', image: '/mug.webp' },
                media: [{ id: 'm', url: '/photo.webp', thumbnailUrl: '/photo-small.webp', hidden: false }],
              },
            },
          ],
        },
      },
    },
  })
  expect(screen.getByText('Mug')).toBeInTheDocument()
  expect(screen.getByText('Mar 1, 2026')).toBeInTheDocument()
  expect(screen.getByAltText('Photo in the review')).toHaveAttribute('src', '/photo-small.webp')
  expect(screen.getByText(/^Sturdy – Long/)).toHaveClass('c-picked-clamp')
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(screen.getByText(/^Sturdy – Long/)).not.toHaveClass('c-picked-clamp')
  await user.click(screen.getByRole('checkbox', { name: /Ada Byron/ }))
  expect(screen.getByText('1 of 10 selected')).toBeInTheDocument()
})

test('warns of low contrast, and asks for seconds only if the layout moves', async () => {
  const { user } = await open()
  expect(screen.queryByText(/hard to read/)).not.toBeInTheDocument()
  const text = screen.getByRole('textbox', { name: 'Text' })
  await user.clear(text)
  await user.type(text, '#eeeeee')
  await waitFor(() => expect(screen.getByText(/hard to read/)).toBeInTheDocument())
  expect(screen.getByLabelText('Time per testimonial')).toBeInTheDocument()
  await user.click(screen.getByLabelText('Move to the next testimonial automatically'))
  expect(screen.queryByLabelText('Time per testimonial')).not.toBeInTheDocument()
})
