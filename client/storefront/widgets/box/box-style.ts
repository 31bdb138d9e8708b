import type { ReviewBoxSettings, StarIcon } from '../../../../rules/settings/review-box.ts'
import type { PageView } from '../shown.ts'
import type { TopQuality } from './top-quality.ts'

/** General settings of the review box, as far as the plan includes them. */
export interface BoxSwitches {
  /** Use the newest design instead of `designPreset`. */
  newest: boolean
  /** Show shoppers' photos first. */
  content: boolean
  /** Load more reviews at the end of the list. */
  endless: boolean
  /** Hide the product of a review whose whole text is shown. */
  lean: boolean
  topQuality: TopQuality | null
}

export const usualSwitches: BoxSwitches = {
  newest: true,
  content: false,
  endless: false,
  lean: false,
  topQuality: null,
}

type BoxStyleView = { settings: ReviewBoxSettings } & Pick<PageView, 'switches'>

/** Returns whether photos are large and above the text. */
export const leadsWithMedia = ({ settings, switches = usualSwitches }: BoxStyleView): boolean =>
  switches.content || (settings.layout === 'carousel' && settings.mediaPositionCarousel === 'top')

/** Returns the classes of the box's root for its settings. */
export function boxClass(view: BoxStyleView): string {
  const {
    settings: { designPreset, styleAvatar, cardSizeCarousel },
    switches = usualSwitches,
  } = view
  return [
    !switches.newest && `candor-design-${designPreset}`,
    styleAvatar !== 'letter' && `candor-face-${styleAvatar}`,
    cardSizeCarousel !== 'medium' && `candor-card-${cardSizeCarousel}`,
    leadsWithMedia(view) && 'candor-leads',
    switches.lean && 'candor-lean',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Files of client/storefront/styles that only some settings need. A page loads only those of the shop's settings. */
export const OPTIONAL_STYLES = [
  'looks/icons',
  'looks/simple',
  'looks/modern',
  'looks/options',
  'looks/top-quality',
  'submit-form',
] as const
export type OptionalStyle = (typeof OPTIONAL_STYLES)[number]

/** Returns the styles of special star shapes, which any widget may use. */
export const iconStyles = (...icons: readonly (StarIcon | 'brand')[]): OptionalStyle[] =>
  icons.some((icon) => icon !== 'star' && icon !== 'brand') ? ['looks/icons'] : []

/** Returns the optional styles that the settings need. */
export function optionalStyles(view: BoxStyleView): OptionalStyle[] {
  const {
    settings: { designPreset, formType, isShowHelpful, appearanceHelpful },
    switches = usualSwitches,
  } = view
  const hasOptions = boxClass({ ...view, switches: { ...switches, newest: true } }) !== ''
  return [
    // Vote buttons use the thumb icon.
    ...(isShowHelpful && appearanceHelpful === 'icons' ? ['looks/icons' as const] : []),
    ...(switches.newest ? [] : [`looks/${designPreset}` as const]),
    ...(hasOptions ? ['looks/options' as const] : []),
    ...(switches.topQuality ? ['looks/top-quality' as const] : []),
    ...(formType === 'popup' ? ['submit-form' as const] : []),
  ]
}
