import type { BrandTheme } from '../../../rules/brand.ts'
import type { ReviewBoxSettings } from '../../../rules/settings/review-box.ts'

/** The design of the review box, shared by all widgets, with the brand's corners and mark. */
export type Design = ReviewBoxSettings & { brand?: BrandTheme }

/** Names of the CSS custom properties, by color setting. */
const properties: Record<keyof ReviewBoxSettings['colours'], string> = {
  star: 'star',
  emptyStar: 'star-off',
  text: 'text',
  mutedText: 'soft',
  background: 'back',
  border: 'line',
  button: 'act',
  buttonText: 'act-text',
  verified: 'sure',
}

const colour = /^#[0-9a-f]{3,8}$/i

/** Returns the settings as a style attribute. Leaves out invalid colors, for which the styles have defaults. */
export function themeStyle(
  settings: Pick<Design, 'colours' | 'mobileGridColumnsCount' | 'desktopGridColumnsCount' | 'brand'>,
): string {
  const colours = Object.entries(settings.colours).filter(([, value]) => colour.test(value))
  const named = colours.map(([key, value]) => `--candor-${properties[key as keyof typeof properties]}:${value}`)
  return [
    ...named,
    `--candor-columns:${settings.mobileGridColumnsCount}`,
    `--candor-wide:${settings.desktopGridColumnsCount}`,
    brandStyle(settings),
  ]
    .filter(Boolean)
    .join(';')
}

/** Returns the brand's corners as a style attribute; empty for the default. */
export const brandStyle = ({ brand }: Pick<Design, 'brand'>): string =>
  !brand || brand.roundness === 1 ? '' : `--candor-round:${brand.roundness}`

/** Returns the classes of a widget's root for stars and layout. */
export function themeClass(settings: Pick<Design, 'layout' | 'starIconType'>): string {
  return `candor-${settings.layout} candor-icon-${settings.starIconType === 'brand' ? 'star' : settings.starIconType}`
}

/** Returns further colors as custom properties. Leaves out invalid ones. */
export const colourStyle = (colours: Readonly<Record<string, string>>): string =>
  Object.entries(colours)
    .filter(([, value]) => colour.test(value))
    .map(([name, value]) => `--candor-${name}:${value}`)
    .join(';')

/** Returns classes that hide a widget on wide screens or on phones. */
export const deviceClass = ({
  showOnDesktop,
  showOnMobile,
}: {
  showOnDesktop: boolean
  showOnMobile: boolean
}): string => `${showOnDesktop ? '' : 'candor-no-desktop '}${showOnMobile ? '' : 'candor-no-mobile'}`.trim()
