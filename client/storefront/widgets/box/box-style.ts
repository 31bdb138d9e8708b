import type { ReviewBoxSettings, StarIcon } from '../../../../rules/settings/review-box.ts'
import type { PageView } from '../shown.ts'
import type { TopQuality } from './top-quality.ts'

/** What the general settings say of the review box, as far as the shop's plan includes it. */
export interface BoxSwitches {
  /** The newest design instead of `designPreset`. */
  newest: boolean
  /** Shoppers' photos lead. */
  content: boolean
  /** The next reviews come as the reader comes to the end. */
  endless: boolean
  /** A review whose whole text is shown hides its product. */
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

/** Whether photos stand large above the words. */
export const leadsWithMedia = ({ settings, switches = usualSwitches }: BoxStyleView): boolean =>
  switches.content || (settings.layout === 'carousel' && settings.mediaPositionCarousel === 'top')

/** Returns the classes of the box's root that its looks need. */
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

/** Files of client/storefront/styles that only some settings need. A page loads those that its shop has chosen. */
export const OPTIONAL_STYLES = [
  'looks/icons',
  'looks/simple',
  'looks/modern',
  'looks/options',
  'looks/top-quality',
  'submit-form',
] as const
export type OptionalStyle = (typeof OPTIONAL_STYLES)[number]

/** Returns the styles of stars of another shape, which any widget may have. */
export const iconStyles = (...icons: readonly (StarIcon | 'brand')[]): OptionalStyle[] =>
  icons.some((icon) => icon !== 'star' && icon !== 'brand') ? ['looks/icons'] : []

/** Returns the styles that the settings need beside those of the widgets. */
export function optionalStyles(view: BoxStyleView): OptionalStyle[] {
  const {
    settings: { designPreset, formType, isShowHelpful, appearanceHelpful },
    switches = usualSwitches,
  } = view
  const hasOptions = boxClass({ ...view, switches: { ...switches, newest: true } }) !== ''
  return [
    // Votes have a thumb.
    ...(isShowHelpful && appearanceHelpful === 'icons' ? ['looks/icons' as const] : []),
    ...(switches.newest ? [] : [`looks/${designPreset}` as const]),
    ...(hasOptions ? ['looks/options' as const] : []),
    ...(switches.topQuality ? ['looks/top-quality' as const] : []),
    ...(formType === 'popup' ? ['submit-form' as const] : []),
  ]
}
