import type { MinimumRating } from '../../../rules/settings/placement.ts'
import type { SettingKey, SettingValue } from '../../../rules/settings/settings.ts'
import { allReviews } from './shop/all-reviews.ts'
import { galleryCarousel, reviewCarousel } from './shop/carousel.ts'
import { customerPortal } from './shop/customer-portal.ts'
import type { Html } from './html.ts'
import { instagramWidget } from './shop/instagram.ts'
import { reviewPopup } from './shop/popup.ts'
import { reviewBox } from './review-box.ts'
import type { PageView, Place } from './shown.ts'
import { reviewSidebar } from './shop/sidebar.ts'
import { starRating } from './star-rating.ts'
import { submitForm } from './forms/submit-form.ts'
import { testimonials } from './shop/testimonials.ts'

/**
 * Data that a widget needs: rating summary, a page of reviews, form, testimonials, or a box's other features
 * (`reading`). One statement reads the parts of all widgets of a page. `portal` is for one signed-in customer and never
 * cached.
 */
export type Part = 'summary' | 'reviews' | 'reading' | 'form' | 'testimonials' | 'portal'

export type PreviewState = 'many' | 'one' | 'none' | 'form'

/** Selection of the whole shop's reviews for a widget, pinned ones first; they are passed as `reviews`. */
interface Picks {
  minimumRating: MinimumRating
  withMedia: boolean
  first: number
}

/** Kind of page for a widget, and whether it is for one product of a list. */
export interface Standing {
  place: Place
  isListed: boolean
}

export interface Widget<Key extends SettingKey = SettingKey> {
  /** Key of its settings document. */
  document: Key
  reads: readonly Part[]
  /** Possible places for one product, and for the whole shop if no product is named. */
  places: Readonly<Record<'product' | 'shop', readonly Place[]>>
  /** Returns whether the settings show it there; default: in all its places. */
  stands?(settings: SettingValue<Key>, standing: Standing): boolean
  /** Replaces pages of all the shop's reviews. */
  picks?(settings: SettingValue<Key>): Picks
  template(view: PageView & { settings: SettingValue<Key> }): Html
  /** Files of client/storefront/styles in order; common.css is always included. */
  styles: readonly string[]
  /** Uses the review box's optional styles (box/box-style.ts). */
  hasOptionalStyles?: true
  preview: readonly PreviewState[]
}

const widget = <Key extends SettingKey>(row: Widget<Key>): Widget => row

const carouselPlaces = ['product', 'home', 'catalog'] as const

/** Returns whether the carousel has a position on this kind of page. */
const standsInRow = (settings: SettingValue<'carousel'>, { place }: Standing): boolean =>
  settings.enableCarousel && carouselPosition(settings, place) !== 'hidden'

/** Returns the carousels' position on a kind of page. */
export function carouselPosition(
  { productPosition, homePosition, catalogPosition }: SettingValue<'carousel'>,
  place: Place,
): 'top' | 'bottom' | 'hidden' {
  return { product: productPosition, home: homePosition, catalog: catalogPosition }[place as string] ?? 'hidden'
}

/** Every widget by its key (spec 3). Everything else about a widget follows from its row. */
export const WIDGETS = {
  starRating: widget({
    document: 'starRating',
    reads: ['summary'],
    places: { product: ['product', 'home', 'catalog', 'reviews', 'account', 'other'], shop: ['reviews'] },
    stands: (settings, { place, isListed }) =>
      settings.enableStarRating &&
      (isListed
        ? settings.showOnProductList &&
          (place !== 'home' || settings.showOnHomePage) &&
          (place !== 'catalog' || settings.showCatalogPage)
        : place !== 'product' || settings.showProductPage),
    template: starRating,
    styles: ['star-rating'],
    preview: ['many', 'one', 'none'],
  }),
  reviewBox: widget({
    document: 'reviewBox',
    reads: ['summary', 'reviews', 'reading', 'form'],
    places: { product: ['product', 'reviews'], shop: ['reviews'] },
    template: reviewBox,
    styles: ['box', 'review', 'form', 'review-box', 'reading'],
    hasOptionalStyles: true,
    preview: ['many', 'one', 'none', 'form'],
  }),
  reviewSidebar: widget({
    document: 'starRating',
    reads: ['summary', 'reviews'],
    places: { product: [], shop: ['product', 'home', 'catalog', 'account', 'other'] },
    stands: ({ enableSidebar }) => enableSidebar,
    picks: ({ minimumRating }) => ({ minimumRating, withMedia: false, first: 10 }),
    template: reviewSidebar,
    styles: ['box', 'review', 'floating'],
    preview: ['many', 'one', 'none'],
  }),
  reviewCarousel: widget({
    document: 'carousel',
    reads: ['reviews'],
    places: { product: [], shop: carouselPlaces },
    stands: standsInRow,
    picks: ({ carouselMinimumRating: minimumRating }) => ({ minimumRating, withMedia: false, first: 12 }),
    template: reviewCarousel,
    styles: ['box', 'review', 'carousel'],
    preview: ['many', 'one', 'none'],
  }),
  galleryCarousel: widget({
    document: 'carousel',
    reads: ['reviews'],
    places: { product: [], shop: carouselPlaces },
    stands: standsInRow,
    picks: ({ carouselMinimumRating: minimumRating }) => ({ minimumRating, withMedia: true, first: 12 }),
    template: galleryCarousel,
    styles: ['box', 'review', 'carousel'],
    preview: ['many', 'one', 'none'],
  }),
  reviewPopup: widget({
    document: 'popup',
    reads: ['reviews'],
    places: { product: [], shop: ['product', 'home', 'catalog', 'reviews', 'account', 'other'] },
    stands: ({ enabled }) => enabled,
    picks: ({ minimumRating }) => ({ minimumRating, withMedia: false, first: 8 }),
    template: reviewPopup,
    styles: ['box', 'floating'],
    preview: ['many', 'one', 'none'],
  }),
  submitForm: widget({
    document: 'submitForm',
    reads: ['form'],
    places: { product: ['product', 'other'], shop: [] },
    template: submitForm,
    styles: ['box', 'form', 'submit-form'],
    preview: ['form'],
  }),
  allReviews: widget({
    document: 'allReviews',
    reads: ['summary', 'reviews', 'reading'],
    places: { product: [], shop: ['reviews'] },
    template: allReviews,
    styles: ['box', 'review', 'review-box', 'reading'],
    hasOptionalStyles: true,
    preview: ['many', 'one', 'none'],
  }),
  testimonials: widget({
    document: 'testimonials',
    reads: ['testimonials'],
    places: { product: [], shop: ['home', 'other'] },
    template: testimonials,
    styles: ['box', 'review', 'testimonials'],
    preview: ['many', 'one', 'none'],
  }),
  instagramWidget: widget({
    document: 'instagramWidget',
    reads: [],
    places: { product: [], shop: ['home'] },
    stands: ({ enabled }) => enabled,
    template: instagramWidget,
    styles: ['box', 'instagram'],
    preview: [],
  }),
  customerPortalReviews: widget({
    document: 'customerPortalReviews',
    reads: ['portal'],
    places: { product: [], shop: ['account'] },
    template: customerPortal,
    styles: ['box', 'form', 'portal'],
    preview: ['many', 'one', 'none'],
  }),
} as const satisfies Record<string, Widget>

export type WidgetKey = keyof typeof WIDGETS
export const WIDGET_KEYS = Object.keys(WIDGETS) as WidgetKey[]

/** Returns whether a widget at a place is for a product, for the whole shop, or not shown. */
export function subjectOf(key: WidgetKey, place: Place, handle: string | null): 'product' | 'shop' | null {
  const { places } = WIDGETS[key]
  if (handle !== null && places.product.includes(place)) return 'product'
  return places.shop.includes(place) ? 'shop' : null
}

/** Returns the style files of a page with these widgets, each once, in order. */
export const stylesOf = (keys: readonly WidgetKey[]): string[] => [
  ...new Set(['common', ...keys.flatMap((key) => WIDGETS[key].styles)]),
]

/** Live module of client/storefront/live for every page with widgets. One file is one request, cached for all pages. */
export const liveModule = 'live'

/** Returns all widgets that a place may have. The size budget is checked for them. */
export const keysAt = (place: Place): WidgetKey[] =>
  WIDGET_KEYS.filter((key) => WIDGETS[key].places.product.includes(place) || WIDGETS[key].places.shop.includes(place))
