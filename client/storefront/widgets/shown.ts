import type { Provenance } from '../../../rules/review-source.ts'
import type { Eligibility } from '../../../rules/settings/general.ts'
import type { ReportReason, Vote } from '../../../rules/votes-and-search.ts'
import type { BoxSwitches } from './box/box-style.ts'
import type { ClosedForm, FormParts } from './forms/form.ts'
import type { Design } from './theme-style.ts'

/** Data of the templates: chosen, formatted and safe to publish. No email addresses, no full names that are hidden. */

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
  /** A photo's thumbnail or a video's poster; null without one. */
  thumb: string | null
  /** Size between `thumb` and the original. */
  medium?: string | null
  /** Pixels of the large picture or the video, to reserve space. */
  width: number
  height: number
}

export interface ShownReview {
  id: string
  title: string
  content: string
  rate: number
  /** Formatted by formatCustomerName; empty if hidden or unknown. */
  author: string
  createdAt: string
  /** createdAt in the shop's format; empty if the shop hides dates. */
  date: string
  /** The author's country if the shop shows flags: the flag, and the name in the reader's language. */
  country?: { flag: string; name: string } | null
  /** Verified by an order, or only marked by the merchant; each has its own badge. */
  verified: 'order' | 'shop' | null
  /** The author received something for it. */
  incentivized: boolean
  /** Says where it comes from, and the month of delivery: “Imported from Amazon”. */
  from?: string
  /** The same as a word for programs. */
  origin?: Provenance['kind']
  media: readonly ShownMedia[]
  reply: { content: string; createdAt: string; date: string } | null
  /**
   * The product, in lists of several products; null for a review of the shop. `url` is null if the product was deleted.
   */
  product?: { handle?: string | null; title: string; url: string | null; image?: string | null } | null
  /** The reviewed variant; empty if unknown. */
  variant?: string
  featured?: boolean
  pinned?: boolean
  /** Number of helpful and unhelpful votes. */
  helpful?: number
  unhelpful?: number
  /** Language of the text, as a BCP 47 tag; null if unknown. */
  language?: string | null | undefined
  /** The original, if title and text are a translation; or the translation, if the shop shows originals first. */
  original?: OriginalText | undefined
}

interface OriginalText {
  isTranslation?: boolean
  title: string
  content: string
  /** BCP 47 tag, and its name in the reader's language; null if unknown. */
  language: { tag: string; name: string } | null
}

/** A photo or video of a review, for the photo wall. */
export interface WallItem extends ShownMedia {
  reviewId: string
  rate: number
  author: string
}

/** Features of a box of reviews besides the reviews. */
export interface ReviewToolsView {
  /** URL of votes and reports, without the review's id and the action. */
  base: string
  /** Query of these addresses with the page's language; empty for the primary one. */
  query: string
  /** Who may write reviews, for the notice about checks. */
  eligibility: Eligibility
  /** Further sentences of that notice, and the link to the shop's policy. */
  checked?: { says: readonly string[]; url: string; label: string }
  /** The newest photos and videos; only on a first page. */
  wall: readonly WallItem[]
  /** Languages and variants of the reviews. A single one is not offered as a filter. */
  languages: readonly { tag: string; name: string }[]
  variants: readonly string[]
}

/** Kinds of pages with widgets; `reviews` is the page of all reviews. */
export const PLACES = ['product', 'home', 'catalog', 'reviews', 'account', 'other'] as const
export type Place = (typeof PLACES)[number]

/** Data of every template: the page's data and the shop's texts. A widget's template also gets its own settings. */
export interface PageView {
  place: Place
  summary: Summary
  /** Empty if no widget of the page needs reviews. */
  reviews: readonly ShownReview[]
  choice: Choice
  /** Cursor of the next page; null on the last. */
  next: string | null
  say: Say
  locale: string
  direction: 'ltr' | 'rtl'
  shopName: string
  /** Key of the product for ids (rules/widget-ids.ts); none for the whole shop. */
  key?: string | undefined
  /** URL of this widget's fragment for its live module, with a query. */
  source: string
  /** Null if no single product can be reviewed. */
  form: FormParts | null
  /** Styles of the photo viewer and the report form, loaded at the first use; undefined in previews. */
  viewer?: string | undefined
  /** Undefined without a box of reviews. */
  reading?: ReviewToolsView | undefined
  /** Default design for widgets without their own colors or stars. */
  design: Design
  /** General settings of the box; defaults of a new shop if undefined. */
  switches?: BoxSwitches
  /** Empty without testimonials. */
  testimonials?: readonly ShownReview[]
  /** A customer's reviews in their account; undefined for a shopper who isn't signed in. */
  portal?: PortalView
  /** Why this reader may not write, in their language. Then there is no form. */
  closed?: ClosedForm | undefined
  /** The shop has identified the reader, so the form needs no email field. */
  signedIn?: boolean
  /** One of several products in a list. */
  isListed?: boolean
  /** Opens the form at once, for the admin's preview. */
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
  /** Why the shop hides it, and the way to object while there is one. */
  refusal?: { reason: string; note: string; object?: { url: string; label: string } } | undefined
  /** Errors of a rejected edit in the reader's language, by field. */
  problems?: Readonly<Record<string, string>>
  /** Proves that this customer opened this form. */
  token: string
}

export interface PortalView {
  /** URL of edits, without the review's id. */
  action: string
  reviews: readonly OwnReview[]
  toReview: readonly { title: string; url: string; image: string | null }[]
  maxTitleChars: number
  maxContentChars: number
}

/** The reader's choice, as in the page's URL. */
export interface Choice {
  sort: Sort
  /** Pinned reviews come first, because the reader chose nothing else. */
  isPinnedFirst?: boolean
  rate: Stars | null
  after: string | null
  /** Text to find in title or content. */
  search?: string
  /** Only reviews with photos or videos, or only verified ones. */
  media?: boolean
  verified?: boolean
  language?: string | null
  variant?: string | null
  /** The review that the URL points at; it comes first. */
  review?: string | null
  /** The vote on that review that was just counted. */
  voted?: Exclude<Vote, 'none'> | null
}

/** Returns whether a choice filters by more than stars. */
export const isNarrowed = ({ search, media, verified, language, variant }: Choice): boolean =>
  Boolean(search || media || verified || language || variant)

/** Returns a widget text by id in the reader's language, with ICU parameters filled in. */
export type Say = (id: WidgetWord, params?: Record<string, string | number>) => string

/** Ids of server/core/words/storefront.words.ts. A check compares the server's table with this list. */
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
  | 'widget.from.app'
  | 'widget.from.delivered'
  | 'widget.from.imported'
  | 'widget.from.invited'
  | 'widget.from.merchant'
  | 'widget.from.page'
  | 'widget.from.qr'
  | 'widget.incentivized'
  | 'widget.anonymous'
  | 'widget.reply'
  | 'widget.photo'
  | 'widget.video'
  | 'widget.unfold'
  | 'widget.fold'
  | 'widget.seeTranslation'
  | 'widget.translated'
  | 'widget.translatedFrom'
  | 'widget.previous'
  | 'widget.next'
  | 'widget.close'
  | 'widget.photos'
  | 'widget.ofVariant'
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
  | 'widget.portal.edited'
  | 'widget.portal.deleted'
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
  | 'widget.survey.recommend'
  | 'widget.survey.least'
  | 'widget.survey.most'
  | 'widget.survey.comment'
  | 'widget.survey.optional'
  | 'widget.survey.send'
