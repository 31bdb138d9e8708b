import { z } from 'zod'
import { flag, oneOf, wholeNumber } from '../validation.ts'
import { settingsDocument } from './document.ts'
import { DESKTOP_CORNERS, minimumRating, MOBILE_EDGES, pageLines, showOnDesktop, showOnMobile } from './placement.ts'

const POPUP_STYLES = ['card', 'compact'] as const
/** Replacement for the photo of a review without one. */
const EMPTY_IMAGES = ['initial', 'product', 'none'] as const

const style = oneOf(POPUP_STYLES, 'PopupStyle')
const longest = 600_000

const schema = z
  .object({
    enabled: flag.describe('Shows the popup.'),
    minimumRating,
    showReviewImage: flag.describe('Shows a photo of the review.'),
    emptyImage: oneOf(EMPTY_IMAGES, 'PopupEmptyImage').describe('What reviews without a photo show in its place.'),
    pageShow: oneOf(['all', 'included'], 'PopupPages').describe('Stands on all pages, or on the included ones only.'),
    includedPages: pageLines.describe('Pages with the popup, one address a line; * stands for any text.'),
    excludedPages: pageLines.describe('Pages without the popup, one address a line; * stands for any text.'),
    showOnMobile,
    popMobileStyle: style.describe('Its design on phones.'),
    mobilePosition: oneOf(MOBILE_EDGES, 'MobileEdge').describe('Its edge on phones.'),
    showOnDesktop,
    popDesktopStyle: style.describe('Its design on desktops.'),
    desktopPosition: oneOf(DESKTOP_CORNERS, 'DesktopCorner').describe('Its corner on desktops.'),
    delayDuration: wholeNumber(0, longest).describe('Milliseconds before the first review.'),
    showDuration: wholeNumber(1000, longest).describe('Milliseconds that a review is shown.'),
    hideDuration: wholeNumber(0, longest).describe('Milliseconds between two reviews.'),
  })
  // An empty list would show the popup nowhere.
  .refine(({ pageShow, includedPages }) => pageShow === 'all' || includedPages.trim() !== '', {
    path: ['includedPages'],
    error: 'pagesRequired',
  })
  .describe('The popup of recent reviews (spec 3, Popup).')
export type PopupSettings = z.infer<typeof schema>

export const POPUP = settingsDocument(schema, {
  enabled: false,
  minimumRating: 'four-five',
  showReviewImage: true,
  emptyImage: 'initial',
  pageShow: 'all',
  includedPages: '',
  excludedPages: '',
  showOnMobile: true,
  popMobileStyle: 'compact',
  mobilePosition: 'bottom',
  showOnDesktop: true,
  popDesktopStyle: 'card',
  desktopPosition: 'bottomLeft',
  delayDuration: 0,
  showDuration: 5000,
  hideDuration: 10_000,
})
