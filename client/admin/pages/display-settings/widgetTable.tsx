import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReactElement } from 'react'
import type { WidgetKey } from '../../../storefront/widgets/widgets.ts'
import type { displayLoaderQuery$data } from '../../../__generated__/displayLoaderQuery.graphql.ts'

export type DisplayShop = NonNullable<displayLoaderQuery$data['viewer']['shop']>

interface WidgetEntry {
  path: string
  title: MessageDescriptor
  text: MessageDescriptor
  where: MessageDescriptor
  picture: ReactElement
  isOn(shop: DisplayShop): boolean
}

const draw = (shapes: ReactElement) => (
  <svg viewBox="0 0 64 44" aria-hidden="true">
    {shapes}
  </svg>
)
const star = (x: number, y: number) => (
  <path
    className="c-drawn-star"
    d={`M${x} ${y}l2 4.200 4.600.600-3.400 3.200.900 4.600-4.100-2.200-4.100 2.200.900-4.600-3.400-3.200 4.600-.600z`}
  />
)

export const widgetTable: Readonly<Record<WidgetKey, WidgetEntry>> = {
  reviewBox: {
    path: '/display-settings/box',
    title: msg`Review box`,
    text: msg`All reviews of a product, with photos, filters, and a form.`,
    where: msg`Product pages`,
    isOn: () => true,
    picture: draw(
      <>
        <path d="M8 8h20M8 20h12M26 20h30M26 25h22M8 35h12M26 35h30" />
        {star(42, 3)}
      </>,
    ),
  },
  starRating: {
    path: '/display-settings/star-rating',
    title: msg`Star rating`,
    text: msg`The rating next to product titles and in lists of products.`,
    where: msg`Product pages and lists`,
    isOn: ({ starRating }) => starRating.enableStarRating,
    picture: draw(
      <>
        {star(12, 16)}
        {star(26, 16)}
        {star(40, 16)}
        <path d="M52 23h6" />
      </>,
    ),
  },
  reviewSidebar: {
    path: '/display-settings/sidebar',
    title: msg`Sidebar`,
    text: msg`A floating button that opens your reviews on any page.`,
    where: msg`All pages`,
    isOn: ({ starRating }) => starRating.enableSidebar,
    picture: draw(
      <>
        <rect x="4" y="4" width="56" height="36" rx="4" />
        <path d="M36 4v36M42 13h12M42 20h12M42 27h8" />
      </>,
    ),
  },
  reviewCarousel: {
    path: '/display-settings/carousel',
    title: msg`Review carousel`,
    text: msg`Your store’s reviews as cards in a row.`,
    where: msg`Home, product, and catalog pages`,
    isOn: ({ carousel }) => carousel.enableCarousel,
    picture: draw(
      <>
        <rect x="-8" y="9" width="22" height="26" rx="3" />
        <rect x="18" y="9" width="28" height="26" rx="3" />
        <rect x="50" y="9" width="22" height="26" rx="3" />
      </>,
    ),
  },
  galleryCarousel: {
    path: '/display-settings/carousel',
    title: msg`Photo carousel`,
    text: msg`Photos and videos of your customers in a row.`,
    where: msg`Home, product, and catalog pages`,
    isOn: ({ carousel }) => carousel.enableCarousel,
    picture: draw(
      <>
        <rect x="4" y="12" width="17" height="20" rx="3" />
        <rect x="24" y="12" width="17" height="20" rx="3" />
        <rect x="44" y="12" width="17" height="20" rx="3" />
        <path d="M7 29l5-7 6 7M27 29l5-7 6 7M47 29l5-7 6 7" />
      </>,
    ),
  },
  reviewPopup: {
    path: '/display-settings/popup',
    title: msg`Popup`,
    text: msg`Recent reviews in a corner, one after another.`,
    where: msg`All pages`,
    isOn: ({ popup }) => popup.enabled,
    picture: draw(
      <>
        <rect x="4" y="4" width="56" height="36" rx="4" />
        <rect x="9" y="22" width="30" height="13" rx="3" />
        <path d="M14 28h20" />
      </>,
    ),
  },
  testimonials: {
    path: '/display-settings/testimonial',
    title: msg`Testimonials`,
    text: msg`Your best reviews as quotes on your home page.`,
    where: msg`Home page`,
    isOn: ({ testimonials }) => testimonials.enableTestimonial,
    picture: draw(<path d="M20 14c-5 2-8 6-8 11h8v6h-8M40 14c-5 2-8 6-8 11h8v6h-8" />),
  },
  submitForm: {
    path: '/display-settings/submit-form',
    title: msg`Submit form`,
    text: msg`A button that opens the review form.`,
    where: msg`Product pages`,
    isOn: ({ submitForm }) => submitForm.enabled,
    picture: draw(
      <>
        <rect x="10" y="6" width="44" height="20" rx="3" />
        <rect x="20" y="31" width="24" height="9" rx="4" />
      </>,
    ),
  },
  allReviews: {
    path: '/display-settings/all-reviews',
    title: msg`All reviews page`,
    text: msg`Every review of your store on one page.`,
    where: msg`A page of its own`,
    isOn: ({ allReviews }) => allReviews.enabled,
    picture: draw(
      <>
        <rect x="6" y="5" width="16" height="15" rx="3" />
        <rect x="24" y="5" width="16" height="15" rx="3" />
        <rect x="42" y="5" width="16" height="15" rx="3" />
        <rect x="6" y="24" width="16" height="15" rx="3" />
        <rect x="24" y="24" width="16" height="15" rx="3" />
        <rect x="42" y="24" width="16" height="15" rx="3" />
      </>,
    ),
  },
  instagramWidget: {
    path: '/display-settings/instagram-feed',
    title: msg`Instagram feed`,
    text: msg`Your newest Instagram posts, with the products in them.`,
    where: msg`Home page`,
    isOn: ({ instagramWidget }) => instagramWidget.enabled,
    picture: draw(
      <>
        <rect x="6" y="5" width="15" height="15" rx="4" />
        <rect x="24.500" y="5" width="15" height="15" rx="4" />
        <rect x="43" y="5" width="15" height="15" rx="4" />
        <rect x="6" y="24" width="15" height="15" rx="4" />
        <rect x="24.500" y="24" width="15" height="15" rx="4" />
        <circle cx="50.500" cy="31.500" r="7" />
      </>,
    ),
  },
  customerPortalReviews: {
    path: '/display-settings/customer-portal-reviews',
    title: msg`Reviews in customer accounts`,
    text: msg`Signed-in customers see their own reviews.`,
    where: msg`Customer accounts`,
    isOn: ({ customerPortalReviews }) => customerPortalReviews.enabled,
    picture: draw(
      <>
        <circle cx="20" cy="16" r="7" />
        <path d="M8 38c0-8 5-12 12-12s12 4 12 12M40 16h16M40 24h16M40 32h10" />
      </>,
    ),
  },
}
