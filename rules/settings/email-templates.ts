import { z } from 'zod'
import { LOCALE_IDS, type Locale } from '../locales.ts'
import {
  brandColour,
  colour,
  flag,
  isWebAddress,
  line,
  oneOf,
  optionalEmail,
  part,
  text,
  wholeNumber,
} from '../validation.ts'
import { settingsDocument } from './document.ts'
import { ownSenderApp, SENDER_APPS } from '../sender-apps.ts'
import { emailBlocks, emailBlockTexts, newBlocks } from './email-blocks.ts'

/** Templates of spec 3: API word (`GET /email?type=`) and document key. */
export const EMAIL_TEMPLATE_TYPES = {
  'review-reminder': 'reviewReminder',
  'photo-reminder': 'photoReminder',
  'confirm-edit': 'confirmEdit',
  'review-reply': 'reviewReply',
  email_discount_review: 'discountReview',
  'customer-survey': 'survey',
} as const
export type EmailTemplateType = keyof typeof EMAIL_TEMPLATE_TYPES
export type EmailTemplateKey = (typeof EMAIL_TEMPLATE_TYPES)[EmailTemplateType]

export function isEmailTemplateType(value: string): value is EmailTemplateType {
  return Object.hasOwn(EMAIL_TEMPLATE_TYPES, value)
}

export const findTemplateType = (key: EmailTemplateKey): EmailTemplateType =>
  (Object.keys(EMAIL_TEMPLATE_TYPES) as EmailTemplateType[]).find((type) => EMAIL_TEMPLATE_TYPES[type] === key) ??
  'review-reminder'

const maxSubjectChars = 200
const maxTemplateChars = 20_000
const maxButtonChars = 60
export const maxCustomCssChars = 20_000

const buttonColour = brandColour.describe('The button’s color. Empty: the brand’s.')
const buttonTextColour = brandColour.describe('The color of the button’s text. Empty: the brand’s.')
const inOwnWords = 'Empty: Candor’s own, in the recipient’s language.'
const words = {
  subject: line(maxSubjectChars).describe(`The subject. ${inOwnWords}`),
  preheader: line(maxSubjectChars).describe(`The line that inboxes show beside the subject. ${inOwnWords}`),
  content: text(maxTemplateChars).describe(`The text, with Liquid merge fields. ${inOwnWords}`),
  buttonText: line(maxButtonChars).describe(`The text of the button. ${inOwnWords}`),
  blockTexts: emailBlockTexts,
}
const emailTexts = part(words).meta({ title: 'EmailTexts' })
export type EmailTexts = z.infer<typeof emailTexts>
const textsByLocale = <Value>(value: Value) =>
  Object.fromEntries(LOCALE_IDS.map((locale) => [locale, value])) as Record<Locale, Value>

/** Delay of an email. Requests have a document of their own: requestTiming. */
export const MAIL_TIME_UNITS = ['minutes', 'hours', 'days', 'weeks', 'months'] as const
const timing = {
  sendAfter: oneOf(['immediately', 'custom'], 'MailSendAfter').describe('Whether the email waits for sendAfterCustom.'),
  sendAfterCustom: wholeNumber(1, 365).describe('The delay, as a number.'),
  timeUnit: oneOf(MAIL_TIME_UNITS, 'MailTimeUnit').describe('The unit of the delay.'),
}
const template = {
  enabled: flag.describe('Whether the email is sent.'),
  ...words,
  buttonColour,
  buttonTextColour,
  logo: z
    .string({ error: 'valueInvalid' })
    .trim()
    .refine((address) => address === '' || isWebAddress(address), { error: 'valueInvalid' })
    .describe('The web address of a picture. Empty: the brand’s logo, or the shop’s name.'),
  customCss: text(maxCustomCssChars).describe('Styles added to the email.'),
  texts: part(textsByLocale(emailTexts))
    .meta({ keyedBy: 'locale' })
    .describe('The words in other languages than the shop’s primary one, by language.'),
  blocks: emailBlocks,
  sendTestTo: optionalEmail().describe('Where the last test was sent.'),
  senderApp: oneOf(SENDER_APPS, 'SenderApp').describe(
    'Who sends the email: Candor or a marketing tool. Klaviyo sends review requests only.',
  ),
}
export type EmailTemplate = { [Field in keyof typeof template]: z.infer<(typeof template)[Field]> }

const reviewReminder = part({
  ...template,
  interactive: flag.describe('Whether customers can answer inside the email.'),
  secondRequest: part({
    enabled: flag.describe('Whether customers who haven’t reviewed are asked again.'),
    days: wholeNumber(1, 60).describe('Days between two requests.'),
    max: wholeNumber(1, 2).describe('How often they are asked again.'),
  })
    .meta({ title: 'SecondRequest' })
    .describe('Further requests of an order.'),
}).meta({ title: 'ReviewReminderTemplate' })
const photoReminder = part({
  ...template,
  ...timing,
  sendFor: oneOf(['all', 'verified'], 'PhotoReminderSendFor').describe(
    'Whose reviews are followed by the email: all, or those of verified buyers.',
  ),
  reminderType: oneOf(['once', 'twice'], 'PhotoReminderType').describe('How often a photo is asked for.'),
}).meta({ title: 'PhotoReminderTemplate' })
const delayed = part({ ...template, ...timing }).meta({ title: 'DelayedTemplate' })
const discountReview = part({
  ...template,
  ...timing,
  discountNotification: flag.describe('Whether the code is sent by email.'),
  discountExpirationReminder: part({
    enabled: flag.describe('Whether customers are reminded of a code that they haven’t used.'),
    sendBefore: wholeNumber(1, 30).describe('Days before the code expires.'),
  })
    .meta({ title: 'DiscountExpirationReminder' })
    .describe('Reminds of a code before it expires.'),
}).meta({ title: 'DiscountReviewTemplate' })

const schema = z
  .object({
    reviewReminder: reviewReminder.describe('Asks for a review.'),
    photoReminder: photoReminder.describe('Asks for a photo.'),
    confirmEdit: part({
      ...template,
      ...timing,
      denyButtonText: line(maxButtonChars).describe(
        'The text of the button that refuses the edit. Empty: Candor’s own, in the recipient’s language.',
      ),
      denyButtonColour: colour.describe('The color of the button that refuses.'),
      denyButtonTextColour: colour.describe('The color of its text.'),
    })
      .meta({ title: 'ConfirmEditTemplate' })
      .describe('Asks the customer to agree to an edit.'),
    reviewReply: delayed.describe('Tells the customer about a reply.'),
    discountReview: discountReview.describe('Sends a discount code.'),
    survey: delayed.describe('Asks the question of the customer survey after an order.'),
  })
  .describe('The emails to customers (spec 3, Email templates).')
  .superRefine((templates, context) => {
    for (const key of Object.values(EMAIL_TEMPLATE_TYPES))
      if (key !== 'reviewReminder' && templates[key].senderApp === 'klaviyo')
        context.addIssue({ code: 'custom', message: 'valueInvalid', path: [key, 'senderApp'] })
  })
export type EmailTemplates = z.infer<typeof schema>

export const noWords: EmailTexts = { subject: '', preheader: '', content: '', buttonText: '', blockTexts: [] }
const plain: EmailTemplate = {
  enabled: true,
  ...noWords,
  buttonColour: '',
  buttonTextColour: '',
  logo: '',
  customCss: '',
  texts: textsByLocale(noWords),
  blocks: newBlocks('text', 'product', 'button', 'footer'),
  sendTestTo: '',
  senderApp: ownSenderApp,
}
const atOnce = { sendAfter: 'immediately', sendAfterCustom: 1, timeUnit: 'minutes' } as const

export const EMAIL_TEMPLATES = settingsDocument(
  schema,
  {
    reviewReminder: {
      ...plain,
      blocks: newBlocks('text', 'product', 'stars', 'reward', 'button', 'footer'),
      interactive: false,
      secondRequest: { enabled: false, days: 7, max: 2 },
    },
    photoReminder: {
      ...plain,
      blocks: newBlocks('text', 'product', 'reward', 'button', 'footer'),
      enabled: false,
      sendAfter: 'custom',
      sendAfterCustom: 7,
      timeUnit: 'days',
      sendFor: 'all',
      reminderType: 'once',
    },
    confirmEdit: {
      ...plain,
      ...atOnce,
      denyButtonText: '',
      denyButtonColour: '#f1eadd',
      denyButtonTextColour: '#1e1b16',
    },
    reviewReply: { ...plain, sendAfter: 'custom', sendAfterCustom: 5, timeUnit: 'minutes' },
    discountReview: {
      ...plain,
      blocks: newBlocks('text', 'discount', 'button', 'footer'),
      sendAfter: 'custom',
      sendAfterCustom: 30,
      timeUnit: 'minutes',
      discountNotification: true,
      discountExpirationReminder: { enabled: true, sendBefore: 5 },
    },
    survey: {
      ...plain,
      blocks: newBlocks('text', 'score', 'button', 'footer'),
      enabled: false,
      sendAfter: 'custom',
      // Later than the request for a review, so that an order doesn't get both at once.
      sendAfterCustom: 10,
      timeUnit: 'days',
    },
  },
  {
    gated: {
      'reviewReminder.customCss': 'customCss',
      'reviewReminder.interactive': 'interactiveEmail',
      'reviewReminder.texts': 'translatedContent',
      'photoReminder.texts': 'translatedContent',
      'confirmEdit.texts': 'translatedContent',
      'reviewReply.texts': 'translatedContent',
      'survey.texts': 'translatedContent',
      photoReminder: 'photoReminder',
      confirmEdit: 'confirmEdit',
      reviewReply: 'reviewReply',
      discountReview: 'discountEmail',
    },
    wireNames: Object.fromEntries(Object.entries(EMAIL_TEMPLATE_TYPES).map(([type, key]) => [key, type])),
  },
)

/** Catalogs of the same language: both are simplified Chinese. */
const TWINS: Partial<Record<Locale, Locale>> = { zh: 'zh-CN', 'zh-CN': 'zh' }

/** Returns a template's texts in a recipient's language. Empty ones mean Candor's defaults. */
export function chooseTemplateTexts(template: EmailTemplate, locale: Locale, primary: Locale): EmailTexts {
  const texts = readTemplateTexts(template, locale, primary)
  const twin = TWINS[locale]
  return twin && !isWritten(texts) ? readTemplateTexts(template, twin, primary) : texts
}

function readTemplateTexts(template: EmailTemplate, locale: Locale, primary: Locale): EmailTexts {
  if (locale !== primary) return template.texts[locale]
  const { subject, preheader, content, buttonText, blockTexts } = template
  return { subject, preheader, content, buttonText, blockTexts }
}

export const isWritten = ({ blockTexts, ...texts }: EmailTexts): boolean =>
  Object.values(texts).some(Boolean) || blockTexts.some(({ text: words }) => words !== '')

/** Returns the languages of the editor, the shop's first. Simplified Chinese appears once, unless both are written. */
export function listTemplateLocales(template: EmailTemplate, primary: Locale): Locale[] {
  const isTwin = (locale: Locale) =>
    (primary === 'zh-CN' ? locale === 'zh' : locale === 'zh-CN') && !isWritten(template.texts[locale])
  return [primary, ...LOCALE_IDS.filter((locale) => locale !== primary && !isTwin(locale))]
}
