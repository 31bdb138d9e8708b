import { z } from 'zod'
import { AUTHOR_NAME_FORMATS } from '../author-name.ts'
import { DATE_FORMATS } from '../dates.ts'
import { brandColour, flag, oneOf, part } from '../validation.ts'
import { settingsDocument } from './document.ts'

export const REVIEW_LAYOUTS = ['list', 'grid', 'carousel'] as const
export type ReviewLayout = (typeof REVIEW_LAYOUTS)[number]

export const REVIEW_BOX_SORTS = ['recent', 'highest', 'lowest', 'media'] as const
export type ReviewBoxSort = (typeof REVIEW_BOX_SORTS)[number]

export const STAR_ICONS = ['star', 'roundedStar', 'heart', 'circle', 'thumb'] as const
export type StarIcon = (typeof STAR_ICONS)[number]
/** A shape, or that of the brand. */
const BRANDED_STAR_ICONS = ['brand', ...STAR_ICONS] as const

const colours = part({
  star: brandColour.describe('Filled stars.'),
  emptyStar: brandColour.describe('Empty stars.'),
  text: brandColour.describe('Text.'),
  mutedText: brandColour.describe('Secondary text.'),
  background: brandColour.describe('Background.'),
  border: brandColour.describe('Borders.'),
  button: brandColour.describe('Buttons.'),
  buttonText: brandColour.describe('Text on buttons.'),
  verified: brandColour.describe('The verified badge.'),
})
export type ReviewBoxColours = z.infer<typeof colours>

const schema = z.object({
  layout: oneOf(REVIEW_LAYOUTS, 'ReviewLayout').describe('How reviews are arranged.'),
  sortingDefault: oneOf(REVIEW_BOX_SORTS, 'ReviewBoxSort').describe('Which reviews come first.'),
  colours: colours.describe('Colors as #rrggbb. Empty: the brand’s.'),
  dateFormat: oneOf(DATE_FORMATS).describe('How the date of a review is written.'),
  formatCustomerName: oneOf(AUTHOR_NAME_FORMATS, 'AuthorNameFormat').describe('How a reviewer’s name is shown.'),
  starIconType: oneOf(BRANDED_STAR_ICONS, 'BrandedStarIcon').describe('The shape of the stars. `brand`: the brand’s.'),
  requiredName: flag.describe('The review form requires a name.'),
  requiredEmail: flag.describe('The review form requires an email address.'),
  mobileGridColumnsCount: z.literal([1, 2], { error: 'valueInvalid' }).describe('Columns of the grid on screens narrower than a tablet.'),
}).describe('The design of the review box (spec 3, Review block setting).')
export type ReviewBoxSettings = z.infer<typeof schema>

export const REVIEW_BOX = settingsDocument(schema, {
  layout: 'list',
  sortingDefault: 'recent',
  colours: { star: '', emptyStar: '', text: '', mutedText: '', background: '', border: '', button: '', buttonText: '', verified: '' },
  dateFormat: 'locale',
  formatCustomerName: 'firstAndInitial',
  starIconType: 'brand',
  requiredName: true,
  requiredEmail: true,
  mobileGridColumnsCount: 1,
})
