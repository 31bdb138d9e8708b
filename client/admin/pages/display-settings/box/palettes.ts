import { msg } from '@lingui/core/macro'
import { BOX_PALETTES } from '../../../../../rules/settings/box-palettes.ts'
import { REVIEW_BOX } from '../../../../../rules/settings/review-box.ts'

/** Sets of colors to start from. */
export const palettes = [
  /** All colors come from the brand. */
  { id: 'brand', name: msg`Your brand`, colours: REVIEW_BOX.defaults.colours },
  { id: 'paper', name: msg`Paper`, colours: BOX_PALETTES.paper },
  { id: 'plain', name: msg`Plain`, colours: BOX_PALETTES.plain },
  { id: 'night', name: msg`Night`, colours: BOX_PALETTES.night },
  { id: 'sea', name: msg`Sea`, colours: BOX_PALETTES.sea },
] as const
