import { z } from 'zod'
import {
  maxTestimonialProducts,
  testimonialMaxReviews,
  testimonialNavigateSeconds,
  testimonialRecentReviews,
  testimonialSeconds,
} from '../limits.ts'
import { brandColour, flag, oneOf, part, rowIds, text, wholeNumber } from '../validation.ts'
import { settingsDocument } from './document.ts'
import { maxCustomCssChars } from './email-templates.ts'

export const TESTIMONIAL_LAYOUTS = ['modern', 'alignment', 'elegant', 'multiple'] as const
export type TestimonialLayout = (typeof TESTIMONIAL_LAYOUTS)[number]

export const TESTIMONIAL_SOURCES = ['manuallyAdded', 'selectedProducts', 'recent'] as const
export type TestimonialSource = (typeof TESTIMONIAL_SOURCES)[number]

const QUOTE_ICONS = ['none', 'classic', 'rounded', 'outline'] as const
export type QuoteIcon = (typeof QUOTE_ICONS)[number]

const TESTIMONIAL_FONTS = ['inherit', 'serif', 'sans'] as const

const colours = part({
  text: brandColour.describe('Text.'),
  mutedText: brandColour.describe('Secondary text.'),
  background: brandColour.describe('Background.'),
  star: brandColour.describe('Filled stars.'),
  emptyStar: brandColour.describe('Empty stars.'),
  quote: brandColour.describe('The quotation mark.'),
})

const schema = z
  .object({
    enableTestimonial: flag.describe('Shows the testimonials.'),
    layout: oneOf(TESTIMONIAL_LAYOUTS, 'TestimonialLayout').describe(
      'How testimonials are arranged. `multiple` shows several cards side by side.',
    ),
    testimonialsSource: oneOf(TESTIMONIAL_SOURCES, 'TestimonialsSource').describe(
      '`manuallyAdded`: the selected reviews, then those added to testimonials. Otherwise the newest of four or more stars with a text.',
    ),
    selectedReviews: rowIds(testimonialMaxReviews).describe('UUIDs of reviews in their order.'),
    selectedProducts: rowIds(maxTestimonialProducts).describe('UUIDs of products whose reviews are shown.'),
    maxRecentReviews: wholeNumber(1, testimonialMaxReviews).describe(
      'Reviews shown of the newest, or of the selected products.',
    ),
    autoNavigate: flag.describe(
      'Moves to the next testimonial automatically. Never for shoppers who prefer reduced motion.',
    ),
    autoNavigateInterval: wholeNumber(testimonialSeconds.min, testimonialSeconds.max).describe(
      'Seconds until the next testimonial.',
    ),
    quoteIcon: oneOf(QUOTE_ICONS, 'QuoteIcon').describe('The quotation mark.'),
    colours: colours.describe('Colors as #rrggbb. Empty: the brand’s.'),
    font: oneOf(TESTIMONIAL_FONTS, 'TestimonialFont').describe('`inherit` is the font of the theme.'),
    showReviewDate: flag.describe('Shows the date of each review.'),
    showOnDesktop: flag.describe('Shows the testimonials on wide screens.'),
    showOnMobile: flag.describe('Shows the testimonials on phones.'),
    customCss: text(maxCustomCssChars).describe('Styles added to the testimonials. They apply inside the widget only.'),
  })
  .describe('The testimonials (spec 3, Testimonial setting).')
export type TestimonialSettings = z.infer<typeof schema>

export const TESTIMONIALS = settingsDocument(
  schema,
  {
    enableTestimonial: true,
    layout: 'modern',
    testimonialsSource: 'recent',
    selectedReviews: [],
    selectedProducts: [],
    maxRecentReviews: testimonialRecentReviews,
    autoNavigate: true,
    autoNavigateInterval: testimonialNavigateSeconds,
    quoteIcon: 'classic',
    colours: { text: '', mutedText: '', background: '', star: '', emptyStar: '', quote: '' },
    font: 'inherit',
    showReviewDate: true,
    showOnDesktop: true,
    showOnMobile: true,
    customCss: '',
  },
  { gated: { customCss: 'customCss' } },
)
