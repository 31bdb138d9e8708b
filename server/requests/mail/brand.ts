import { buildBrandTheme, brandPalette } from '../../../rules/brand.ts'
import { adjustForContrast } from '../../../rules/contrast.ts'
import type { BrandingSettings } from '../../../rules/settings/branding.ts'
import { html, type Html } from '../../core/html.ts'
import { mailTheme } from './mail-theme.ts'

/** What an email has of the shop's brand besides its template's own colors and logo. */
export interface MailBrand {
  star: string
  /** A list of fonts; mail programs use the first that the reader's device has. */
  font: string
  roundness: number
  showsMark: boolean
}

/** Large shapes need less contrast than text. */
const leastStarContrast = 3

/** Returns the brand as emails show it. Text and ground stay Candor's own, since mail programs darken them. */
export function buildMailBrand(branding: BrandingSettings, plan: string): MailBrand {
  const { font } = branding
  const { roundness, showsMark } = buildBrandTheme(branding, plan)
  return {
    star: adjustForContrast(brandPalette(branding).star, mailTheme.paper, leastStarContrast),
    font: font === 'inherit' ? mailTheme.font : `${font},${mailTheme.font}`,
    roundness,
    showsMark,
  }
}

/** An email without a brand: Candor's own look. */
export const noBrand: MailBrand = { star: mailTheme.amber, font: mailTheme.font, roundness: 1, showsMark: false }

/** Returns the corners of a part that has `pixels` in Candor's own look. */
export const rounded = ({ roundness }: MailBrand, pixels: number): string =>
  `border-radius:${Math.round(pixels * roundness)}px`

/** The line below an email; null where the shop leaves it out. */
export const renderMailMark = ({ showsMark }: MailBrand, text: string): Html | null =>
  showsMark
    ? html`<p class="muted" style="margin:16px 0 0;color:${mailTheme.muted};font-size:12px;text-align:center">${text}</p>`
    : null
