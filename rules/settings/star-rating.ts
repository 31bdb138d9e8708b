import { z } from 'zod'
import { brandColour, flag, oneOf, part, text } from '../validation.ts'
import { settingsDocument } from './document.ts'
import { maxCustomCssChars } from './email-templates.ts'
import { minimumRating, pageLines, showOnDesktop, showOnMobile } from './placement.ts'
import { STAR_ICONS } from './review-box.ts'

/** `full`: stars, average and count. `simple`: stars and count. `compact`: one star and average. */
const STAR_PRESETS = ['full', 'simple', 'compact'] as const

export const SIDEBAR_POSITIONS = ['left', 'right', 'bottomLeft', 'bottomRight'] as const

const floatButton = part({
  background: brandColour.describe('Its background.'),
  text: brandColour.describe('Its text and icon.'),
  icon: oneOf(STAR_ICONS, 'StarIcon').describe('Its icon.'),
})

const schema = z
  .object({
    enableStarRating: flag.describe('Shows the star rating of products.'),
    presetStarRating: oneOf(STAR_PRESETS, 'StarPreset').describe('How the rating is written.'),
    hideNoStarRating: flag.describe('Shows nothing for products without reviews.'),
    showProductPage: flag.describe('Stands next to the title on product pages.'),
    showOnProductList: flag.describe('Stands in lists of products.'),
    showOnHomePage: flag.describe('Stands in the lists of the home page.'),
    showCatalogPage: flag.describe('Stands in the lists of catalog pages.'),
    enablePopupReview: flag.describe('A click on the stars opens the distribution of the ratings.'),
    enableSidebar: flag.describe('Shows the sidebar.'),
    minimumRating: minimumRating.describe('Which ratings the sidebar shows.'),
    showOnMobile: showOnMobile.describe('The sidebar stands on phones.'),
    mobilePosition: oneOf(SIDEBAR_POSITIONS, 'SidebarPosition').describe('Where its button floats on phones.'),
    showOnDesktop: showOnDesktop.describe('The sidebar stands on desktops.'),
    desktopPosition: oneOf(SIDEBAR_POSITIONS, 'SidebarPosition').describe('Where its button floats on desktops.'),
    floatButton: floatButton.describe('The button that opens the sidebar.'),
    excludedPages: pageLines.describe('Pages without the sidebar, one address a line; * stands for any text.'),
    customCss: text(maxCustomCssChars).describe(
      'Styles added to the star rating and the sidebar. They apply inside the widgets only.',
    ),
  })
  .describe('The star rating and the sidebar (spec 3, Star rating / sidebar widget).')
export type StarRatingSettings = z.infer<typeof schema>

export const STAR_RATING = settingsDocument(
  schema,
  {
    enableStarRating: true,
    presetStarRating: 'full',
    hideNoStarRating: false,
    showProductPage: true,
    showOnProductList: true,
    showOnHomePage: true,
    showCatalogPage: true,
    enablePopupReview: false,
    enableSidebar: false,
    minimumRating: 'all',
    showOnMobile: true,
    mobilePosition: 'right',
    showOnDesktop: true,
    desktopPosition: 'right',
    floatButton: { background: '', text: '', icon: 'star' },
    excludedPages: '',
    customCss: '',
  },
  { gated: { customCss: 'customCss' } },
)
