import { z } from 'zod'
import { splitContact, splitName } from './author-name.ts'
import { normalizeLine, normalizeText } from './clean-text.ts'
import {
  maxEditNoteChars,
  maxNameChars,
  maxRate,
  maxReplyChars,
  maxReviewContentChars,
  maxReviewImageBytes,
  maxReviewImages,
  maxReviewTitleChars,
  maxVideoBytes,
  maxVideoSeconds,
  minRate,
} from './limits.ts'
import { isHeicType, REVIEW_IMAGE_TYPES } from './media-types.ts'
import type { MessageCode, MessageParams } from './messages.ts'
import { WIRE_REVIEW_STATUSES } from './review-status.ts'
import { email, flag, isEmail, line, oneOf, refuse, requiredText, text } from './validation.ts'
import { countCharacters } from './visible-text.ts'

/** Whole stars from 1 to 5. Nothing is rounded or clamped. */
export const rate = z.number({ error: 'rateRequired' }).superRefine((value, context) => {
  if (!Number.isInteger(value) || value < minRate || value > maxRate)
    refuse(context, 'ratingOutOfRange', { min: minRate, max: maxRate })
})

function isReviewImageType(contentType: string): boolean {
  return REVIEW_IMAGE_TYPES.some((type) => type === contentType.toLowerCase())
}

/** Returns why images are refused (spec 5), or null. Sizes in bytes. */
export function imageProblem(images: readonly { contentType: string; size: number }[]): MessageCode | null {
  if (images.length > maxReviewImages) return 'uploadLimitReached'
  if (images.some(({ contentType }) => isHeicType(contentType))) return 'heicPhoto'
  if (images.some(({ contentType }) => !isReviewImageType(contentType))) return 'invalidFileType'
  if (images.some(({ size }) => size > maxReviewImageBytes)) return 'invalidFileSize'
  return null
}

/** Returns why a video is refused, or null. Size in bytes, length in seconds once known. */
export function videoProblem({
  size,
  seconds = 0,
}: {
  size: number
  seconds?: number
}): { code: MessageCode; params: MessageParams } | null {
  if (size > maxVideoBytes) return { code: 'videoTooLarge', params: { megabytes: maxVideoBytes / 1024 / 1024 } }
  // Sound lasts slightly longer than the picture: a minute from a phone has 60.03 seconds.
  return Math.round(seconds) > maxVideoSeconds ? { code: 'videoTooLong', params: { seconds: maxVideoSeconds } } : null
}

interface ShopperFormRules {
  requiredName: boolean
  requiredEmail: boolean
}

const missing = 'requiredField' satisfies MessageCode

/** Forms post text: "4" is four stars, "" is none. */
const formRate = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,3}$/.test(value.trim()) ? Number(value) : value),
  rate,
)

const formText = (max: number, { required = false, keep }: { required?: boolean; keep: (text: string) => string }) =>
  z
    .string({ error: missing })
    .transform(keep)
    .superRefine((value, context) => {
      if (required && value === '') refuse(context, missing)
      else if (countCharacters(value) > max) refuse(context, 'fillAtMost', { max })
    })

/** A shopper's review (spec 5, submit form). Stars alone are enough. */
export function shopperReview(rules: ShopperFormRules) {
  return z
    .object({
      rate: formRate,
      title: formText(maxReviewTitleChars, { keep: normalizeLine }).prefault(''),
      content: formText(maxReviewContentChars, { keep: normalizeText }).prefault(''),
      name: formText(maxNameChars, { required: rules.requiredName, keep: normalizeLine }).prefault(''),
      email: z
        .string({ error: missing })
        .trim()
        .toLowerCase()
        .superRefine((value, context) => {
          if (value === '' ? rules.requiredEmail : !isEmail(value))
            refuse(context, value === '' ? missing : 'emailFieldInvalid')
        })
        .prefault(''),
    })
    .transform(({ name: written, ...review }) => {
      // An address or number in the name would be shown to every visitor.
      const { name, email: found } = splitContact(written)
      return { ...review, email: review.email || (isEmail(found) ? found : ''), ...splitName(name) }
    })
}
export type ShopperReview = z.infer<ReturnType<typeof shopperReview>>

/** A review that the merchant creates or edits. The rating of an existing one never changes. */
export const merchantReview = z.object({
  rate,
  title: line(maxReviewTitleChars).default(''),
  content: text(maxReviewContentChars).default(''),
  firstName: line(maxNameChars).default(''),
  lastName: line(maxNameChars).default(''),
  email: z.union([z.literal(''), email()], { error: 'invalidEmail' }).default(''),
})

/** A date, or its JSON form. */
const moment = z
  .union([z.date(), z.iso.datetime({ offset: true, error: 'invalidDate' })], { error: 'invalidDate' })
  .transform((value, context) => {
    const date = new Date(value)
    // PostgreSQL and JSON write these years alike.
    if (!(date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999)) refuse(context, 'invalidDate')
    return date
  })

const pastMoment = (now: Date) =>
  moment.superRefine((date, context) => {
    if (date > now) refuse(context, 'dateInFuture')
  })

/** A review that the merchant creates (spec 1, source "Created by admin"), with its date. */
export const newMerchantReview = (now: Date) =>
  merchantReview.extend({
    createdAt: pastMoment(now).optional(),
    published: flag.default(true),
  })

/** Body of REST's POST. `newMerchantReview` validates the other fields. A new review is published or pending. */
export const newReviewWire = z.looseObject({
  productId: z.string({ error: 'malformedId' }).nullish(),
  status: oneOf(['approved', 'published', 'pending']).optional(),
})

/** Changes of an edit; the rating never changes. Absent fields stay. */
export const reviewEdit = z.strictObject({
  title: line(maxReviewTitleChars).optional(),
  content: text(maxReviewContentChars).optional(),
  media: z
    .array(z.strictObject({ id: z.string({ error: 'malformedId' }), hidden: flag }), { error: 'valueInvalid' })
    .max(100, { error: 'valueInvalid' })
    .optional(),
})
export type ReviewEdit = z.infer<typeof reviewEdit>

/** An edit request: the change for the customer to approve, and a plain text message. */
export const editRequestInput = reviewEdit.extend({ note: text(maxEditNoteChars).default('') })

/** Body of REST's PUT: an edit, and the new status in the API's words. */
export const reviewUpdate = reviewEdit.extend({ status: oneOf(WIRE_REVIEW_STATUSES).optional() })

export const replyInput = z.object({ content: requiredText(maxReplyChars, 'replyRequired') })

/** A reply with its public date, and whether the reviewer gets an email. */
export const datedReply = (now: Date) =>
  replyInput.extend({ createdAt: pastMoment(now).optional(), sendMail: flag.optional() })
