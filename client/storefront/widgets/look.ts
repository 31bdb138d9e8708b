import type { ReviewBoxSettings } from '../../../rules/settings/review-box.ts'

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
export function lookStyle(settings: Pick<ReviewBoxSettings, 'colours' | 'mobileGridColumnsCount'>): string {
  const colours = Object.entries(settings.colours).filter(([, value]) => colour.test(value))
  const named = colours.map(([key, value]) => `--candor-${properties[key as keyof typeof properties]}:${value}`)
  return [...named, `--candor-columns:${settings.mobileGridColumnsCount}`].join(';')
}

/** Classes of a widget's root: which stars, which arrangement. */
export function lookClass(settings: Pick<ReviewBoxSettings, 'layout' | 'starIconType'>): string {
  return `candor-${settings.layout} candor-icon-${settings.starIconType}`
}
