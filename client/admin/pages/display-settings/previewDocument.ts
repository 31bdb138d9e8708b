import { formatCustomerName } from '../../../../rules/author-name.ts'
import { flagWriter } from '../../../../rules/countries.ts'
import { dateWriter } from '../../../../rules/dates.ts'
import { maxReviewContentChars, maxReviewImageBytes, maxReviewImages } from '../../../../rules/limits.ts'
import type { ReviewBoxSettings } from '../../../../rules/settings/review-box.ts'
import { previewPage } from '../../../storefront/widgets/preview-page.ts'
import type { Say, ShownReview } from '../../../storefront/widgets/shown.ts'
import widgetStyle from '../../../storefront/candor.css?inline'
import type { PreviewData, RawReview } from './previewReviews.ts'

export interface PreviewView {
  settings: ReviewBoxSettings
  data: PreviewData
  /** BCP 47. */
  locale: string
  direction: 'ltr' | 'rtl'
  say: Say
  formOpen: boolean
  now: Date
}

/** The shipped widget as a page for the preview's frame: the same templates, the same style. */
export function previewDocument({ settings, data, locale, direction, say, formOpen, now }: PreviewView): string {
  return previewPage({
    summary: data.summary, settings, say, locale, direction: data.general.isRtlStore ? 'rtl' : direction, formOpen,
    shopName: data.shopName,
    reviews: shownReviews({ settings, data, locale, now }),
    choice: { sort: settings.sortingDefault, rate: null, after: null },
    next: data.summary.count > data.reviews.length ? 'next' : null,
    source: '',
    form: { action: '', maxChars: maxReviewContentChars, files: { accept: '', label: say('widget.form.photos'), hint: say('widget.form.photosHint', { count: maxReviewImages, megabytes: maxReviewImageBytes / 1024 / 1024 }), data: {} } },
  }, widgetStyle)
}

function shownReviews({ settings, data, locale, now }: Pick<PreviewView, 'settings' | 'data' | 'locale' | 'now'>): ShownReview[] {
  const write = dateWriter({ format: settings.dateFormat, locale, timeZone: data.timeZone, now })
  const day = (date: string) => (data.general.hideReviewDate ? '' : write(new Date(date)))
  const flag = data.general.enableCountryFlag ? flagWriter(locale) : () => null
  return sorted(data.reviews, settings.sortingDefault).map(({ firstName, lastName, reply, country, ...review }) => ({
    ...review,
    author: formatCustomerName({ firstName, lastName }, settings.formatCustomerName),
    date: day(review.createdAt),
    country: flag(country ?? null),
    reply: reply && { ...reply, date: day(reply.createdAt) },
  }))
}

/** The shop's order, among the reviews at hand. */
function sorted(reviews: readonly RawReview[], sort: ReviewBoxSettings['sortingDefault']): RawReview[] {
  const rank: Record<typeof sort, (review: RawReview) => number> = {
    recent: () => 0,
    highest: ({ rate }) => -rate,
    lowest: ({ rate }) => rate,
    media: ({ media }) => (media.length > 0 ? 0 : 1),
  }
  return reviews.toSorted((one, other) => rank[sort](one) - rank[sort](other) || other.createdAt.localeCompare(one.createdAt))
}
