import { brandPalette, buildBrandTheme, chooseTextColor } from '../../../rules/brand.ts'
import { adjustForContrast, contrast, mixColors } from '../../../rules/contrast.ts'
import { BRANDING, type BrandingSettings } from '../../../rules/settings/branding.ts'
import type { Ctx } from '../../core/context.ts'
import { pageFont } from '../../core/pages/fonts.ts'
import type { ShopFace } from '../../core/pages/page.ts'
import { readBrandedSetting } from '../settings/branded-settings.ts'
import { readSetting } from '../settings/settings.ts'

/**
 * Returns how the shop's pages for shoppers look. Without a brand, they have Candor's own look. `origin`: Candor's, for a
 * page on the shop's domain.
 */
export async function readShopFace(ctx: Ctx, { origin = '' } = {}): Promise<ShopFace> {
  const branding = await readSetting(ctx, 'branding')
  const { reviewReminder } = await readBrandedSetting(ctx, 'emailTemplates')
  const { tags, family } = pageFont(origin, branding.font)
  return {
    name: ctx.shop.name,
    url: ctx.platform.shopUrl(ctx.shop),
    origin,
    logo: branding.logo || reviewReminder.logo,
    style: [
      rootRule({
        ...brandColors(branding),
        ...brandCorners(branding, ctx.shop.plan),
        ...(family && { font: family }),
      }),
      isDark(branding) ? darkRules : '',
    ].join(''),
    fontTags: tags,
  }
}

const rootRule = (properties: Readonly<Record<string, string>>): string => {
  const lines = Object.entries(properties).map(([name, value]) => `--${name}:${value}`)
  return lines.length > 0 ? `:root{${lines.join(';')}}` : ''
}

const isDark = ({ backgroundColor }: BrandingSettings): boolean => chooseTextColor(backgroundColor) === '#ffffff'

/** A plate, because most logos are drawn for a light background. */
const darkRules =
  ':root{color-scheme:dark}.shop:has(img){padding:.75rem 1.25rem;border-radius:var(--radius);background:#fff;color:#1e1b16}'

const colorNames = ['primaryColor', 'textColor', 'backgroundColor', 'starColor'] as const

/** Returns the custom properties of formStyle; none for a shop that left the colors as they are. */
function brandColors(branding: BrandingSettings): Record<string, string> {
  if (colorNames.every((name) => branding[name] === BRANDING.defaults[name])) return {}
  const { background, text, mutedText, border, button, buttonText, star } = brandPalette(branding)
  const dark = isDark(branding)
  // Cards are lighter than the page: white on a tint of the brand, or lifted from a dark page.
  const [page, card] = dark
    ? [background, mixColors(background, text, 0.07)]
    : [mixColors(background, text, 0.045), background]
  const soft = mixColors(card, button, 0.13)
  const red = adjustForContrast('#a3301f', mixColors(card, '#a3301f', 0.1))
  return {
    paper: page,
    'paper-deep': mixColors(page, text, 0.06),
    card,
    field: card,
    ink: text,
    'ink-soft': adjustForContrast(adjustForContrast(mutedText, card), page),
    line: border,
    'line-strong': adjustForContrast(border, card, 3),
    act: button,
    'act-deep': mixColors(button, buttonText === '#ffffff' ? '#000000' : '#ffffff', 0.18),
    'act-text': buttonText,
    'act-ink': adjustForContrast(adjustForContrast(button, card), page),
    'act-soft': soft,
    'act-soft-ink': adjustForContrast(button, soft),
    amber: star,
    'amber-text': (contrast(star, card) ?? 0) < 3 ? adjustForContrast(star, card, 3) : star,
    red,
    'red-soft': mixColors(card, red, 0.1),
  }
}

function brandCorners(branding: BrandingSettings, plan: string): Record<string, string> {
  const { roundness } = buildBrandTheme(branding, { plan })
  return roundness === 1 ? {} : { radius: `${10 * roundness}px`, 'radius-large': `${18 * roundness}px` }
}
