import { LOCALE_IDS, matchLocale, type Locale } from './locales.ts'

/** Words of the widgets that a merchant may replace, by widget. Each has at most 16 characters in English. */
export const WIDGET_LABELS = {
  reviewBox: {
    title: 'widget.title',
    writeReview: 'widget.write',
    noReviews: 'widget.noReviews',
    sortBy: 'widget.sort',
    newest: 'widget.sort.recent',
    oldest: 'widget.sort.oldest',
    highestRating: 'widget.sort.highest',
    lowestRating: 'widget.sort.lowest',
    mostHelpful: 'widget.sort.helpful',
    search: 'widget.search',
    onlyVerified: 'widget.onlyVerified',
    readMore: 'widget.unfold',
    showLess: 'widget.fold',
    helpful: 'widget.helpful',
    notHelpful: 'widget.unhelpful',
    report: 'widget.report',
    featured: 'widget.featured',
    pinned: 'widget.pinned',
    anonymous: 'widget.anonymous',
    photos: 'widget.photos',
  },
  submitForm: {
    yourRating: 'widget.form.rate',
    yourReview: 'widget.form.content',
    name: 'widget.form.name',
    email: 'widget.form.email',
    addPhotos: 'widget.form.photos',
    submit: 'widget.form.send',
    cancel: 'widget.form.cancel',
  },
  starRating: { readReviews: 'widget.toReviews' },
  allReviews: { all: 'widget.all', showAll: 'widget.allReviews' },
  reviewCarousel: { previous: 'widget.previous', next: 'widget.next' },
  reviewPopup: { recent: 'widget.recent', close: 'widget.close' },
  customerPortalReviews: {
    yourReviews: 'widget.portal.title',
    edit: 'widget.portal.edit',
    delete: 'widget.portal.delete',
    save: 'widget.portal.save',
    published: 'widget.portal.published',
  },
} as const

type Labels = typeof WIDGET_LABELS
export type LabelledWidget = keyof Labels
export type WidgetLabel = { [Widget in LabelledWidget]: keyof Labels[Widget] }[LabelledWidget]
export type LabelWord = { [Widget in LabelledWidget]: Labels[Widget][keyof Labels[Widget]] }[LabelledWidget]

/** The word that each label replaces. */
export const labelWords = Object.assign({}, ...Object.values(WIDGET_LABELS)) as Readonly<Record<WidgetLabel, LabelWord>>
export const LABEL_IDS = Object.keys(labelWords) as [WidgetLabel, ...WidgetLabel[]]

/** Languages of labels: both lists of spec 9 and ours. `other` serves every further language. */
export const LABEL_LANGUAGES = [...LOCALE_IDS, 'hi', 'vi', 'other'] as const
export type LabelLanguage = Locale | 'hi' | 'vi' | 'other'

/** Names of the languages that have labels but no texts of ours. */
export const LABEL_LANGUAGE_NAMES = { hi: 'हिन्दी', vi: 'Tiếng Việt' } as const

/** A label in the merchant's own words. */
export interface OwnLabel {
  language: LabelLanguage
  label: WidgetLabel
  text: string
}

/** Returns the language of labels for a page: `de-AT` has those of German, Polish those of `other`. */
export function labelLanguage(locale: string): LabelLanguage {
  const language = locale.toLowerCase().split(/[-_]/)[0]
  return matchLocale(locale) ?? (language === 'hi' || language === 'vi' ? language : 'other')
}

/** Returns the merchant's own words of a page's language by the id of the word that they replace. */
export const ownWords = (labels: readonly OwnLabel[], language: LabelLanguage): ReadonlyMap<string, string> =>
  new Map(labels.flatMap((own) => (own.language === language ? [[labelWords[own.label], own.text] as const] : [])))
