import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ReportName } from '../../../../rules/reports.ts'

interface ReportWords {
  title: MessageDescriptor
  /** Names of series that the report doesn't name; a single series has the title. */
  series?: Readonly<Record<string, MessageDescriptor>>
}

/** Names of the reports, and of their series by key. */
export const REPORT_WORDS: Readonly<Record<ReportName, ReportWords>> = {
  'reviews-received': { title: msg`Reviews received` },
  ratings: {
    title: msg`Ratings`,
    series: { 5: msg`5 stars`, 4: msg`4 stars`, 3: msg`3 stars`, 2: msg`2 stars`, 1: msg`1 star` },
  },
  'average-rating': { title: msg`Average rating` },
  requests: {
    title: msg`Review requests`,
    series: { 'requests.sent': msg`Sent`, 'requests.opened': msg`Opened`, 'requests.reviewed': msg`Reviewed` },
  },
  'review-rate': { title: msg`Reviews per request` },
  'widget-views': {
    title: msg`Widget views`,
    series: {
      starRating: msg`Star rating`,
      reviewBox: msg`Review box`,
      reviewSidebar: msg`Sidebar`,
      reviewCarousel: msg`Review carousel`,
      galleryCarousel: msg`Photo carousel`,
      reviewPopup: msg`Popup`,
      submitForm: msg`Submit form`,
      allReviews: msg`All reviews page`,
      testimonials: msg`Testimonials`,
      customerPortalReviews: msg`Reviews in customer accounts`,
    },
  },
  'review-forms': {
    title: msg`Review forms on your store`,
    series: { 'forms.opened': msg({ message: 'Opened', context: 'review form' }), 'forms.submitted': msg`Sent` },
  },
  'form-rate': { title: msg`Forms submitted per form opened` },
}
