import { buildBrandTheme, buildSharedTheme, applyBrand } from '../../../../rules/brand.ts'
import { formatCustomerName } from '../../../../rules/author-name.ts'
import { createFlagFormatter } from '../../../../rules/countries.ts'
import { createDateFormatter } from '../../../../rules/dates.ts'
import {
  maxReviewContentChars,
  maxReviewImageBytes,
  maxReviewImages,
  testimonialRecentReviews,
} from '../../../../rules/limits.ts'
import { lowestRating } from '../../../../rules/settings/placement.ts'
import { chooseDefaultSort, type ReviewBoxSettings, type ReviewBoxSort } from '../../../../rules/settings/review-box.ts'
import type { SettingKey, SettingValue } from '../../../../rules/settings/settings.ts'
import { optionalStyles, type BoxSwitches } from '../../../storefront/widgets/box/box-style.ts'
import type { Html } from '../../../storefront/widgets/html.ts'
import type { Design } from '../../../storefront/widgets/theme-style.ts'
import { fontImport } from '../../../storefront/widgets/preview-page.ts'
import type { PageView, Say, ShownReview, Summary } from '../../../storefront/widgets/shown.ts'
import { stylesOf, WIDGETS, type PreviewState, type WidgetKey } from '../../../storefront/widgets/widgets.ts'
import { sayProvenance } from '../../../storefront/widgets/say-provenance.ts'
import type { PreviewData, RawReview } from './previewReviews.ts'
import { previewPortal } from './previewPortal.ts'
import { previewStyles } from './previewStyles.ts'

/** Content of a preview, without the view options. */
export interface PreviewedWidget {
  widget: WidgetKey
  settings: SettingValue<SettingKey>
  /** Format of reviews in every widget: names, dates, sort order and default styles. */
  format: Design
  data: PreviewData
}

export interface PreviewView extends PreviewedWidget {
  /** Language tag (BCP 47). */
  locale: string
  direction: 'ltr' | 'rtl'
  say: Say
  reviews: Exclude<PreviewState, 'form'>
  formOpen: boolean
  now: Date
}

/** Returns the switches, with sample figures in the corner badge before the shop has earned it. */
function switchesOf({ general }: Pick<PreviewData, 'general'>): BoxSwitches {
  return {
    newest: general.isUsingPresetV2,
    content: general.enableUGCContent,
    endless: general.isInfiniteScrollingBlockAll === true,
    lean: general.hideProductDetailOnSeeMore,
    topQuality:
      general.enableGGTopQuality === true
        ? { count: 128, average: 4.8, position: general.positionGGTopQuality ?? 'bottomRight' }
        : null,
  }
}

/** Renders a shipped widget, with the brand in empty settings. */
export function previewMarkup(view: PreviewView): Html {
  const {
    widget,
    data: { branding, plan, enableRemoveBranding },
  } = view
  const brand = buildBrandTheme(branding, { plan, flags: { enableRemoveBranding } })
  const { document } = WIDGETS[widget]
  const settings = { ...applyBrand(document, view.settings, branding), ...(document === 'reviewBox' && { brand }) }
  return WIDGETS[widget].template({
    ...pageView({ ...view, settings, format: { ...buildSharedTheme(view.format, branding), brand } }),
    settings,
  })
}

/** Returns the shipped styles of the widgets, those of the design, and the font. */
export function previewStyle(keys: readonly WidgetKey[], view: Pick<PreviewView, 'format' | 'data'>): string {
  const format = applyBrand('reviewBox', view.format, view.data.branding)
  const looks = keys.some((key) => WIDGETS[key].hasOptionalStyles)
    ? optionalStyles({ settings: format, switches: switchesOf(view.data) })
    : []
  return `${fontImport(format.font)}${[...new Set([...stylesOf(keys), 'looks/icons', ...looks])].map((name) => previewStyles[name]).join('')}`
}

function pageView({
  widget,
  settings,
  data,
  format,
  say,
  locale,
  direction,
  reviews: state,
  formOpen,
  now,
}: PreviewView): PageView {
  const {
    product: [place = 'reviews'],
  } = WIDGETS[widget].places
  const most = { many: data.reviews.length, one: 1, none: 0 }[state]
  const {
    sortingDefault = format.sortingDefault,
    perPage = most,
  }: { sortingDefault?: ReviewBoxSort; perPage?: number } = settings as object
  const switches = switchesOf(data)
  const sort = widget === 'reviewBox' ? chooseDefaultSort(format, switches.content) : sortingDefault
  const reviews = reviewsOf(widget, { settings, data, sort }).slice(0, Math.min(most, perPage))
  const summary = state === 'many' ? data.summary : summaryOf(reviews)
  return {
    place,
    summary,
    say,
    locale,
    direction,
    formOpen,
    shopName: data.shopName,
    reviews: shownReviews({ format, data, say, locale, now }, reviews),
    testimonials: shownReviews(
      { format, data, say, locale, now },
      (data.testimonials ?? data.reviews.slice(0, testimonialRecentReviews)).slice(0, most),
    ),
    reading: { base: '#', query: '', eligibility: 'everyone', wall: [], languages: [], variants: [] },
    design: format,
    switches,
    portal: previewPortal(
      reviews,
      createDateFormatter({ format: format.dateFormat, locale, timeZone: data.timeZone, now }),
    ),
    choice: { sort, isPinnedFirst: true, rate: null, after: null },
    next: summary.count > reviews.length ? 'next' : null,
    source: '',
    form: {
      action: '',
      maxChars: maxReviewContentChars,
      files: {
        accept: '',
        label: say('widget.form.photos'),
        hint: say('widget.form.photosHint', { count: maxReviewImages, megabytes: maxReviewImageBytes / 1024 / 1024 }),
        add: say('widget.form.photos'),
        data: {},
      },
    },
  }
}

/** Returns the loaded reviews that a widget would show, in its order. */
function reviewsOf(
  widget: WidgetKey,
  { settings, data, sort }: Pick<PreviewView, 'settings' | 'data'> & { sort: ReviewBoxSort },
): RawReview[] {
  const picks = WIDGETS[widget].picks?.(settings)
  if (!picks) {
    // The newest photos may belong to reviews older than the loaded ones.
    const photos = sort === 'media' && !data.inventedPhotos ? data.photos : []
    return sorted(
      [...data.reviews, ...photos.filter(({ id }) => data.reviews.every((review) => review.id !== id))],
      sort,
    )
  }
  const lowest = lowestRating(picks.minimumRating)
  return (picks.withMedia ? data.photos : data.reviews)
    .filter(({ rate }) => rate >= lowest)
    .toSorted(pinnedFirst)
    .slice(0, picks.first)
}

const pinnedFirst = (one: RawReview, other: RawReview): number =>
  Number(other.pinned ?? false) - Number(one.pinned ?? false)

/** Returns the summary of at most one review. */
function summaryOf(reviews: readonly RawReview[]): Summary {
  const of = (stars: number) => reviews.filter(({ rate }) => rate === stars).length
  return {
    count: reviews.length,
    average: reviews[0]?.rate ?? 0,
    histogram: { 5: of(5), 4: of(4), 3: of(3), 2: of(2), 1: of(1) },
  }
}

function shownReviews(
  { format, data, say, locale, now }: Pick<PreviewView, 'format' | 'data' | 'say' | 'locale' | 'now'>,
  reviews: readonly RawReview[],
): ShownReview[] {
  const write = createDateFormatter({ format: format.dateFormat, locale, timeZone: data.timeZone, now })
  const day = (date: string) => (data.general.hideReviewDate ? '' : write(new Date(date)))
  const flag = data.general.enableCountryFlag ? createFlagFormatter(locale) : () => null
  return reviews.map(({ firstName, lastName, reply, country, product, variantTitle, provenance, ...review }) => ({
    ...review,
    variant: variantTitle ?? '',
    product: product ? { title: product.title, url: '#' } : null,
    author: formatCustomerName({ firstName, lastName }, format.formatCustomerName),
    date: day(review.createdAt),
    ...(provenance && { from: sayProvenance(say, provenance) }),
    country: flag(country ?? null),
    reply: reply && { ...reply, date: day(reply.createdAt) },
  }))
}

/** Sorts as the shop chose, pinned reviews first (decision 0051). */
function sorted(reviews: readonly RawReview[], sort: ReviewBoxSettings['sortingDefault']): RawReview[] {
  const rank: Record<typeof sort, (review: RawReview) => number> = {
    recent: () => 0,
    highest: ({ rate }) => -rate,
    lowest: ({ rate }) => rate,
    media: ({ media }) => (media.length > 0 ? 0 : 1),
    helpful: ({ helpful = 0 }) => -helpful,
  }
  return reviews.toSorted(
    (one, other) =>
      pinnedFirst(one, other) || rank[sort](one) - rank[sort](other) || other.createdAt.localeCompare(one.createdAt),
  )
}
