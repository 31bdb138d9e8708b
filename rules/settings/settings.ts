import type { z } from 'zod'
import { AEM } from './aem.ts'
import { ALL_REVIEWS } from './all-reviews.ts'
import { BRANDING } from './branding.ts'
import { CAROUSEL } from './carousel.ts'
import { CUSTOMER_PORTAL_REVIEWS } from './customer-portal-reviews.ts'
import { DISCOUNT } from './discount.ts'
import { EMAIL_SETTING } from './email-setting.ts'
import { EMAIL_TEMPLATES } from './email-templates.ts'
import { GENERAL } from './general.ts'
import { INSTAGRAM_WIDGET } from './instagram-widget.ts'
import { JOY } from './joy.ts'
import { KLAVIYO } from './klaviyo.ts'
import { MODERATION } from './moderation.ts'
import { POPUP } from './popup.ts'
import { PUSH_OWL } from './push-owl.ts'
import { QR } from './qr.ts'
import { REPLY_TEMPLATES } from './reply-templates.ts'
import { REQUEST_RULES } from './request-rules.ts'
import { REQUEST_TIMING } from './request-timing.ts'
import { REVIEW_BOX } from './review-box.ts'
import { STAR_RATING } from './star-rating.ts'
import { SUBMIT_FORM } from './submit-form.ts'
import { SURVEY } from './survey.ts'
import { TESTIMONIALS } from './testimonials.ts'
import { TRANSLATIONS } from './translations.ts'

/** All settings documents by key. CONTRIBUTING.md, "Add a settings document", lists what each entry provides. */
export const SETTINGS = {
  general: GENERAL,
  branding: BRANDING,
  reviewBox: REVIEW_BOX,
  starRating: STAR_RATING,
  carousel: CAROUSEL,
  popup: POPUP,
  requestTiming: REQUEST_TIMING,
  requestRules: REQUEST_RULES,
  emailTemplates: EMAIL_TEMPLATES,
  emailSetting: EMAIL_SETTING,
  discount: DISCOUNT,
  pushOwl: PUSH_OWL,
  aem: AEM,
  klaviyo: KLAVIYO,
  joy: JOY,
  qr: QR,
  testimonials: TESTIMONIALS,
  submitForm: SUBMIT_FORM,
  allReviews: ALL_REVIEWS,
  instagramWidget: INSTAGRAM_WIDGET,
  customerPortalReviews: CUSTOMER_PORTAL_REVIEWS,
  moderation: MODERATION,
  survey: SURVEY,
  replyTemplates: REPLY_TEMPLATES,
  translations: TRANSLATIONS,
} as const

export type SettingKey = keyof typeof SETTINGS
export type SettingValue<Key extends SettingKey> = z.infer<(typeof SETTINGS)[Key]['schema']>
type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Field in keyof T]?: DeepPartial<T[Field]> | undefined }
    : T
export type SettingPatch<Key extends SettingKey> = DeepPartial<SettingValue<Key>>

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]
