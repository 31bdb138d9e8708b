import { z } from 'zod'
import { defaultPageSize, maxReviewsPerPage } from '../limits.ts'
import { flag, oneOf, text, wholeNumber } from '../validation.ts'
import { settingsDocument } from './document.ts'
import { maxCustomCssChars } from './email-templates.ts'
import { REVIEW_BOX_SORTS, REVIEW_LAYOUTS } from './review-box.ts'

const schema = z
  .object({
    enabled: flag.describe('Shows the page’s reviews.'),
    layout: oneOf(REVIEW_LAYOUTS, 'ReviewLayout').describe('How reviews are arranged.'),
    perPage: wholeNumber(1, maxReviewsPerPage).describe(
      'Reviews that a page shows at first, and that “Show more” adds.',
    ),
    sortingDefault: oneOf(REVIEW_BOX_SORTS, 'ReviewBoxSort').describe('Which reviews come first.'),
    showSummary: flag.describe('Shows the average and the distribution of stars.'),
    showProduct: flag.describe('Names the product of each review.'),
    customCss: text(maxCustomCssChars).describe(
      'Styles added to the page’s reviews. They apply inside the widget only.',
    ),
  })
  .describe('The page of all reviews. Its colors, stars, names and dates are those of the review box.')
export type AllReviewsSettings = z.infer<typeof schema>

export const ALL_REVIEWS = settingsDocument(
  schema,
  {
    enabled: true,
    layout: 'grid',
    perPage: defaultPageSize,
    sortingDefault: 'recent',
    showSummary: true,
    showProduct: true,
    customCss: '',
  },
  { gated: { customCss: 'customCss' } },
)
