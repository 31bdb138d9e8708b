import type { Locale } from '../../../rules/locales.ts'
import type { EmailTexts, EmailTemplateType } from '../../../rules/settings/email-templates.ts'
import type { BlockType } from '../../../rules/settings/email-blocks.ts'
import { editRequestDays } from '../../../rules/limits.ts'
import { buildMailWords } from '../mail/mail-words.ts'
import { rewardText, type PhotoReward } from '../discounts/photo-reward.ts'
import { queueKinds } from '../queue-kinds/kinds.ts'
import { word } from '../../core/words/words.ts'

export const jobMailWords = {
  'confirm-edit': {
    subject: 'editMail.subject',
    preheader: 'editMail.preheader',
    content: 'editMail.content',
    buttonText: 'editMail.confirm',
    why: 'editMail.why',
  },
  'review-reply': {
    subject: 'replyMail.subject',
    preheader: 'replyMail.preheader',
    content: 'replyMail.content',
    buttonText: 'replyMail.button',
    why: 'replyMail.why',
  },
  email_discount_review: {
    subject: 'discountMail.subject',
    preheader: 'discountMail.preheader',
    content: 'discountMail.content',
    buttonText: 'discountMail.button',
    why: 'discountMail.why',
  },
  'customer-survey': {
    subject: 'surveyMail.subject',
    preheader: 'surveyMail.preheader',
    content: 'surveyMail.content',
    buttonText: 'surveyMail.button',
    why: 'surveyMail.why',
  },
} as const

const field = (name: string): string => `{{ ${name} }}`
const customer = field('customer_name')
const product = field('product_title')
const order = field('order_name')
const shop = field('shop_name')

export interface OwnWords extends Omit<EmailTexts, 'blockTexts'> {
  blocks: { type: BlockType; text: string }[]
}

/** Returns an email's default texts where the merchant wrote none: our words with merge fields, as in a template. */
export function buildDefaultTexts(type: EmailTemplateType, locale: Locale, reward?: PhotoReward): OwnWords {
  const named = { hasName: 'yes', customer, product, order, shop }
  if (type === 'review-reminder' || type === 'photo-reminder') {
    const { say } = buildMailWords(queueKinds[type].words, locale)
    return {
      subject: say.subject(named),
      preheader: say.preheader(named),
      content: say.content(named),
      buttonText: say.button({}),
      blocks: buildBlockTexts(locale, reward),
    }
  }
  const params = {
    ...named,
    days: editRequestDays,
    code: field('discount_code'),
    worth: field('discount_value'),
    ends: field('discount_expires'),
    hasEnd: 'yes',
  }
  const { subject, preheader, content, buttonText } = jobMailWords[type]
  return {
    subject: word(locale, subject, params),
    preheader: word(locale, preheader, params),
    content: word(locale, content, params),
    buttonText: word(locale, buttonText, params),
    blocks: buildBlockTexts(locale, reward),
  }
}

/** Returns our words of blocks by type. */
const buildBlockTexts = (locale: Locale, reward: PhotoReward = { worth: '', photos: 1 }): OwnWords['blocks'] => [
  { type: 'heading', text: word(locale, 'mail.heading', { hasName: 'yes', customer }) },
  { type: 'reward', text: rewardText(locale, { ...reward, worth: field('photo_reward') }) },
]
