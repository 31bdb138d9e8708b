import { msg } from '@lingui/core/macro'
import { EMAIL_TEMPLATE_TYPES, type EmailTemplateType } from '../../../../../rules/settings/email-templates.ts'

export const emailTypes = Object.keys(EMAIL_TEMPLATE_TYPES) as EmailTemplateType[]

export const emailNames = {
  'review-reminder': { title: msg`Review request`, text: msg`Asks customers for a review after an order.` },
  'photo-reminder': { title: msg`Photo reminder`, text: msg`Asks reviewers for a photo.` },
  'confirm-edit': { title: msg`Edit request`, text: msg`Asks a customer to agree to an edit.` },
  'review-reply': { title: msg`Reply notification`, text: msg`Tells customers about your reply.` },
  email_discount_review: { title: msg`Discount code`, text: msg`Sends reviewers a discount code.` },
  'customer-survey': { title: msg`Customer survey`, text: msg`Asks customers how likely they are to recommend you.` },
} as const

export const blockNames = {
  heading: msg`Heading`,
  text: msg`Text`,
  product: msg`Product`,
  stars: msg`Stars`,
  score: msg`Scale from 0 to 10`,
  button: msg`Button`,
  image: msg`Image`,
  discount: msg`Discount code`,
  reward: msg`Photo reward`,
  divider: msg`Divider`,
  footer: msg`Footer`,
} as const
