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

/** What an item still lacks. `unchecked`: the platform didn't answer. */
export const QUICK_START_GAPS = [
  'appOff',
  'widgetOff',
  'notInTheme',
  'unchecked',
  'noReview',
  'noDiscount',
  'noAccess',
  'requestsOff',
  'mailPaused',
  'noRequest',
  'snippetOff',
  'noRatedProduct',
  'snippetInvalid',
] as const
export type QuickStartGap = (typeof QUICK_START_GAPS)[number]

/** Whether a block is in the live theme; null: the platform didn't answer. */
type Placed = boolean | null

/** The shop's real state, from its rows, its settings and the live theme. */
export interface QuickStartFacts {
  appStatus: boolean
  boxPlaced: Placed
  /** A review has come in, by import or by a shopper. */
  hasReview: boolean
  starsOn: boolean
  starsPlaced: Placed
  discountOn: boolean
  /** The platform lets the app create discount codes. */
  canCreateCodes: boolean
  requestsOn: boolean
  mailPaused: boolean
  /** A request is scheduled or was sent. */
  hasRequest: boolean
  snippetsOn: boolean
  /** Whether the structured data of a rated product is valid; null: no product has a published review. */
  snippetValid: boolean | null
  carouselOn: boolean
  carouselPlaced: Placed
}

const gapOfBlock = (placed: Placed): QuickStartGap | null =>
  placed === null ? 'unchecked' : placed ? null : 'notInTheme'

/** Returns the first true gap, or null. */
const first = (gaps: readonly (readonly [boolean, QuickStartGap])[]): QuickStartGap | null =>
  gaps.find(([lacks]) => lacks)?.[1] ?? null

interface Check {
  path: string
  /** Returns what is missing; null: the item is done. */
  gap: (facts: QuickStartFacts) => QuickStartGap | null
}

/** Page and check of each item. */
export const QUICK_START: Readonly<Record<QuickStartItem, Check>> = {
  enableApp: { path: '/dashboard', gap: ({ appStatus }) => (appStatus ? null : 'appOff') },
  displayReview: {
    path: '/display-settings/box?quickstart=true',
    gap: ({ boxPlaced }) => gapOfBlock(boxPlaced),
  },
  importReview: {
    path: '/collect-reviews/reviews/import?quickstart=true',
    gap: ({ hasReview }) => (hasReview ? null : 'noReview'),
  },
  starRating: {
    path: '/display-settings/star-rating?quickstart=true',
    gap: ({ starsOn, starsPlaced }) => (starsOn ? gapOfBlock(starsPlaced) : 'widgetOff'),
  },
  discount: {
    path: '/collect-reviews/discount?quickstart=true',
    gap: ({ discountOn, canCreateCodes }) =>
      first([
        [!discountOn, 'noDiscount'],
        [!canCreateCodes, 'noAccess'],
      ]),
  },
  reviewReminder: {
    path: '/collect-reviews/setting-request?quickstart=true',
    gap: ({ requestsOn, mailPaused, hasRequest }) =>
      first([
        [!requestsOn, 'requestsOff'],
        [mailPaused, 'mailPaused'],
        [!hasRequest, 'noRequest'],
      ]),
  },
  googleSnippet: {
    path: '/settings?tab=general&quickstart=true',
    gap: ({ appStatus, snippetsOn, boxPlaced, snippetValid }) =>
      first([
        [!appStatus, 'appOff'],
        [!snippetsOn, 'snippetOff'],
        [boxPlaced === null, 'unchecked'],
        [boxPlaced === false, 'notInTheme'],
        [snippetValid === null, 'noRatedProduct'],
        [snippetValid === false, 'snippetInvalid'],
      ]),
  },
  reviewCarousel: {
    path: '/display-settings/carousel?quickstart=true',
    gap: ({ carouselOn, carouselPlaced }) => (carouselOn ? gapOfBlock(carouselPlaced) : 'widgetOff'),
  },
}

export interface QuickStartStep {
  item: QuickStartItem
  path: string
  gap: QuickStartGap | null
}

/** Returns the checklist: each item with its page, and what it still lacks. */
export const quickStart = (facts: QuickStartFacts): QuickStartStep[] =>
  QUICK_START_ITEMS.map((item) => ({ item, path: QUICK_START[item].path, gap: QUICK_START[item].gap(facts) }))
