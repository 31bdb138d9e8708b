import { z } from 'zod'
import { AUTHOR_NAME_FORMATS } from '../author-name.ts'
import { DATE_FORMATS } from '../dates.ts'
import { colour, flag, oneOf, part } from '../validation.ts'
import { settingsDocument } from './document.ts'
import { readingDefaults, readingFields } from './reading-fields.ts'

export const REVIEW_LAYOUTS = ['list', 'grid', 'carousel'] as const
export type ReviewLayout = (typeof REVIEW_LAYOUTS)[number]

export const REVIEW_BOX_SORTS = ['recent', 'highest', 'lowest', 'media', 'helpful'] as const
export type ReviewBoxSort = (typeof REVIEW_BOX_SORTS)[number]

export const STAR_ICONS = ['star', 'roundedStar', 'heart', 'circle', 'thumb'] as const
export type StarIcon = (typeof STAR_ICONS)[number]

const colours = part({
  star: colour.describe('Filled stars.'),
  emptyStar: colour.describe('Empty stars.'),
  text: colour.describe('Text.'),
  mutedText: colour.describe('Secondary text.'),
  background: colour.describe('Background.'),
  border: colour.describe('Borders.'),
  button: colour.describe('Buttons.'),
  buttonText: colour.describe('Text on buttons.'),
  verified: colour.describe('The verified badge.'),
})
export type ReviewBoxColours = z.infer<typeof colours>

const schema = z.object({
  layout: oneOf(REVIEW_LAYOUTS, 'ReviewLayout').describe('How reviews are arranged.'),
  sortingDefault: oneOf(REVIEW_BOX_SORTS, 'ReviewBoxSort').describe('Which reviews come first.'),
  colours: colours.describe('Colors as #rrggbb.'),
  dateFormat: oneOf(DATE_FORMATS).describe('How the date of a review is written.'),
  formatCustomerName: oneOf(AUTHOR_NAME_FORMATS, 'AuthorNameFormat').describe('How a reviewer’s name is shown.'),
  starIconType: oneOf(STAR_ICONS, 'StarIcon').describe('The shape of the stars.'),
  requiredName: flag.describe('The review form requires a name.'),
  requiredEmail: flag.describe('The review form requires an email address.'),
  mobileGridColumnsCount: z.literal([1, 2], { error: 'valueInvalid' }).describe('Columns of the grid on screens narrower than a tablet.'),
  ...readingFields,
}).describe('The design of the review box (spec 3, Review block setting).')
export type ReviewBoxSettings = z.infer<typeof schema>

export const REVIEW_BOX = settingsDocument(schema, {
  layout: 'list',
  sortingDefault: 'recent',
  colours: {
    star: '#d98e04',
    emptyStar: '#ddd5c6',
    text: '#1e1b16',
    mutedText: '#6a6255',
    background: '#ffffff',
    border: '#e8e1d4',
    button: '#1f5b45',
    buttonText: '#ffffff',
    verified: '#1f5b45',
  },
  dateFormat: 'locale',
  formatCustomerName: 'firstAndInitial',
  starIconType: 'star',
  requiredName: true,
  requiredEmail: true,
  mobileGridColumnsCount: 1,
  ...readingDefaults,
})
