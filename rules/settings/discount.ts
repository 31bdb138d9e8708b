import { z } from 'zod'
import { endOfDay, isoDay, shiftDay } from '../dates.ts'
import { maxReviewImages } from '../limits.ts'
import { allows, type PlanId } from '../plans.ts'
import { brandColour, flag, listOf, oneOf, part, refuse, rowIds, text, wholeNumber } from '../validation.ts'
import { settingsDocument } from './document.ts'

const SENDING_METHODS = ['reviews_approval', 'send_email', 'send_both'] as const

/** Value of a code: percent off, an amount off, or free shipping. */
const DISCOUNT_VALUE_TYPES = ['percentage', 'amount', 'shipping'] as const
type DiscountValueType = (typeof DISCOUNT_VALUE_TYPES)[number]

export const DISCOUNT_APPLIES_TO = ['order', 'products'] as const

/** Other discounts that a code can be combined with. */
const DISCOUNT_CLASSES = ['product', 'order', 'shipping'] as const
export type DiscountClass = (typeof DISCOUNT_CLASSES)[number]

/** States of a code as the API names them. Rows store all but `expired`, which follows from the end of an issued code. */
export const DISCOUNT_STATES = ['offered', 'pending', 'issued', 'redeemed', 'expired', 'withdrawn'] as const
export type DiscountState = (typeof DISCOUNT_STATES)[number]

export const maxDiscountContentChars = 500
export const maxDiscountPrefixChars = 20
export const maxDiscountProducts = 100
const maxDiscountAmount = 100_000
const maxExpireDays = 365
/** Characters of a code after its prefix. Excludes those that are easily confused. */
export const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const codeChars = 8

const colours = part({
  background: brandColour.describe('The block’s background.'),
  border: brandColour.describe('The frame around the code.'),
  text: brandColour.describe('The text.'),
  code: brandColour.describe('The code.'),
}).meta({ title: 'DiscountColours' })

const content = text(maxDiscountContentChars)
const value = wholeNumber(0, maxDiscountAmount)
const prefix = z
  .string({ error: 'valueInvalid' })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]*$/, { error: 'valueInvalid' })
  .max(maxDiscountPrefixChars, { error: 'valueInvalid' })

const schema = z
  .object({
    enableDiscount: flag.describe('Whether reviewers get a discount code.'),
    sendingMethod: oneOf(SENDING_METHODS, 'DiscountSendingMethod').describe(
      'reviews_approval: the code is shown behind the thanks once the review is published. send_email: it is mailed. send_both: both, with one code.',
    ),
    colours: colours.describe('Colors of the block with the code. Empty: the brand’s.'),
    contentDiscount: content.describe(
      'The text above the code, when all reviews get the same discount. Empty: Candor’s own, in the shopper’s language.',
    ),
    contentTextDiscount: content.describe('The text above the code for a review with text.'),
    contentPhotoDiscount: content.describe('The text above the code for a review with photos.'),
    typeDiscount: oneOf(['all', 'by_content'], 'DiscountFor').describe(
      'all: every review gets the same discount. by_content: reviews with text and reviews with photos have their own.',
    ),
    typeValueAllDiscount: oneOf(DISCOUNT_VALUE_TYPES, 'DiscountValueType').describe(
      'What the code for all reviews gives: a percentage, an amount, or free shipping.',
    ),
    valueAllDiscount: value.describe('Percent, or an amount in the shop’s currency.'),
    typeValuePhotoDiscount: oneOf(DISCOUNT_VALUE_TYPES, 'DiscountValueType').describe(
      'What the codes for text and for photos give.',
    ),
    valueTextDiscount: value.describe('For a review with text.'),
    valuePhotoDiscount: value.describe('For a review with photos.'),
    enabledTextDiscount: flag.describe('Whether a review with text gets a code (by_content).'),
    charactersRequired: wholeNumber(1, 5000).describe('Characters that such a text has at least.'),
    enabledPhotoDiscount: flag.describe('Whether a review with photos gets a code (by_content).'),
    photoRequired: wholeNumber(1, maxReviewImages).describe('Photos or videos that such a review has at least.'),
    appliesTo: oneOf(DISCOUNT_APPLIES_TO, 'DiscountAppliesTo').describe(
      'What a percentage or an amount applies to: the whole order, or selectedProducts. Free shipping applies to shipping.',
    ),
    selectedProducts: rowIds(maxDiscountProducts).describe('UUIDs of the products that a code applies to.'),
    expireDiscount: wholeNumber(0, maxExpireDays).describe('Days until a code expires. 0: never.'),
    customerEligibility: oneOf(['all', 'customer_reviewed'], 'DiscountEligibility').describe(
      'Who can use a code: everybody, or the customer who reviewed.',
    ),
    combinations: flag.describe('Whether a code can be used together with other discounts.'),
    listCombines: listOf(oneOf(DISCOUNT_CLASSES, 'DiscountClass')).describe('With which other discounts.'),
    discountCodePrefix: prefix.describe('What every code begins with: letters, digits and hyphens.'),
    expirationEmailDisabled: flag.describe('Whether customers are not reminded before their code expires.'),
  })
  .describe('The discount for reviewers (spec 3, Discount).')
  .superRefine((settings, context) => {
    const check = (type: DiscountValueType, name: 'valueAllDiscount' | 'valueTextDiscount' | 'valuePhotoDiscount') => {
      if (type === 'shipping') return
      const max = type === 'percentage' ? 100 : maxDiscountAmount
      if (settings[name] < 1 || settings[name] > max)
        context.addIssue({ code: 'custom', message: 'betweenEqual', params: { min: 1, max }, path: [name] })
    }
    check(settings.typeValueAllDiscount, 'valueAllDiscount')
    check(settings.typeValuePhotoDiscount, 'valueTextDiscount')
    check(settings.typeValuePhotoDiscount, 'valuePhotoDiscount')
    if (settings.appliesTo === 'products' && settings.selectedProducts.length === 0)
      context.addIssue({ code: 'custom', message: 'required', path: ['selectedProducts'] })
    if (new Set(settings.listCombines).size < settings.listCombines.length) refuse(context, 'valueInvalid')
  })
export type DiscountSettings = z.infer<typeof schema>

export const DISCOUNT = settingsDocument(
  schema,
  {
    enableDiscount: false,
    sendingMethod: 'reviews_approval',
    colours: { background: '', border: '', text: '', code: '' },
    contentDiscount: '',
    contentTextDiscount: '',
    contentPhotoDiscount: '',
    typeDiscount: 'all',
    typeValueAllDiscount: 'percentage',
    valueAllDiscount: 15,
    typeValuePhotoDiscount: 'percentage',
    valueTextDiscount: 10,
    valuePhotoDiscount: 15,
    enabledTextDiscount: true,
    charactersRequired: 50,
    enabledPhotoDiscount: true,
    photoRequired: 1,
    appliesTo: 'order',
    selectedProducts: [],
    expireDiscount: 30,
    customerEligibility: 'all',
    combinations: false,
    listCombines: [],
    discountCodePrefix: 'THANKYOU',
    expirationEmailDisabled: false,
  },
  { gated: { sendingMethod: 'discountEmail' } },
)

/** Returns the last second of a code's last day in the shop's zone: what "valid until" means to a shopper. */
export function findDiscountEnd(startsAt: Date, days: number, timeZone: string): Date {
  return new Date(endOfDay(shiftDay(isoDay(startsAt, timeZone), days), timeZone).getTime() - 1_000)
}

/** What earned a code: any review, one with enough text, or one with enough photos. */
export const REWARD_KINDS = ['any', 'text', 'photo'] as const
export type RewardKind = (typeof REWARD_KINDS)[number]

interface RewardedReview {
  characters: number
  media: number
}

export interface Reward {
  kind: RewardKind
  type: DiscountValueType
  /** Percent, or whole units of the shop's currency; 0 for free shipping. */
  value: number
}

/** Returns a review's reward, or null. Stars never matter: low ratings earn the same. */
export function findReward(settings: DiscountSettings, { characters, media }: RewardedReview): Reward | null {
  if (!settings.enableDiscount) return null
  const reward = (kind: RewardKind, type: DiscountValueType, value: number): Reward => ({
    kind,
    type,
    value: type === 'shipping' ? 0 : value,
  })
  if (settings.typeDiscount === 'all') return reward('any', settings.typeValueAllDiscount, settings.valueAllDiscount)
  if (settings.enabledPhotoDiscount && media >= settings.photoRequired)
    return reward('photo', settings.typeValuePhotoDiscount, settings.valuePhotoDiscount)
  if (settings.enabledTextDiscount && characters >= settings.charactersRequired)
    return reward('text', settings.typeValuePhotoDiscount, settings.valueTextDiscount)
  return null
}

/** Returns all that reviews can earn, the least demanding first; empty if nothing. */
export function listRewardOffers(settings: DiscountSettings): Reward[] {
  const { charactersRequired: characters, photoRequired: media } = settings
  const textAlone = findReward(settings, { characters, media: 0 })
  const photos = findReward(settings, { characters: 0, media })
  const offers = [textAlone, photos].filter((reward) => reward !== null)
  return offers.filter(({ kind }, at) => offers.findIndex((other) => other.kind === kind) === at)
}

/** Returns what a review with enough photos earns, for emails and forms that ask for one; null without a reward. */
export function findPhotoReward(settings: DiscountSettings): (Reward & { photos: number }) | null {
  const { typeDiscount, enabledPhotoDiscount, photoRequired } = settings
  if (typeDiscount === 'by_content' && !enabledPhotoDiscount) return null
  const reward = findReward(settings, { characters: 0, media: photoRequired })
  return reward && { ...reward, photos: typeDiscount === 'all' ? 0 : photoRequired }
}

/** Returns how a code reaches the shopper; on plans without the discount email, it is only shown. */
export function listSendingMethods(
  { sendingMethod }: Pick<DiscountSettings, 'sendingMethod'>,
  plan: PlanId,
): { shown: boolean; mailed: boolean } {
  const mailed = sendingMethod !== 'reviews_approval' && allows(plan, 'discountEmail')
  return { shown: sendingMethod !== 'send_email' || !mailed, mailed }
}
