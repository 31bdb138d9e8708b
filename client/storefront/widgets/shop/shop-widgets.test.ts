import '@testing-library/jest-dom'
import { CAROUSEL } from '../../../../rules/settings/carousel.ts'
import { POPUP } from '../../../../rules/settings/popup.ts'
import { REVIEW_BOX } from '../../../../rules/settings/review-box.ts'
import { SIDEBAR_POSITIONS, STAR_RATING, type StarRatingSettings } from '../../../../rules/settings/star-rating.ts'
import { galleryCarousel, reviewCarousel } from './carousel.ts'
import type { Html } from '../html.ts'
import { reviewPopup } from './popup.ts'
import type { PageView, Say, ShownReview } from '../shown.ts'
import { reviewSidebar } from './sidebar.ts'
import { starRating } from '../star-rating.ts'

const say: Say = (id, params) => `${id}${params ? JSON.stringify(params) : ''}`
const photo = { kind: 'image', url: '/large', thumb: '/small', medium: '/medium', width: 800, height: 600 } as const
const plain: ShownReview = {
  id: '1',
  title: 'Warm',
  content: 'Keeps tea hot',
  rate: 5,
  author: 'Ada B.',
  createdAt: '2026-03-01T10:00:00.000Z',
  date: '1 Mar 2026',
  verified: 'order',
  incentivized: false,
  featured: true,
  media: [photo],
  reply: null,
  product: { title: 'Mug <1>', url: '/mug', image: '/mug.jpg' },
}
const bare: ShownReview = {
  ...plain,
  id: '2',
  title: '',
  author: '',
  media: [],
  featured: false,
  product: null,
  verified: null,
}
const view = (more: Partial<PageView> = {}): PageView => ({
  place: 'product',
  summary: { count: 4, average: 4.5, histogram: { 5: 3, 4: 0, 3: 1, 2: 0, 1: 0 } },
  reviews: [plain, bare],
  choice: { sort: 'recent', rate: null, after: null },
  next: null,
  design: { ...REVIEW_BOX.defaults, starIconType: 'heart' },
  say,
  locale: 'de',
  direction: 'ltr',
  shopName: 'Shop',
  source: '',
  form: null,
  ...more,
})
function dom({ text }: Html): HTMLElement {
  const host = document.createElement('div')
  host.innerHTML = text
  return host
}

describe('the star rating', () => {
  const badge = (settings: Partial<StarRatingSettings> = {}, more: Partial<PageView> = {}) =>
    dom(starRating({ ...view(more), settings: { ...STAR_RATING.defaults, ...settings } }))
  const none = { summary: { count: 0, average: 0, histogram: { 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 } } }

  test('has the box’s style and the preset’s text', () => {
    expect(badge().firstElementChild).toHaveClass('candor-icon-heart')
    expect(badge()).toHaveTextContent('4,5widget.count{"count":4}')
    expect(badge({ presetStarRating: 'simple' })).not.toHaveTextContent('4,5')
    const compact = badge({ presetStarRating: 'compact' })
    expect(compact.querySelector('.candor-stars')).toBeNull()
    expect(compact.querySelector('.candor-one')).toHaveAttribute('aria-label', 'widget.outOf{"rate":"4,5"}')
    expect(compact).toHaveTextContent('4,5(4)')
  })

  test('is empty if turned off, or hidden without reviews', () => {
    expect(badge({ enableStarRating: false })).toBeEmptyDOMElement()
    expect(badge({ hideNoStarRating: true }, none)).toBeEmptyDOMElement()
    expect(badge({}, none)).toHaveTextContent('widget.noReviews')
    expect(badge({ hideNoStarRating: true })).not.toBeEmptyDOMElement()
  })

  test('opens the distribution only on its product’s page', () => {
    const open = badge({ enablePopupReview: true })
    expect(open.querySelector('button')).toHaveAttribute('popovertarget', open.querySelector('[popover]')?.id)
    expect(open.querySelectorAll('.candor-rating-row')).toHaveLength(5)
    expect(open.querySelector('[popover] a')).toHaveAttribute('href', '#candor-reviews')
    expect(badge({ enablePopupReview: true }, { place: 'catalog' }).querySelector('button')).toBeNull()
    expect(badge({ enablePopupReview: true }, none).querySelector('button')).toBeNull()
  })

  test('includes custom styles once, and not in lists', () => {
    expect(badge({ customCss: 'b{color:red}' }).querySelectorAll('style')).toHaveLength(1)
    expect(badge({ customCss: 'b{color:red}' }, { place: 'home', isListed: true }).querySelector('style')).toBeNull()
  })
})

describe('the sidebar', () => {
  const side = (settings: Partial<StarRatingSettings> = {}, more: Partial<PageView> = {}) =>
    dom(reviewSidebar({ ...view(more), settings: { ...STAR_RATING.defaults, enableSidebar: true, ...settings } }))

  test('is a button that opens the reviews without a script', () => {
    const page = side()
    const panel = page.querySelector('[popover]')
    expect(page.querySelector('.candor-float')).toHaveAttribute('popovertarget', panel?.id)
    expect(panel?.querySelectorAll('.candor-review')).toHaveLength(2)
    expect(page.querySelector('.candor-close')).toHaveAttribute('popovertargetaction', 'hide')
    expect(panel).toHaveTextContent('widget.featured')
    expect(page.firstElementChild).toHaveAttribute('data-candor-widget', 'reviewSidebar')
  })

  test.each(SIDEBAR_POSITIONS)('is placed at %s', (position) => {
    expect(side({ desktopPosition: position, mobilePosition: position }).firstElementChild).toHaveClass(
      `candor-side-${position}`,
      `candor-side-m-${position}`,
    )
  })

  test('has its button’s colors, icon and devices', () => {
    const root = side({
      floatButton: { background: '#123456', text: '#fedcba', icon: 'thumb' },
      showOnDesktop: false,
      showOnMobile: false,
    }).firstElementChild
    expect(root).toHaveAttribute('style', expect.stringContaining('--candor-float:#123456;--candor-float-text:#fedcba'))
    expect(root).toHaveClass('candor-icon-thumb', 'candor-no-desktop', 'candor-no-mobile')
  })

  test('is empty if turned off or without reviews; has custom styles', () => {
    expect(side({ enableSidebar: false })).toBeEmptyDOMElement()
    expect(side({}, { reviews: [] })).toBeEmptyDOMElement()
    expect(side({ customCss: 'b{color:red}' }).querySelector('style')).toHaveTextContent(
      '[data-candor-widget=reviewSidebar]',
    )
  })
})

describe('the carousels', () => {
  const settings = { ...CAROUSEL.defaults, enableCarousel: true }

  test('show cards with photos and products, unless these are hidden', () => {
    const cards = dom(reviewCarousel({ ...view(), settings }))
    expect(cards.querySelectorAll('.candor-review')).toHaveLength(2)
    expect(cards.querySelector('.candor-of')).toHaveTextContent('Mug <1>')
    expect(cards.querySelectorAll('.candor-shot')).toHaveLength(1)
    expect(cards.querySelector('dialog')).not.toBeNull()
    const less = dom(
      reviewCarousel({ ...view(), settings: { ...settings, hideCarouselImages: true, hideCarouselProductName: true } }),
    )
    expect(less.querySelector('.candor-of')).toBeNull()
    expect(less.querySelector('.candor-shot, dialog')).toBeNull()
  })

  test('show photos with their author’s name and reserved space', () => {
    const gallery = dom(
      galleryCarousel({
        ...view({
          reviews: [plain, bare, { ...plain, media: [photo, { ...photo, kind: 'video', thumb: null, medium: null }] }],
        }),
        settings: { ...settings, hideCarouselImages: true },
      }),
    )
    expect([...gallery.querySelectorAll('.candor-shot')].map((shot) => shot.getAttribute('aria-label'))).toEqual([
      'widget.photo{"number":1,"author":"Ada B."}',
      'widget.photo{"number":1,"author":"Ada B."}',
      'widget.video{"number":2,"author":"Ada B."}',
    ])
    expect(gallery.querySelector('img')).toHaveAttribute('src', '/medium')
    expect(gallery.querySelector('img')).toHaveAttribute('width', '220')
    expect(gallery.firstElementChild).toHaveAttribute('data-candor-widget', 'galleryCarousel')
  })

  test('color the heading, keep arrows on phones, and hide them until the script has loaded', () => {
    const root = dom(
      reviewCarousel({
        ...view(),
        settings: { ...settings, carouselHeadingColor: '#123456', showMobileNavigation: true },
      }),
    ).firstElementChild
    expect(root).toHaveAttribute('style', expect.stringContaining('--candor-heading:#123456'))
    expect(root).toHaveClass('candor-row-nav')
    expect(root?.querySelector('.candor-arrows')).toHaveAttribute('hidden')
  })

  test('are empty if turned off or without content', () => {
    expect(dom(reviewCarousel({ ...view(), settings: CAROUSEL.defaults }))).toBeEmptyDOMElement()
    expect(dom(reviewCarousel({ ...view({ reviews: [] }), settings }))).toBeEmptyDOMElement()
    expect(dom(galleryCarousel({ ...view({ reviews: [bare] }), settings }))).toBeEmptyDOMElement()
  })
})

describe('the popup', () => {
  const popup = (settings: Partial<typeof POPUP.defaults> = {}, reviews: readonly ShownReview[] = [plain, bare]) =>
    dom(reviewPopup({ ...view({ reviews }), settings: { ...POPUP.defaults, enabled: true, ...settings } }))

  test('marks a translation and holds the original', () => {
    const language = { tag: 'en', name: 'Englisch' }
    const original = { title: 'Great', content: 'Warm.', language, isTranslation: false }
    const mark = popup({}, [{ ...plain, original }]).querySelector('details')
    expect(mark?.querySelector('summary')?.textContent).toContain('translatedFrom')
    expect(mark?.querySelector('[lang=en]')?.textContent).toBe('Great')
  })

  test('shows the first review, after its delay and for its duration', () => {
    const root = popup({ delayDuration: 1500, showDuration: 4000, hideDuration: 7000 }).firstElementChild
    expect(root).toHaveAttribute('style', expect.stringContaining('--candor-delay:1500ms;--candor-show:4000ms'))
    expect(root).toHaveAttribute('data-candor-hide', '7000')
    expect([...(root?.querySelectorAll('li') ?? [])].map(({ hidden }) => hidden)).toEqual([false, true])
    expect(root?.querySelector('.candor-close')).toHaveAttribute('hidden')
    expect(root?.querySelector('.candor-pop-by')).toHaveTextContent('Ada B. · widget.verifiedOrder · Mug <1>')
  })

  test('shows a photo or its replacement', () => {
    const image = (settings: Partial<typeof POPUP.defaults>, review = plain) =>
      popup(settings, [review]).querySelector('img')?.getAttribute('src')
    expect(image({})).toBe('/small')
    expect(image({ showReviewImage: false, emptyImage: 'product' })).toBe('/mug.jpg')
    expect(popup({ showReviewImage: false }, [plain]).querySelector('.candor-pop-face')).toHaveTextContent('A')
    expect(popup({ emptyImage: 'none' }, [bare]).querySelector('.candor-pop-image')).toBeNull()
    expect(image({ emptyImage: 'product' }, bare)).toBeUndefined()
  })

  test('is placed as set for each device', () => {
    expect(
      popup({
        desktopPosition: 'topRight',
        mobilePosition: 'top',
        popDesktopStyle: 'compact',
        popMobileStyle: 'card',
        showOnMobile: false,
      }).firstElementChild,
    ).toHaveClass(
      'candor-at-topRight',
      'candor-at-m-top',
      'candor-pop-compact',
      'candor-pop-m-card',
      'candor-no-mobile',
    )
  })

  test('is empty if turned off or without reviews', () => {
    expect(popup({ enabled: false })).toBeEmptyDOMElement()
    expect(popup({}, [])).toBeEmptyDOMElement()
  })
})
