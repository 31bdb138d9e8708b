import box from '../../../storefront/styles/box.css?inline'
import carousel from '../../../storefront/styles/carousel.css?inline'
import common from '../../../storefront/styles/common.css?inline'
import floating from '../../../storefront/styles/floating.css?inline'
import form from '../../../storefront/styles/form.css?inline'
import icons from '../../../storefront/styles/looks/icons.css?inline'
import instagram from '../../../storefront/styles/instagram.css?inline'
import modern from '../../../storefront/styles/looks/modern.css?inline'
import options from '../../../storefront/styles/looks/options.css?inline'
import simple from '../../../storefront/styles/looks/simple.css?inline'
import topQuality from '../../../storefront/styles/looks/top-quality.css?inline'
import portal from '../../../storefront/styles/portal.css?inline'
import reading from '../../../storefront/styles/reading.css?inline'
import review from '../../../storefront/styles/review.css?inline'
import reviewBox from '../../../storefront/styles/review-box.css?inline'
import starRating from '../../../storefront/styles/star-rating.css?inline'
import submitForm from '../../../storefront/styles/submit-form.css?inline'
import testimonials from '../../../storefront/styles/testimonials.css?inline'

/** The shipped styles, by their names in WIDGETS. */
export const previewStyles: Readonly<Record<string, string>> = {
  box,
  carousel,
  common,
  floating,
  form,
  instagram,
  portal,
  reading,
  review,
  'review-box': reviewBox,
  'star-rating': starRating,
  'submit-form': submitForm,
  testimonials,
  'looks/icons': icons,
  'looks/modern': modern,
  'looks/options': options,
  'looks/simple': simple,
  'looks/top-quality': topQuality,
}
