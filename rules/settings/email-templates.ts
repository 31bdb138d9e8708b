import { z } from 'zod'
import { colour, flag, isWebAddress, line, part, text } from '../validation.ts'
import { settingsDocument } from './document.ts'

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

const buttonColour = colour.describe('The button’s color.')
const buttonTextColour = colour.describe('The color of the button’s text.')
const template = {
  enabled: flag.describe('Whether the email is sent.'),
  subject: line(maxSubjectChars).describe('The subject. Empty: Candor’s own, in the recipient’s language.'),
  content: text(maxTemplateChars).describe('The text. Empty: Candor’s own, in the recipient’s language.'),
  buttonText: line(maxButtonChars).describe('The text of the button. Empty: Candor’s own, in the recipient’s language.'),
  buttonColour,
  buttonTextColour,
  logo: z.string({ error: 'valueInvalid' }).trim().refine((address) => address === '' || isWebAddress(address), { error: 'valueInvalid' })
    .describe('The web address of a picture. Empty: the shop’s name.'),
  customCss: text(maxCustomCssChars).describe('Styles added to the email.'),
}
const emailTemplate = part(template).meta({ title: 'EmailTemplate' })
export type EmailTemplate = z.infer<typeof emailTemplate>

const schema = z.object({
  reviewReminder: emailTemplate.describe('Asks for a review.'),
  photoReminder: emailTemplate.describe('Asks for a photo.'),
  confirmEdit: part({
    ...template,
    denyButtonText: line(maxButtonChars).describe('The text of the button that refuses the edit. Empty: Candor’s own, in the recipient’s language.'),
    denyButtonColour: buttonColour,
    denyButtonTextColour: buttonTextColour,
  }).meta({ title: 'ConfirmEditTemplate' }).describe('Asks the customer to agree to an edit.'),
  reviewReply: emailTemplate.describe('Tells the customer about a reply.'),
  discountReview: emailTemplate.describe('Sends a discount code.'),
}).describe('The emails to customers (spec 3, Email templates).')
export type EmailTemplates = z.infer<typeof schema>

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

export const EMAIL_TEMPLATES = settingsDocument(schema, {
  reviewReminder: plain,
  photoReminder: { ...plain, enabled: false },
  confirmEdit: { ...plain, denyButtonText: '', denyButtonColour: '#f1eadd', denyButtonTextColour: '#1e1b16' },
  reviewReply: plain,
  discountReview: plain,
}, {
  gated: {
    'reviewReminder.customCss': 'customCss',
    photoReminder: 'photoReminder',
    confirmEdit: 'confirmEdit',
    reviewReply: 'reviewReply',
    discountReview: 'discountEmail',
  },
  wireNames: Object.fromEntries(Object.entries(EMAIL_TEMPLATE_TYPES).map(([type, key]) => [key, type])),
})
