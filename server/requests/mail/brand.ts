import { buildBrandTheme, brandPalette } from '../../../rules/brand.ts'
import { adjustForContrast } from '../../../rules/contrast.ts'
import type { BrandingSettings } from '../../../rules/settings/branding.ts'
import { html, type Html } from '../../core/html.ts'
import { mailTheme } from './mail-theme.ts'

/** Branding of an email besides its template's own colours and logo. */
export interface MailBrand {
  star: string
  /** Font list; mail programs use the first font that the device has. */
  font: string
  roundness: number
  showsMark: boolean
}

/** Brand fonts that need a serif in their place where a device lacks them. */
const serifFonts: ReadonlySet<string> = new Set(['Lora', 'Playfair Display'])
const serif = "Georgia,'Times New Roman',serif"

/** Large shapes need less contrast than text. */
const leastStarContrast = 3

/** Returns the brand for emails. Text and background keep Candor's colours, since mail programs darken them. */
export function buildMailBrand(branding: BrandingSettings, shop: { plan: string; flags?: unknown }): MailBrand {
  const { font } = branding
  const { roundness, showsMark } = buildBrandTheme(branding, shop)
  return {
    star: adjustForContrast(brandPalette(branding).star, mailTheme.paper, leastStarContrast),
    font: font === 'inherit' ? mailTheme.font : `${font},${serifFonts.has(font) ? serif : mailTheme.font}`,
    roundness,
    showsMark,
  }
}

/** Candor's own theme, for an email without a brand. */
export const noBrand: MailBrand = { star: mailTheme.amber, font: mailTheme.font, roundness: 1, showsMark: false }

/** Scales a default corner radius by the brand's roundness. Returns CSS. */
export const rounded = ({ roundness }: MailBrand, pixels: number): string =>
  `border-radius:${Math.round(pixels * roundness)}px`

/**
 * Renders the head of an email: the logo, or the shop's name. The logo's light plate is invisible on the light card; on
 * dark ones it keeps dark logos readable. Programs that invert colors keep gradients.
 */
export const renderMailLogo = (logo: string | null | undefined, shopName: string): Html =>
  logo
    ? html`<span style="display:inline-block;padding:8px 12px;background:${mailTheme.card};background-image:linear-gradient(${mailTheme.card},${mailTheme.card});border-radius:8px;line-height:0"><img src="${logo}" alt="${shopName}" height="40" style="display:inline-block;height:40px;max-width:220px;border:0;color:${mailTheme.ink};line-height:40px"></span>`
    : html`${shopName}`

/** Renders the line below an email; null where the shop hides it. */
export const renderMailMark = ({ showsMark }: MailBrand, text: string): Html | null =>
  showsMark
    ? html`<p class="muted" style="margin:16px 0 0;color:${mailTheme.muted};font-size:12px;text-align:center">${text}</p>`
    : null
