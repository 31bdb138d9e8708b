import { z } from 'zod'
import { AUTHOR_NAME_FORMATS } from '../author-name.ts'
import { DATE_FORMATS } from '../dates.ts'
import { colour, flag, oneOf, part } from '../validation.ts'

export const REVIEW_LAYOUTS = ['list', 'grid', 'carousel'] as const
export type ReviewLayout = (typeof REVIEW_LAYOUTS)[number]

export const REVIEW_BOX_SORTS = ['recent', 'highest', 'lowest', 'media'] as const
export type ReviewBoxSort = (typeof REVIEW_BOX_SORTS)[number]

export const STAR_ICONS = ['star', 'roundedStar', 'heart', 'circle', 'thumb'] as const
export type StarIcon = (typeof STAR_ICONS)[number]

const colours = part({
  star: colour,
  emptyStar: colour,
  text: colour,
  mutedText: colour,
  background: colour,
  border: colour,
  button: colour,
  buttonText: colour,
  verified: colour,
})
export type ReviewBoxColours = z.infer<typeof colours>

/** Review block setting (spec 3): the fields that the shipped widget reads. */
export const reviewBoxSchema = z.object({
  layout: oneOf(REVIEW_LAYOUTS),
  sortingDefault: oneOf(REVIEW_BOX_SORTS),
  colours,
  dateFormat: oneOf(DATE_FORMATS),
  formatCustomerName: oneOf(AUTHOR_NAME_FORMATS),
  starIconType: oneOf(STAR_ICONS),
  /** Of the form a shopper fills in. */
  requiredName: flag,
  requiredEmail: flag,
  /** Of the grid, on screens narrower than a tablet. */
  mobileGridColumnsCount: z.literal([1, 2], { error: 'valueInvalid' }),
})
export type ReviewBoxSettings = z.infer<typeof reviewBoxSchema>

export const REVIEW_BOX_DEFAULTS: ReviewBoxSettings = {
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
}
