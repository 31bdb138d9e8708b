import { z } from 'zod'
import { splitName } from './author-name.ts'
import { maxNameChars, maxRate, maxReplyChars, maxReviewContentChars, maxReviewImageBytes, maxReviewImages, maxReviewTitleChars, minRate } from './limits.ts'
import type { MessageCode } from './messages.ts'
import { cleanText, countCharacters, email, isEmail, refuse, requiredText, text } from './validation.ts'

/** Stars are whole: 1, 2, 3, 4 or 5. Nothing is rounded, nothing clamped. */
export const rate = z.number({ error: 'rateRequired' }).superRefine((value, context) => {
  if (!Number.isInteger(value) || value < minRate || value > maxRate) refuse(context, 'ratingOutOfRange', { min: minRate, max: maxRate })
})

/** Image types of the submit form (spec 5), by content type. */
export const REVIEW_IMAGE_TYPES = { 'image/gif': ['.gif'], 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'] } as const
export const reviewImageAccept = '.gif,.jpg,.jpeg,.png'

export function isReviewImageType(contentType: string): boolean {
  return Object.hasOwn(REVIEW_IMAGE_TYPES, contentType.toLowerCase())
}

/** Why these images cannot be taken (spec 5), or null. Sizes in bytes. */
export function imageProblem(images: readonly { contentType: string; size: number }[]): MessageCode | null {
  if (images.length > maxReviewImages) return 'uploadLimitReached'
  if (images.some(({ contentType }) => !isReviewImageType(contentType))) return 'invalidFileType'
  if (images.some(({ size }) => size > maxReviewImageBytes)) return 'invalidFileSize'
  return null
}

export interface ShopperFormRules {
  requiredName: boolean
  requiredEmail: boolean
}

const missing = 'requiredField' satisfies MessageCode

/** A form post carries text: "4" is four stars, "" is none. */
const formRate = z.preprocess((value) => (typeof value === 'string' && /^\d{1,3}$/.test(value.trim()) ? Number(value) : value), rate)

const formText = (max: number, required: boolean) =>
  z.string({ error: missing }).transform((value) => cleanText(value).trim()).superRefine((value, context) => {
    if (required && value === '') refuse(context, missing)
    else if (countCharacters(value) > max) refuse(context, 'fillAtMost', { max })
  })

/** What a shopper sends (spec 5, submit form). Without a text the stars alone are a review. */
export function shopperReview(rules: ShopperFormRules) {
  return z.object({
    rate: formRate,
    title: formText(maxReviewTitleChars, false).prefault(''),
    content: formText(maxReviewContentChars, false).prefault(''),
    name: formText(maxNameChars, rules.requiredName).prefault(''),
    email: z.string({ error: missing }).trim().toLowerCase().superRefine((value, context) => {
      if (value === '' ? rules.requiredEmail : !isEmail(value)) refuse(context, value === '' ? missing : 'emailFieldInvalid')
    }).prefault(''),
  }).transform(({ name, ...review }) => ({ ...review, ...splitName(name) }))
}
export type ShopperReview = z.infer<ReturnType<typeof shopperReview>>

/** A review the merchant creates or edits; the rating of an existing one is never the merchant's to change. */
export const merchantReview = z.object({
  rate,
  title: text(maxReviewTitleChars).default(''),
  content: text(maxReviewContentChars).default(''),
  firstName: text(maxNameChars).default(''),
  lastName: text(maxNameChars).default(''),
  email: z.union([z.literal(''), email()], { error: 'invalidEmail' }).default(''),
})
export type MerchantReview = z.infer<typeof merchantReview>

/** A reply (spec 5: 'Reply content is required'). */
export const replyInput = z.object({ content: requiredText(maxReplyChars, 'replyRequired') })
