import { ALL_REVIEWS } from '../../../../../rules/settings/all-reviews.ts'
import { CAROUSEL } from '../../../../../rules/settings/carousel.ts'
import { CUSTOMER_PORTAL_REVIEWS } from '../../../../../rules/settings/customer-portal-reviews.ts'
import { POPUP } from '../../../../../rules/settings/popup.ts'
import { STAR_RATING } from '../../../../../rules/settings/star-rating.ts'
import { SUBMIT_FORM } from '../../../../../rules/settings/submit-form.ts'
import type { SettingKey, SettingValue } from '../../../../../rules/settings/settings.ts'
import type { LabelledWidget } from '../../../../../rules/widget-labels.ts'

/** Settings with which the preview shows the widgets whose labels are edited; the review box has the shop's own. */
export const previewedSettings: Readonly<Record<Exclude<LabelledWidget, 'reviewBox'>, SettingValue<SettingKey>>> = {
  submitForm: SUBMIT_FORM.defaults,
  starRating: STAR_RATING.defaults,
  allReviews: ALL_REVIEWS.defaults,
  reviewCarousel: CAROUSEL.defaults,
  reviewPopup: POPUP.defaults,
  customerPortalReviews: CUSTOMER_PORTAL_REVIEWS.defaults,
}
