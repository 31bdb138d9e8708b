import { z } from 'zod'
import { colour, flag, isWebAddress, oneOf } from '../validation.ts'
import { settingsDocument } from './document.ts'
import { QR_FONTS } from './qr.ts'
import { STAR_ICONS } from './review-box.ts'

/** Fonts of widgets and emails (spec 9). `inherit`: the theme's font. */
export const BRAND_FONTS = QR_FONTS
export type BrandFont = (typeof BRAND_FONTS)[number]

const BRAND_CORNERS = ['square', 'soft', 'round'] as const
export type BrandCorners = (typeof BRAND_CORNERS)[number]

const schema = z
  .object({
    primaryColor: colour.describe('Buttons, and what stands out.'),
    textColor: colour.describe('Text of widgets.'),
    backgroundColor: colour.describe('Background of widgets.'),
    starColor: colour.describe('Filled stars.'),
    font: oneOf(BRAND_FONTS, 'BrandFont').describe('The font of widgets and emails. `inherit`: that of the theme.'),
    starIcon: oneOf(STAR_ICONS, 'StarIcon').describe('The shape of the stars in widgets.'),
    corners: oneOf(BRAND_CORNERS, 'BrandCorners').describe('How round corners are.'),
    logo: z
      .string({ error: 'valueInvalid' })
      .trim()
      .refine((address) => address === '' || isWebAddress(address), { error: 'valueInvalid' })
      .describe('The web address of the logo in emails and on the pages behind them. Empty: the shop’s name.'),
    isRemoveBranding: flag.describe('Whether widgets and emails leave out “Powered by Candor”.'),
  })
  .describe('The shop’s brand (spec 1, Branding). It fills in what a widget or an email leaves empty.')
export type BrandingSettings = z.infer<typeof schema>

export const BRANDING = settingsDocument(
  schema,
  {
    primaryColor: '#1f5b45',
    textColor: '#1e1b16',
    backgroundColor: '#ffffff',
    starColor: '#d98e04',
    font: 'inherit',
    starIcon: 'star',
    corners: 'soft',
    logo: '',
    isRemoveBranding: false,
  },
  { gated: { isRemoveBranding: 'removeBranding' } },
)
