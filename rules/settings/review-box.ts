import { z } from 'zod'
import { AUTHOR_NAME_FORMATS } from '../author-name.ts'
import { DATE_FORMATS } from '../dates.ts'
import {
  defaultPageSize,
  maxBadgeTextChars,
  maxLabelChars,
  maxPolicyChars,
  maxReviewsPerPage,
  maxSelectorChars,
} from '../limits.ts'
import { brandColour, flag, label, line, oneOf, part, text, wholeNumber } from '../validation.ts'
import { BOX_PALETTES, BOX_PRESETS } from './box-palettes.ts'
import { settingsDocument } from './document.ts'
import { reviewToolsDefaults, reviewToolsFields } from './review-tools-fields.ts'
import { maxCustomCssChars } from './email-templates.ts'
import { WIDGET_FONTS } from './fonts.ts'
import { SUBMIT_FORM_TYPES } from './submit-form.ts'

export const REVIEW_LAYOUTS = ['list', 'grid', 'carousel'] as const
export type ReviewLayout = (typeof REVIEW_LAYOUTS)[number]

export const REVIEW_BOX_SORTS = ['recent', 'highest', 'lowest', 'media', 'helpful'] as const
export type ReviewBoxSort = (typeof REVIEW_BOX_SORTS)[number]

export const STAR_ICONS = ['star', 'roundedStar', 'heart', 'circle', 'thumb'] as const
export type StarIcon = (typeof STAR_ICONS)[number]
/** A star shape, or the brand's. */
const BRANDED_STAR_ICONS = ['brand', ...STAR_ICONS] as const

/** Designs of spec 9. isUsingPresetV2 of the general settings overrides them with the newest one. */
const DESIGN_PRESETS = ['simple', 'modern'] as const
const BOX_POSITIONS = ['belowProduct', 'bottom', 'custom'] as const
const POSITION_DIRECTIONS = ['before', 'after', 'inside'] as const
const AVATAR_STYLES = ['letter', 'square', 'person', 'hidden'] as const
const BADGE_STYLES = ['iconText', 'icon', 'text'] as const
const CARD_SIZES = ['small', 'medium', 'large'] as const
const MEDIA_POSITIONS = ['top', 'bottom'] as const
const PAGINGS = ['loadMore', 'pages'] as const

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

/** Order-proven and merchant-marked reviews must have different badges. */
const badge = part({
  enabled: flag.describe('Shows the badge of verified reviews.'),
  style: oneOf(BADGE_STYLES, 'BadgeStyle').describe('An icon, a text, or both.'),
  orderText: line(maxBadgeTextChars).describe(
    'On reviews that an order proves. Empty: “Verified purchase” in the store’s language.',
  ),
  shopText: line(maxBadgeTextChars).describe(
    'On reviews that the merchant marked. Empty: “Verified by the shop” in the store’s language. Not the same as orderText.',
  ),
}).superRefine(({ orderText, shopText }, context) => {
  if (shopText !== '' && shopText.toLowerCase() === orderText.toLowerCase())
    context.addIssue({ code: 'custom', message: 'valueInvalid', path: ['shopText'] })
})

const summaryButton = part({
  enabled: flag.describe('Shows the button.'),
  text: label(maxLabelChars, { isOptional: true }).describe(
    `Its text, at most ${maxLabelChars} characters. Empty: “Write a review” in the store’s language.`,
  ),
})

/** A CSS selector without characters that end a quotation or begin a tag. */
const selector = line(maxSelectorChars).refine((given) => /^[\w\s#.:()[\]="'*^$|~>+,-]*$/.test(given), {
  error: 'valueInvalid',
})

const schema = z
  .object({
    designPreset: oneOf(DESIGN_PRESETS, 'DesignPreset').describe(
      'The design, unless isUsingPresetV2 of the general settings chooses the newest one.',
    ),
    preset: oneOf(BOX_PRESETS, 'BoxPreset').describe(
      'The palette whose colors the box has; other widgets have the brand’s. `custom`: those of colours.',
    ),
    layout: oneOf(REVIEW_LAYOUTS, 'ReviewLayout').describe('How reviews are arranged.'),
    mobileGridColumnsCount: z
      .literal([1, 2], { error: 'valueInvalid' })
      .describe('Columns of the grid on screens narrower than a tablet.'),
    desktopGridColumnsCount: z
      .literal([2, 3, 4], { error: 'valueInvalid' })
      .describe('Columns of the grid at most, where the page is wide enough.'),
    cardSizeCarousel: oneOf(CARD_SIZES, 'CardSize').describe('Width of the cards of the carousel.'),
    mediaPositionCarousel: oneOf(MEDIA_POSITIONS, 'MediaPosition').describe(
      'Photos of the carousel’s cards: large above the text, or small below it.',
    ),
    inlinePosition: oneOf(BOX_POSITIONS, 'BoxPosition').describe(
      'Where the box stands on product pages: below the product, at the page’s end, or at customPosition.',
    ),
    customPosition: selector.describe(
      'CSS selector of the element that the box stands at. Where the page has none, it stands below the product.',
    ),
    customPositionDirection: oneOf(POSITION_DIRECTIONS, 'PositionDirection').describe(
      'Before that element, after it, or inside at its end.',
    ),
    sortingDefault: oneOf(REVIEW_BOX_SORTS, 'ReviewBoxSort').describe('Which reviews come first.'),
    isPrioritizeImageReviews: flag.describe('Reviews with photos or videos come before the others.'),
    paging: oneOf(PAGINGS, 'Paging').describe(
      'A button that adds reviews, or pages. isInfiniteScrollingBlockAll of the general settings replaces both.',
    ),
    perPage: wholeNumber(1, maxReviewsPerPage).describe(
      'Reviews that are shown at first, and that are added at a time.',
    ),
    colours: colours.describe('Colors as #rrggbb. Empty: the brand’s.'),
    font: oneOf(WIDGET_FONTS).describe(
      'The font of the widgets; `inherit` is that of the brand, which may be the theme’s. Poppins, Lobster and Caveat need the shop’s special-font flag.',
    ),
    starIconType: oneOf(BRANDED_STAR_ICONS, 'BrandedStarIcon').describe(
      'The shape of the stars. `brand`: the brand’s.',
    ),
    styleAvatar: oneOf(AVATAR_STYLES, 'AvatarStyle').describe(
      'The picture beside a reviewer’s name: first letter in a circle or square, a person, or none.',
    ),
    badge: badge.describe('The badge of verified reviews.'),
    enabledVariant: flag.describe('Shows which variant of the product was reviewed.'),
    dateFormat: oneOf(DATE_FORMATS).describe('How the date of a review is written.'),
    formatCustomerName: oneOf(AUTHOR_NAME_FORMATS, 'AuthorNameFormat').describe('How a reviewer’s name is shown.'),
    summaryButton: summaryButton.describe('The button that opens the review form.'),
    formType: oneOf(SUBMIT_FORM_TYPES, 'SubmitFormType').describe(
      'How the review form opens: `popup` over the page, `collapsible` within it.',
    ),
    requiredName: flag.describe('The review form requires a name.'),
    requiredEmail: flag.describe('The review form requires an email address.'),
    hasPolicy: flag.describe('Shows the policy above the form’s button.'),
    policy: text(maxPolicyChars).describe('What shoppers agree to. Addresses that begin with https:// become links.'),
    customCss: text(maxCustomCssChars).describe('Styles added to the review box. They apply inside the widget only.'),
    ...reviewToolsFields,
  })
  .describe('The design of the review box (spec 3, Review block setting).')
  .superRefine(({ inlinePosition, customPosition }, context) => {
    if (inlinePosition === 'custom' && customPosition === '') refuseAt(context, 'customPosition')
  })
export type ReviewBoxSettings = z.infer<typeof schema>

function refuseAt(context: z.core.$RefinementCtx, field: string): void {
  context.addIssue({ code: 'custom', message: 'required', path: [field] })
}

export const REVIEW_BOX = settingsDocument(
  schema,
  {
    designPreset: 'modern',
    preset: 'custom',
    layout: 'list',
    mobileGridColumnsCount: 1,
    desktopGridColumnsCount: 3,
    cardSizeCarousel: 'medium',
    mediaPositionCarousel: 'bottom',
    inlinePosition: 'belowProduct',
    customPosition: '',
    customPositionDirection: 'after',
    sortingDefault: 'recent',
    isPrioritizeImageReviews: false,
    paging: 'loadMore',
    perPage: defaultPageSize,
    colours: {
      star: '',
      emptyStar: '',
      text: '',
      mutedText: '',
      background: '',
      border: '',
      button: '',
      buttonText: '',
      verified: '',
    },
    font: 'inherit',
    starIconType: 'brand',
    styleAvatar: 'letter',
    badge: { enabled: true, style: 'iconText', orderText: '', shopText: '' },
    enabledVariant: true,
    dateFormat: 'locale',
    formatCustomerName: 'firstAndInitial',
    summaryButton: { enabled: true, text: '' },
    formType: 'collapsible',
    requiredName: true,
    requiredEmail: true,
    hasPolicy: false,
    policy: '',
    customCss: '',
    ...reviewToolsDefaults,
  },
  { gated: { customCss: 'customCss' } },
)

/** Returns the settings with the chosen palette's colors applied. */
export const applyPalette = <Settings extends Pick<ReviewBoxSettings, 'preset' | 'colours'>>(
  settings: Settings,
): Settings =>
  settings.preset === 'custom' ? settings : { ...settings, colours: { ...BOX_PALETTES[settings.preset] } }

/** Returns the default order. `showsContent` puts shoppers' photos first (enableUGCContent). */
export const chooseDefaultSort = (
  { sortingDefault, isPrioritizeImageReviews }: Pick<ReviewBoxSettings, 'sortingDefault' | 'isPrioritizeImageReviews'>,
  showsContent: boolean,
): ReviewBoxSort =>
  sortingDefault === 'recent' && (isPrioritizeImageReviews || showsContent) ? 'media' : sortingDefault
