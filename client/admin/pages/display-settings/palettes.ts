import { msg } from '@lingui/core/macro'
import { REVIEW_BOX } from '../../../../rules/settings/review-box.ts'

/** Colours that go together, to start from. */
export const palettes = [
  /** Every color is left to the brand. */
  { id: 'brand', name: msg`Your brand`, colours: REVIEW_BOX.defaults.colours },
  {
    id: 'plain',
    name: msg`Plain`,
    colours: { star: '#111111', emptyStar: '#d9d9d9', text: '#111111', mutedText: '#5c5c5c', background: '#ffffff', border: '#e4e4e4', button: '#111111', buttonText: '#ffffff', verified: '#2b6047' },
  },
  {
    id: 'night',
    name: msg`Night`,
    colours: { star: '#f0ae35', emptyStar: '#4a4438', text: '#f3eee4', mutedText: '#b3aa9b', background: '#211e18', border: '#3a352c', button: '#7cc4a5', buttonText: '#10241b', verified: '#7cc4a5' },
  },
  {
    id: 'sea',
    name: msg`Sea`,
    colours: { star: '#c9731a', emptyStar: '#d3dde3', text: '#12262f', mutedText: '#4d626d', background: '#f4f8fa', border: '#d9e4ea', button: '#1c4f68', buttonText: '#ffffff', verified: '#1c4f68' },
  },
] as const
