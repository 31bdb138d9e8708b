import { z } from 'zod'
import { maxNameChars, maxNoticeReceivers, maxRate, minRate } from '../limits.ts'
import { emailList, flag, line, oneOf, optionalEmail, wholeNumber } from '../validation.ts'

/**
 * Email setting (spec 3). The password of an own mail server is a secret and no part of this document; it is
 * kept sealed.
 */
export const emailSettingSchema = z.object({
  /** Empty: the product's own sender address. */
  senderEmail: optionalEmail(),
  /** Empty: the shop's name. */
  senderName: line(maxNameChars),
  /** Empty: the shop's address. */
  replyTo: optionalEmail(),
  smtpType: oneOf(['default', 'custom']),
  host: line(253),
  /** 'Port must be a number' (spec 5). */
  port: z.number({ error: 'portMustBeNumber' }).int({ error: 'portMustBeNumber' }).min(1, { error: 'portMustBeNumber' }).max(65_535, { error: 'portMustBeNumber' }),
  authentication: flag,
  username: line(320),
  enabledEmailNewReview: flag,
  enabledEmailNegativeReview: flag,
  /** Addresses separated by commas; empty: the shop's own. */
  receiverNewReview: emailList(maxNoticeReceivers),
  receiverNegativeReview: emailList(maxNoticeReceivers),
  /** Stars at or below which a review is reported at once. */
  negativeReview: wholeNumber(minRate, maxRate),
  isCustomSenderEnabled: flag,
  isVerified: flag,
  hiddenBannerVerify: flag,
  sentEmailVerify: flag,
})
export type EmailSetting = z.infer<typeof emailSettingSchema>

export const EMAIL_SETTING_DEFAULTS: EmailSetting = {
  senderEmail: '',
  senderName: '',
  replyTo: '',
  smtpType: 'default',
  host: '',
  port: 587,
  authentication: true,
  username: '',
  enabledEmailNewReview: true,
  enabledEmailNegativeReview: true,
  receiverNewReview: '',
  receiverNegativeReview: '',
  negativeReview: 2,
  isCustomSenderEnabled: false,
  isVerified: false,
  hiddenBannerVerify: false,
  sentEmailVerify: false,
}

/** What verification finds out; a merchant's patch leaves it as it is. */
export const EMAIL_SETTING_KEPT = ['isVerified', 'sentEmailVerify'] as const
