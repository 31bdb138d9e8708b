import box from '../../../storefront/styles/box.css?inline'
import carousel from '../../../storefront/styles/carousel.css?inline'
import common from '../../../storefront/styles/common.css?inline'
import floating from '../../../storefront/styles/floating.css?inline'
import form from '../../../storefront/styles/form.css?inline'
import instagram from '../../../storefront/styles/instagram.css?inline'
import portal from '../../../storefront/styles/portal.css?inline'
import review from '../../../storefront/styles/review.css?inline'
import reviewBox from '../../../storefront/styles/review-box.css?inline'
import starRating from '../../../storefront/styles/star-rating.css?inline'
import submitForm from '../../../storefront/styles/submit-form.css?inline'
import testimonials from '../../../storefront/styles/testimonials.css?inline'

/** The shipped styles by the names that the rows of WIDGETS use. */
export const previewStyles: Readonly<Record<string, string>> = { box, carousel, common, floating, form, instagram, portal, review, 'review-box': reviewBox, 'star-rating': starRating, 'submit-form': submitForm, testimonials }
