/** The checklist of spec 2, in its order. */
export const QUICK_START_ITEMS = [
  'enableApp',
  'displayReview',
  'importReview',
  'starRating',
  'discount',
  'reviewReminder',
  'googleSnippet',
  'reviewCarousel',
] as const
export type QuickStartItem = (typeof QUICK_START_ITEMS)[number]

/** The shop's progress, from its rows and settings. */
export interface QuickStartFacts {
  appStatus: boolean
  /** The review box was saved once, or was seen on a product page. */
  reviewBoxSet: boolean
  importedReviews: number
  /** The star rating's page was saved once. */
  starRatingSet: boolean
  discountEnabled: boolean
  /** Requests are on and the timing was confirmed, or a first request was sent. */
  remindersSet: boolean
  /** Product pages have structured data: rich snippets and the app are on. */
  richSnippets: boolean
  carouselEnabled: boolean
}

/** Path of each item, and when it is done. An item appears once the app's menu has its page. */
export const QUICK_START: Readonly<
  Record<QuickStartItem, { path: string; done: (facts: QuickStartFacts) => boolean }>
> = {
  enableApp: { path: '/dashboard', done: (facts) => facts.appStatus },
  displayReview: { path: '/display-settings/box?quickstart=true', done: (facts) => facts.reviewBoxSet },
  importReview: { path: '/collect-reviews/reviews/import?quickstart=true', done: (facts) => facts.importedReviews > 0 },
  starRating: { path: '/display-settings/star-rating?quickstart=true', done: (facts) => facts.starRatingSet },
  discount: { path: '/collect-reviews/discount?quickstart=true', done: (facts) => facts.discountEnabled },
  reviewReminder: { path: '/collect-reviews/setting-request?quickstart=true', done: (facts) => facts.remindersSet },
  googleSnippet: { path: '/settings?tab=general&quickstart=true', done: (facts) => facts.richSnippets },
  reviewCarousel: { path: '/display-settings/carousel?quickstart=true', done: (facts) => facts.carouselEnabled },
}

/** Items whose pages exist so far. */
export const BUILT_QUICK_START_ITEMS = [
  'enableApp',
  'displayReview',
  'importReview',
  'starRating',
  'discount',
  'reviewReminder',
  'googleSnippet',
  'reviewCarousel',
] as const satisfies readonly QuickStartItem[]

export function quickStart(facts: QuickStartFacts): { id: QuickStartItem; path: string; done: boolean }[] {
  return BUILT_QUICK_START_ITEMS.map((id) => ({ id, path: QUICK_START[id].path, done: QUICK_START[id].done(facts) }))
}
