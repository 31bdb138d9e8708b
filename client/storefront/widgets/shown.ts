import type { Eligibility } from '../../../rules/settings/general.ts'
import type { ReportReason, Vote } from '../../../rules/votes-and-search.ts'
import type { BoxSwitches } from './box/box-style.ts'
import type { ClosedForm, FormParts } from './forms/form.ts'
import type { Design } from './theme-style.ts'

/** What the templates show: already chosen, formatted and safe to publish. No address, no full name that is not shown. */

export const SORTS = ['recent', 'oldest', 'highest', 'lowest', 'media', 'helpful'] as const
export type Sort = (typeof SORTS)[number]

export const STARS = [5, 4, 3, 2, 1] as const
export type Stars = (typeof STARS)[number]

export interface Summary {
  count: number
  /** Rounded to two places; 0 without reviews. */
  average: number
  histogram: Readonly<Record<Stars, number>>
}

export interface ShownMedia {
  kind: 'image' | 'video'
  url: string
  /** Of a video its poster; null where it has none. */
  thumb: string | null
  /** Larger than `thumb`, smaller than the whole. */
  medium?: string | null
  /** Pixels of the large picture or the video: the place is reserved before it arrives. */
  width: number
  height: number
}

export interface ShownReview {
  id: string
  title: string
  content: string
  rate: number
  /** As formatCustomerName allows; empty when hidden or unknown. */
  author: string
  createdAt: string
  /** createdAt as the shop writes dates; empty where the shop hides them. */
  date: string
  /** Where the author lives, where the shop shows flags: the flag, and the country's name in the reader's language. */
  country?: { flag: string; name: string } | null
  /** Proven by an order, or only marked by the merchant: never the same badge. */
  verified: 'order' | 'shop' | null
  /** The author received something for it. */
  incentivized: boolean
  media: readonly ShownMedia[]
  reply: { content: string; createdAt: string; date: string } | null
  /** Where reviews of several products stand together; null for a review of the shop itself. `url` is null once the product is deleted. */
  product?: { handle?: string | null; title: string; url: string | null; image?: string | null } | null
  /** Which variant of the product it is about; empty where unknown. */
  variant?: string
  /** The shop puts it forward. */
  featured?: boolean
  /** The shop keeps it at the top. */
  pinned?: boolean
  /** Shoppers who found it helpful, and who did not. */
  helpful?: number
  unhelpful?: number
  /** Of its text, as a BCP 47 tag; null where it is unknown. */
  language?: string | null | undefined
  /** What the author wrote, where title and text are a translation. */
  original?: OriginalText | undefined
}

/** The text that was translated. */
export interface OriginalText {
  title: string
  content: string
  /** As a BCP 47 tag, and its name in the reader's language; null where it is unknown. */
  language: { tag: string; name: string } | null
}

/** A photo or video of a review, for the wall of photos. */
export interface WallItem extends ShownMedia {
  reviewId: string
  rate: number
  author: string
}

/** What a box of reviews offers besides the reviews themselves. */
export interface ReviewToolsView {
  /** Where votes and reports go: a review's id and the word follow. */
  base: string
  /** Who may write reviews: the notice about checks says it. */
  eligibility: Eligibility
  /** The newest photos and videos; only on a first page. */
  wall: readonly WallItem[]
  /** Languages and variants among the reviews; one alone is no choice. */
  languages: readonly { tag: string; name: string }[]
  variants: readonly string[]
}

/** Where in a shop a widget may stand; `reviews` is the page of all reviews. */
export const PLACES = ['product', 'home', 'catalog', 'reviews', 'account', 'other'] as const
export type Place = (typeof PLACES)[number]

/** What every template may show: the data of a page and the shop's words. A row's template gets its own settings besides. */
export interface PageView {
  place: Place
  summary: Summary
  /** Empty where no widget of the page reads reviews. */
  reviews: readonly ShownReview[]
  choice: Choice
  /** Cursor of the page after this one; null on the last. */
  next: string | null
  say: Say
  locale: string
  direction: 'ltr' | 'rtl'
  shopName: string
  /** Address of this widget as a fragment, for its live module; it has a query already. */
  source: string
  /** Null where no single product can be reviewed. */
  form: FormParts | null
  /** Styles that the first reader who opens a photo or a report loads; absent in previews. */
  viewer?: string | undefined
  /** Absent where no box of reviews stands. */
  reading?: ReviewToolsView | undefined
  /** How the shop shows its reviews: the look of widgets that have no colours or stars of their own. */
  design: Design
  /** What the general settings say of the box; as for a new shop where absent. */
  switches?: BoxSwitches
  /** Empty where no testimonials stand. */
  testimonials?: readonly ShownReview[]
  /** A customer's reviews in their account; absent for a shopper who isn't signed in. */
  portal?: PortalView
  /** Why this reader may not write, in their language. Then there is no form. */
  closed?: ClosedForm | undefined
  /** The shop vouches for who the reader is: they need not type their address. */
  signedIn?: boolean
  /** One product among others of a list. */
  isListed?: boolean
  /** Shows the form without being asked: the admin's preview. */
  formOpen?: boolean
}

/** A customer's review as only they see it. */
export interface OwnReview {
  id: string
  rate: number
  title: string
  content: string
  date: string
  createdAt: string
  product: { title: string; url: string | null; image: string | null } | null
  state: 'published' | 'pending' | 'hidden'
  editable: boolean
  /** Sentences in the reader's language, by field, when a change was refused. */
  problems?: Readonly<Record<string, string>>
  /** Proves that this customer opened this form. */
  token: string
}

export interface PortalView {
  /** Where changes are posted; a review's id follows. */
  action: string
  reviews: readonly OwnReview[]
  toReview: readonly { title: string; url: string; image: string | null }[]
  maxTitleChars: number
  maxContentChars: number
}

/** What the reader chose, as it stands in the page's address. */
export interface Choice {
  sort: Sort
  /** Pinned reviews come before all others: the reader asked for nothing that they would disturb. */
  isPinnedFirst?: boolean
  rate: Stars | null
  after: string | null
  /** Words that title or text hold. */
  search?: string
  /** Only reviews with photos or videos, or with a verified author. */
  media?: boolean
  verified?: boolean
  language?: string | null
  variant?: string | null
  /** The review that an address points at: it comes first. */
  review?: string | null
  /** The vote about that review that was just counted. */
  voted?: Exclude<Vote, 'none'> | null
}

/** Whether a choice leaves reviews out by more than their stars. */
export const isNarrowed = ({ search, media, verified, language, variant }: Choice): boolean =>
  Boolean(search || media || verified || language || variant)

/** A widget word by id, ICU parameters filled in, in the reader's language. */
export type Say = (id: WidgetWord, params?: Record<string, string | number>) => string

/** Ids of server/core/words/storefront.words.ts; the server's table is checked against this list. */
export type WidgetWord =
  | 'widget.title'
  | 'widget.outOf'
  | 'widget.count'
  | 'widget.noReviews'
  | 'widget.first'
  | 'widget.write'
  | 'widget.stars'
  | 'widget.rateLink'
  | 'widget.all'
  | 'widget.showAll'
  | 'widget.sort'
  | 'widget.apply'
  | 'widget.sort.recent'
  | 'widget.sort.oldest'
  | 'widget.sort.highest'
  | 'widget.sort.lowest'
  | 'widget.sort.media'
  | 'widget.sort.helpful'
  | 'widget.search'
  | 'widget.withMedia'
  | 'widget.onlyVerified'
  | 'widget.language'
  | 'widget.variant'
  | 'widget.anyLanguage'
  | 'widget.anyVariant'
  | 'widget.found'
  | 'widget.foundMore'
  | 'widget.noMatch'
  | 'widget.linked'
  | 'widget.wall'
  | 'widget.wallAll'
  | 'widget.filters'
  | 'widget.helpful'
  | 'widget.unhelpful'
  | 'widget.helpfulCount'
  | 'widget.share'
  | 'widget.report'
  | 'widget.allReviews'
  | 'widget.report.title'
  | 'widget.report.intro'
  | 'widget.report.reason'
  | 'widget.report.text'
  | 'widget.report.email'
  | 'widget.report.emailHint'
  | 'widget.report.send'
  | 'widget.report.thanks'
  | 'widget.report.tooMany'
  | `widget.report.${ReportReason}`
  | 'widget.checked'
  | `widget.checked.${Eligibility}`
  | 'widget.checked.verified'
  | 'widget.checked.imported'
  | 'widget.checked.incentivized'
  | 'widget.checked.moderation'
  | 'widget.checked.report'
  | 'widget.more'
  | 'widget.start'
  | 'widget.verifiedOrder'
  | 'widget.verifiedShop'
  | 'widget.incentivized'
  | 'widget.anonymous'
  | 'widget.reply'
  | 'widget.photo'
  | 'widget.video'
  | 'widget.unfold'
  | 'widget.fold'
  | 'widget.translated'
  | 'widget.translatedFrom'
  | 'widget.previous'
  | 'widget.next'
  | 'widget.close'
  | 'widget.photos'
  | 'widget.form.rate'
  | 'widget.form.content'
  | 'widget.form.contentHint'
  | 'widget.form.name'
  | 'widget.form.email'
  | 'widget.form.emailHint'
  | 'widget.form.photos'
  | 'widget.form.photosHint'
  | 'widget.form.media'
  | 'widget.form.video'
  | 'widget.form.videoHint'
  | 'widget.form.optional'
  | 'widget.form.send'
  | 'widget.testimonials'
  | 'widget.pause'
  | 'widget.featured'
  | 'widget.pinned'
  | 'widget.poweredBy'
  | 'widget.instagram'
  | 'widget.instagramPost'
  | 'widget.recent'
  | 'widget.gallery'
  | 'widget.distribution'
  | 'widget.quality'
  | 'widget.qualityCount'
  | 'widget.nextPage'
  | 'widget.toReviews'
  | 'widget.portal.title'
  | 'widget.portal.toReview'
  | 'widget.portal.none'
  | 'widget.portal.published'
  | 'widget.portal.pending'
  | 'widget.portal.hidden'
  | 'widget.portal.edit'
  | 'widget.portal.delete'
  | 'widget.portal.confirm'
  | 'widget.portal.save'
  | 'widget.portal.rules'
  | 'widget.portal.subject'
  | 'widget.form.cancel'
  | 'widget.form.thanks'
  | 'widget.form.pending'
  | 'widget.form.published'
  | 'widget.form.back'
  | 'widget.form.fix'
  | 'widget.form.onlyCustomers'
  | 'widget.form.onlyBuyers'
  | 'widget.form.refused'
  | 'widget.form.tooMany'
  | 'widget.form.decoy'
  | 'widget.form.lost'
