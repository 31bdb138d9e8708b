import { brandColour, flag, oneOf } from '../validation.ts'

const HELPFUL_DISPLAYS = ['helpful', 'both'] as const
const HELPFUL_APPEARANCES = ['text', 'icons'] as const

/** Review box fields for votes (spec 3, helpful-vote options). */
export const reviewToolsFields = {
  isShowHelpful: flag.describe('Shoppers can say whether a review helped them.'),
  displayHelpful: oneOf(HELPFUL_DISPLAYS, 'HelpfulDisplay').describe(
    '`helpful`: one button. `both`: also one for reviews that did not help.',
  ),
  appearanceHelpful: oneOf(HELPFUL_APPEARANCES, 'HelpfulAppearance').describe(
    'Whether the buttons have words or icons.',
  ),
  showHelpfulCount: flag.describe('Shows how many people found a review helpful.'),
  likedColor: brandColour.describe('The button of a review that helped. Empty: follows from colours.'),
  dislikedColor: brandColour.describe('The button of a review that did not help. Empty: follows from colours.'),
}

export const reviewToolsDefaults = {
  isShowHelpful: true,
  displayHelpful: 'helpful',
  appearanceHelpful: 'text',
  showHelpfulCount: true,
  likedColor: '',
  dislikedColor: '',
} as const
