import type { BrandTheme } from '../../../rules/brand.ts'
import type { ReviewBoxSettings } from '../../../rules/settings/review-box.ts'

/** The design of the review box, whose look all widgets share, with the brand's corners and mark. */
export type Design = ReviewBoxSettings & { brand?: BrandTheme }

/** Names of the custom properties in the styles, by the colour of the settings they carry. */
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

/** The settings as a style attribute. What is no plain colour is left out: the styles have a value for it. */
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

/** The brand's corners as a style attribute; empty for a brand that leaves them as they are. */
export const brandStyle = ({ brand }: Pick<Design, 'brand'>): string =>
  !brand || brand.roundness === 1 ? '' : `--candor-round:${brand.roundness}`

/** Classes of a widget's root: which stars, which arrangement. */
export function themeClass(settings: Pick<Design, 'layout' | 'starIconType'>): string {
  return `candor-${settings.layout} candor-icon-${settings.starIconType === 'brand' ? 'star' : settings.starIconType}`
}

/** Further colours as custom properties; what is no plain colour is left out. */
export const colourStyle = (colours: Readonly<Record<string, string>>): string =>
  Object.entries(colours)
    .filter(([, value]) => colour.test(value))
    .map(([name, value]) => `--candor-${name}:${value}`)
    .join(';')

/** Classes that hide a widget from wide screens or from phones. */
export const deviceClass = ({
  showOnDesktop,
  showOnMobile,
}: {
  showOnDesktop: boolean
  showOnMobile: boolean
}): string => `${showOnDesktop ? '' : 'candor-no-desktop '}${showOnMobile ? '' : 'candor-no-mobile'}`.trim()
