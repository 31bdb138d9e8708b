import { z } from 'zod'
import { brandColour, flag, oneOf } from '../validation.ts'
import { settingsDocument } from './document.ts'
import { minimumRating } from './placement.ts'

/** Position of the carousels: above the page's content, below it, or hidden. */
const CAROUSEL_POSITIONS = ['top', 'bottom', 'hidden'] as const

const position = oneOf(CAROUSEL_POSITIONS, 'CarouselPosition')

const schema = z
  .object({
    enableCarousel: flag.describe('Shows the review carousel and the photo carousel.'),
    carouselMinimumRating: minimumRating.describe('Which ratings the carousels show.'),
    carouselHeadingColor: brandColour.describe('The color of the heading.'),
    hideCarouselImages: flag.describe('Review cards have no photos.'),
    hideCarouselProductName: flag.describe('Review cards don’t name the product.'),
    showMobileNavigation: flag.describe('Shows the arrows on phones too.'),
    productPosition: position.describe('Where the carousels stand on product pages.'),
    homePosition: position.describe('Where the carousels stand on the home page.'),
    catalogPosition: position.describe('Where the carousels stand on catalog pages.'),
  })
  .describe('The review carousel and the photo carousel (spec 3, Carousel).')
export type CarouselSettings = z.infer<typeof schema>

export const CAROUSEL = settingsDocument(schema, {
  enableCarousel: false,
  carouselMinimumRating: 'four-five',
  carouselHeadingColor: '',
  hideCarouselImages: false,
  hideCarouselProductName: false,
  showMobileNavigation: false,
  productPosition: 'hidden',
  homePosition: 'bottom',
  catalogPosition: 'hidden',
})
