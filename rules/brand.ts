import { readFlag } from './read-flag.ts'
import { contrast, mixColors, readableContrast, adjustForContrast } from './contrast.ts'
import { allows } from './plans.ts'
import { BRANDING, type BrandingSettings } from './settings/branding.ts'
import { readPath, type Fields } from './settings/document.ts'
import { REVIEW_BOX, applyPalette, type ReviewBoxColours, type ReviewBoxSettings } from './settings/review-box.ts'
import type { SettingKey, SettingValue } from './settings/settings.ts'

/** Colors derived from a brand's four, by use. */
interface BrandPalette {
  star: string
  emptyStar: string
  text: string
  mutedText: string
  background: string
  border: string
  button: string
  buttonText: string
  verified: string
  /** A shade of the background, and the text and button colors that are readable on it. */
  tint: string
  textOnTint: string
  buttonOnTint: string
}

/** Brand settings that no widget or email can override. */
export interface BrandTheme {
  /** Factor of the corner radius: 0 is square, 1 is soft. */
  roundness: number
  showsMark: boolean
}

/** Warm tones of the paper palette, which mixing the two colors can't produce. */
const paper = { emptyStar: '#ddd5c6', mutedText: '#6a6255', border: '#e8e1d4', tint: '#fbf7ef' } as const

/** Returns the colors derived from a brand. They are readable if its text and background are. */
export function brandPalette({
  primaryColor: button,
  textColor: text,
  backgroundColor: background,
  starColor: star,
}: BrandingSettings): BrandPalette {
  const { defaults } = BRANDING
  const isPaper = text === defaults.textColor && background === defaults.backgroundColor
  const soft = isPaper
    ? paper
    : {
        emptyStar: mixColors(background, text, 0.18),
        mutedText: adjustForContrast(mixColors(text, background, 0.35), background),
        border: mixColors(background, text, 0.13),
        tint: mixColors(background, text, 0.05),
      }
  return {
    star,
    text,
    background,
    button,
    ...soft,
    textOnTint: adjustForContrast(text, soft.tint),
    buttonOnTint: adjustForContrast(button, soft.tint),
    buttonText: chooseTextColor(button),
    verified: adjustForContrast(button, background),
  }
}

/** Returns white if readable on the background, else the more readable of white and near-black. */
export const chooseTextColor = (background: string): string =>
  (contrast('#ffffff', background) ?? 21) >= Math.min(readableContrast, contrast('#1e1b16', background) ?? 0)
    ? '#ffffff'
    : '#1e1b16'

type Role = keyof BrandPalette | 'starIcon' | 'font' | 'logo' | keyof typeof voteRoles

const boxColours = [
  'star',
  'emptyStar',
  'text',
  'mutedText',
  'background',
  'border',
  'button',
  'buttonText',
  'verified',
] as const
/** Colors of votes, derived from those of the box, which may be a palette's. */
const voteRoles = {
  liked: ({ verified, background, text }: ReviewBoxColours) =>
    adjustForContrast(verified, voteGround(background, text)),
  disliked: ({ background, text }: ReviewBoxColours) => adjustForContrast('#8a3b2a', voteGround(background, text)),
}
/** Background of a vote button on hover (.candor-quiet in client/storefront/styles/box.css). */
const voteGround = (background: string, text: string): string => mixColors(background, text, 0.12)

const templates = ['reviewReminder', 'photoReminder', 'confirmEdit', 'reviewReply', 'discountReview', 'survey'] as const

/** Fields that a brand fills in while empty, by document and dotted path. */
const branded: { readonly [Key in SettingKey]?: Readonly<Record<string, Role>> } = {
  reviewBox: {
    font: 'font',
    starIconType: 'starIcon',
    ...Object.fromEntries(boxColours.map((name) => [`colours.${name}`, name])),
    likedColor: 'liked',
    dislikedColor: 'disliked',
  },
  carousel: { carouselHeadingColor: 'text' },
  starRating: { 'floatButton.background': 'button', 'floatButton.text': 'buttonText' },
  submitForm: { buttonColor: 'button', buttonTextColor: 'buttonText' },
  testimonials: {
    'colours.text': 'text',
    'colours.mutedText': 'mutedText',
    'colours.background': 'background',
    'colours.star': 'star',
    'colours.emptyStar': 'emptyStar',
    'colours.quote': 'verified',
  },
  discount: {
    'colours.background': 'tint',
    'colours.text': 'textOnTint',
    'colours.border': 'buttonOnTint',
    'colours.code': 'buttonOnTint',
  },
  emailTemplates: Object.fromEntries(
    templates.flatMap((key) => [
      [`${key}.buttonColour`, 'button'],
      [`${key}.buttonTextColour`, 'buttonText'],
      [`${key}.logo`, 'logo'],
    ]),
  ),
}

/** Background button of a text color. A button with its own color gets a readable text color. */
const buttonsOf: Partial<Record<string, string>> = {
  'colours.buttonText': 'colours.button',
  'floatButton.text': 'floatButton.background',
  buttonTextColor: 'buttonColor',
  ...Object.fromEntries(templates.map((key): [string, string] => [`${key}.buttonTextColour`, `${key}.buttonColour`])),
}

const isUnset = (value: unknown): boolean => value === '' || value === 'brand' || value === 'inherit'

/**
 * Returns a document with the brand in its empty fields. A chosen palette comes first; own values of a widget or email
 * win. Storefront, emails and previews all use this function.
 */
export function applyBrand<Key extends SettingKey>(
  key: Key,
  value: SettingValue<Key>,
  branding: BrandingSettings,
): SettingValue<Key> {
  const roleByPath: Readonly<Record<string, Role>> = branded[key] ?? {}
  const given = key === 'reviewBox' ? applyPalette(value as ReviewBoxSettings) : value
  const paths = Object.entries(roleByPath).filter(([path]) => isUnset(readPath(given, path)))
  if (paths.length === 0) return given as SettingValue<Key>
  const filled = structuredClone(given) as Fields
  const roles = { ...brandPalette(branding), starIcon: branding.starIcon, font: branding.font, logo: branding.logo }
  for (const [path, role] of paths) {
    if (role === 'liked' || role === 'disliked') {
      // The box's colors come first in the list, so they are set here.
      put(filled, path, voteRoles[role](filled['colours'] as ReviewBoxColours))
      continue
    }
    const button = readPath(given, buttonsOf[path] ?? '') ?? ''
    put(filled, path, isUnset(button) ? roles[role] : chooseTextColor(button as string))
  }
  return filled as SettingValue<Key>
}

/**
 * Returns the theme that other widgets share with the review box: stars, font and formats. Other widgets use the
 * brand's colors (decision 0059).
 */
export const buildSharedTheme = (box: ReviewBoxSettings, branding: BrandingSettings): ReviewBoxSettings =>
  applyBrand(
    'reviewBox',
    { ...box, preset: 'custom', colours: REVIEW_BOX.defaults.colours, likedColor: '', dislikedColor: '' },
    branding,
  )

function put(value: Fields, path: string, part: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const holder = names.length > 0 ? (readPath(value, names.join('.')) as Fields) : value
  holder[last] = part
}

/** Returns the brand settings of every widget and email. A plan without the feature always shows the mark. */
export function buildBrandTheme(
  { corners, isRemoveBranding }: BrandingSettings,
  { plan, flags }: { plan: string; flags?: unknown },
): BrandTheme {
  const removed = isRemoveBranding && allows(plan, 'removeBranding')
  return { roundness: roundness[corners], showsMark: !removed && readFlag(flags, 'enableRemoveBranding') !== true }
}

const roundness = { square: 0, soft: 1, round: 1.75 } as const satisfies Record<BrandingSettings['corners'], number>
