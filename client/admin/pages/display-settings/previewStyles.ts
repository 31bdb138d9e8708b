import box from '../../../storefront/styles/box.css?inline'
import common from '../../../storefront/styles/common.css?inline'
import form from '../../../storefront/styles/form.css?inline'
import review from '../../../storefront/styles/review.css?inline'
import reviewBox from '../../../storefront/styles/review-box.css?inline'
import starRating from '../../../storefront/styles/star-rating.css?inline'

/** The shipped styles by the names that the rows of WIDGETS use. */
export const previewStyles: Readonly<Record<string, string>> = { box, common, form, review, 'review-box': reviewBox, 'star-rating': starRating }
