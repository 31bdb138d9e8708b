import { z } from 'zod'
import { colour, flag, isWebAddress, line, part, text } from '../validation.ts'

/** Templates of spec 3 by their wire word (`GET /email?type=`) and the key of their document. */
export const EMAIL_TEMPLATE_TYPES = {
  'review-reminder': 'reviewReminder',
  'photo-reminder': 'photoReminder',
  'confirm-edit': 'confirmEdit',
  'review-reply': 'reviewReply',
  email_discount_review: 'discountReview',
} as const
export type EmailTemplateType = keyof typeof EMAIL_TEMPLATE_TYPES
export type EmailTemplateKey = (typeof EMAIL_TEMPLATE_TYPES)[EmailTemplateType]

export function isEmailTemplateType(value: string): value is EmailTemplateType {
  return Object.hasOwn(EMAIL_TEMPLATE_TYPES, value)
}

export const maxSubjectChars = 200
export const maxTemplateChars = 20_000
export const maxButtonChars = 60
export const maxCustomCssChars = 20_000

const template = {
  enabled: flag,
  /** Empty: the product's own words in the recipient's language; so too content and buttonText. */
  subject: line(maxSubjectChars),
  content: text(maxTemplateChars),
  buttonText: line(maxButtonChars),
  buttonColour: colour,
  buttonTextColour: colour,
  /** Web address of a picture; empty: the shop's name. */
  logo: z.string({ error: 'valueInvalid' }).trim().refine((address) => address === '' || isWebAddress(address), { error: 'valueInvalid' }),
  customCss: text(maxCustomCssChars),
}
const emailTemplate = part(template)
export type EmailTemplate = z.infer<typeof emailTemplate>

export const emailTemplatesSchema = z.object({
  reviewReminder: emailTemplate,
  photoReminder: emailTemplate,
  confirmEdit: part({ ...template, denyButtonText: line(maxButtonChars), denyButtonColour: colour, denyButtonTextColour: colour }),
  reviewReply: emailTemplate,
  discountReview: emailTemplate,
})
export type EmailTemplates = z.infer<typeof emailTemplatesSchema>

const plain: EmailTemplate = {
  enabled: true,
  subject: '',
  content: '',
  buttonText: '',
  buttonColour: '#1f5b45',
  buttonTextColour: '#ffffff',
  logo: '',
  customCss: '',
}

export const EMAIL_TEMPLATES_DEFAULTS: EmailTemplates = {
  reviewReminder: plain,
  photoReminder: { ...plain, enabled: false },
  confirmEdit: { ...plain, denyButtonText: '', denyButtonColour: '#f1eadd', denyButtonTextColour: '#1e1b16' },
  reviewReply: plain,
  discountReview: { ...plain, enabled: false },
}

export const EMAIL_TEMPLATES_GATED = {
  'reviewReminder.customCss': 'customCss',
  photoReminder: 'photoReminder',
  confirmEdit: 'confirmEdit',
  reviewReply: 'reviewReply',
  discountReview: 'discountEmail',
} as const
