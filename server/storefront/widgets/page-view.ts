import { formatCustomerName } from '../../../rules/author-name.ts'
import { createDateFormatter } from '../../../rules/dates.ts'
import { createFlagFormatter } from '../../../rules/countries.ts'
import { maxReviewContentChars } from '../../../rules/limits.ts'
import { sayProvenance } from '../../../client/storefront/widgets/say-provenance.ts'
import { findProvenance, type Channel } from '../../../rules/review-source.ts'
import { isSameLanguage } from '../../../rules/translations.ts'
import { labelLanguage, ownWords } from '../../../rules/widget-labels.ts'
import { productKey } from '../../../client/storefront/widgets/ids.ts'
import type { GeneralSettings } from '../../../rules/settings/general.ts'
import { chooseDefaultSort, type ReviewBoxSettings } from '../../../rules/settings/review-box.ts'
import type { SubmitFormSettings } from '../../../rules/settings/submit-form.ts'
import type { ClosedForm, FormParts, FormView } from '../../../client/storefront/widgets/forms/form.ts'
import type { Design } from '../../../client/storefront/widgets/theme-style.ts'
import { ownForm } from '../../../client/storefront/widgets/forms/submit-form.ts'
import { buildProductUrl } from './product-links.ts'
import type { BoxSwitches } from '../../../client/storefront/widgets/box/box-style.ts'
import type { PageView, Place, Say, ShownMedia, ShownReview } from '../../../client/storefront/widgets/shown.ts'
import type { Ctx } from '../../core/context.ts'
import { buildMediaUrls } from '../../reviews/reviews/media/media-rows.ts'
import { readBrandTheme, readBrandedSetting, readSharedTheme } from '../../shop/settings/branded-settings.ts'
import { readPhotoReward, rewardText } from '../../requests/discounts/photo-reward.ts'
import { localeQuery } from '../../shop/branding/policy-url.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { textDirection, word } from '../../core/words/words.ts'
import type { PageChoice } from './pages/choice.ts'
import { createLanguageNamer, buildReviewTools, buildViewerStyleUrl } from './review-tools.ts'
import { readBoxSwitches } from './box-switches.ts'
import { fileField, canUploadFiles } from '../../core/pages/file-field.ts'
import type { PageData, PublicReview } from './pages/page-data.ts'

/** The shop's settings for rendering, and its language. */
export interface RenderOptions {
  /** Review box settings with palette colors, brand and default order applied. */
  settings: Design
  /** Review box settings for other widgets: everything but its colors. */
  shared: Design
  switches: BoxSwitches
  general: GeneralSettings
  locale: string
  say: Say
  /** Whether a translation takes the place of the original, which then opens on request. */
  translationsFirst: boolean
  /** What photos earn, as a sentence; null for nothing. */
  photoReward: string | null
  /** Folder of the shop's pages for links to products, such as `/de/`; null for absolute links. */
  root: string | null
}

/** Whether this shopper may write, and where their form posts. */
export interface WriteAccess {
  /** Message code of the refusal. */
  refusal: 'onlyCustomersMayReview' | 'onlyBuyersMayReview' | null
  /** Path of forwarded requests for a signed-in customer; null posts directly to us. */
  proxy: string | null
}

const refusalWords = {
  onlyCustomersMayReview: 'widget.form.onlyCustomers',
  onlyBuyersMayReview: 'widget.form.onlyBuyers',
} as const

/**
 * Returns the note that replaces the form for shoppers who may not write. Its sign-in link leads to the form's own
 * page, because a theme's HTML is the same for every shopper.
 */
export function buildClosedForm(
  ctx: Ctx,
  { say, locale }: Pick<RenderOptions, 'say' | 'locale'>,
  { refusal, handle, isSignedIn }: { refusal: keyof typeof refusalWords; handle: string; isSignedIn: boolean },
): ClosedForm {
  const page = `${ctx.shop.shopifyDomain}/products/${encodeURIComponent(handle)}/reviews/new${localeQuery(ctx.pageLocale)}`
  return {
    sentence: say(refusalWords[refusal]),
    signIn: isSignedIn ? undefined : { url: ctx.platform.signInUrl(ctx.shop, page), label: word(locale, 'qr.signIn') },
  }
}

/** Whether a refusal is about who may write: the note then replaces the form. */
export const isWriterRefusal = (code: string): code is keyof typeof refusalWords => code in refusalWords

/** Reads the settings, which are cached in the process. */
export async function readRenderOptions(ctx: Ctx): Promise<RenderOptions> {
  const [box, brand, general] = [
    await readBrandedSetting(ctx, 'reviewBox'),
    await readBrandTheme(ctx),
    await readSetting(ctx, 'general'),
  ]
  const locale = ctx.shop.primaryLocale
  const { labels, showTranslateReviewContent: translationsFirst } = await readSetting(ctx, 'translations')
  const own = ownWords(labels, labelLanguage(locale))
  const switches = await readBoxSwitches(ctx, general)
  const reward = await readPhotoReward(ctx, locale, 'form')
  const settings = { ...box, brand, sortingDefault: chooseDefaultSort(box, switches.content) }
  return {
    settings,
    shared: { ...(await readSharedTheme(ctx)), brand, sortingDefault: settings.sortingDefault },
    switches,
    general,
    locale,
    say: (id, params) => own.get(id) ?? word(locale, id, params),
    translationsFirst,
    photoReward: reward && reward.photos > 0 ? rewardText(locale, reward) : null,
    root: null,
  }
}

/** A review as widgets show it, plus fields for headless clients. */
export type PublicShown = Omit<ShownReview, 'media' | 'helpful' | 'unhelpful' | 'variant' | 'language'> &
  Pick<PublicReview, 'helpful' | 'unhelpful' | 'variant'> &
  Required<Pick<ShownReview, 'from' | 'origin'>> & { language: string | null } & {
    media: readonly (ShownMedia & { posterUrl: string | null; seconds: number })[]
  }

/** Formats reviews as the shop shows them: shortened names, dates in its format and zone, translated texts. */
export function formatReviews(
  ctx: Ctx,
  { settings, general, locale, root, translationsFirst }: RenderOptions,
  reviews: readonly PublicReview[],
): PublicShown[] {
  const write = createDateFormatter({
    format: settings.dateFormat,
    locale,
    timeZone: ctx.shop.ianaTimezone,
    now: ctx.now(),
  })
  const day = (ms: number) => (general.hideReviewDate ? '' : write(new Date(ms)))
  const flag = general.enableCountryFlag ? createFlagFormatter(locale) : () => null
  const nameOf = createLanguageNamer(locale)
  const sayFrom = createSourceNamer(ctx, { general, locale })
  return reviews.map((review) => ({
    ...shownReview(ctx, review, { day, sayFrom, root, nameFormat: settings.formatCustomerName }),
    ...translatedText(review, { locale, nameOf, translationsFirst }),
    country: flag(review.country),
  }))
}

/** Returns a function that says where a review comes from, and the month of delivery unless the shop hides dates. */
function createSourceNamer({ shop }: Ctx, { general, locale }: Pick<RenderOptions, 'general' | 'locale'>) {
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: shop.ianaTimezone })
  return (review: PublicReview): string => {
    const source = sayProvenance((id, params) => word(locale, id, params), findProvenance(review))
    if (review.deliveredMs === null || general.hideReviewDate) return source
    return `${source} · ${word(locale, 'widget.from.delivered', { month: months.format(review.deliveredMs) })}`
  }
}

/** Skips reviews that are already in the page's language. */
function translatedText(
  { title, content, language, translation }: PublicReview,
  {
    locale,
    nameOf,
    translationsFirst,
  }: Pick<RenderOptions, 'locale' | 'translationsFirst'> & { nameOf(tag: string): string },
): Pick<PublicShown, 'title' | 'content' | 'language' | 'original'> {
  const tag = translation?.sourceLanguage ?? language
  if (!translation || (tag !== null && isSameLanguage(tag, locale))) return { title, content, language }
  const written = { title, content, language }
  if (!translationsFirst)
    return {
      ...written,
      original: {
        isTranslation: true,
        title: translation.title,
        content: translation.text,
        language: { tag: translation.language, name: nameOf(translation.language) },
      },
    }
  return {
    title: translation.title,
    content: translation.text,
    language: translation.language,
    original: { title, content, language: tag === null ? null : { tag, name: nameOf(tag) } },
  }
}

interface ReviewFormat extends Pick<RenderOptions, 'root'> {
  day(ms: number): string
  sayFrom(review: PublicReview): string
  nameFormat: ReviewBoxSettings['formatCustomerName']
}

function shownReview(ctx: Ctx, review: PublicReview, { day, sayFrom, root, nameFormat }: ReviewFormat): PublicShown {
  const {
    id,
    title,
    content,
    rate,
    incentivized,
    featured,
    pinned,
    helpful,
    unhelpful,
    language,
    variant,
    replyContent,
    repliedMs,
    createdMs,
    product,
  } = review
  return {
    id,
    title,
    content,
    rate,
    incentivized,
    featured,
    pinned,
    helpful,
    unhelpful,
    language,
    variant,
    ...(product && {
      product: {
        handle: product.handle,
        title: product.title,
        image: product.image,
        url: product.handle && buildProductUrl(ctx, { root }, product.handle),
      },
    }),
    author: formatCustomerName(review, nameFormat),
    createdAt: new Date(createdMs).toISOString(),
    date: day(createdMs),
    from: sayFrom(review),
    origin: findProvenance(review).kind,
    verified: review.verifiedBy === 'order' ? 'order' : review.verifiedBy === 'merchant' ? 'shop' : null,
    media: (review.media ?? []).map(({ kind, seconds, width, height, ...keys }) => {
      const { url, thumbnailUrl, mediumUrl, posterUrl } = buildMediaUrls(ctx.files, { ...keys, kind, status: 'ready' })
      return { kind, url: url ?? '', thumb: thumbnailUrl, medium: mediumUrl, posterUrl, seconds, width, height }
    }),
    reply:
      replyContent === null || repliedMs === null
        ? null
        : { content: replyContent, createdAt: new Date(repliedMs).toISOString(), date: day(repliedMs) },
  }
}

/** Place of a group of widgets, and its product; null for the whole shop. */
export interface Spot {
  place: Place
  handle: string | null
}

/** Returns the address of a widget's fragment; the live module adds the shopper's choice. */
export const buildWidgetUrl = (ctx: Ctx, key: string, { place, handle }: Spot): string =>
  `${ctx.origin}/storefront/${ctx.shop.shopifyDomain}/widgets/${key}?${new URLSearchParams({ ...(handle !== null && { product: handle }), page: place }).toString()}`

type Rewarded = Pick<RenderOptions, 'photoReward'>

/** Builds the form's target and limits. */
export function buildForm(
  ctx: Ctx,
  renderOptions: Rewarded,
  { handle, proxy = null, channel }: { handle: string; proxy?: string | null; channel?: Channel | undefined },
): FormParts {
  const query = new URLSearchParams({
    ...(channel === 'qr' && { from: channel }),
    ...(ctx.pageLocale && { locale: ctx.pageLocale }),
  }).toString()
  const path = `${ctx.shop.shopifyDomain}/products/${encodeURIComponent(handle)}/reviews${query && `?${query}`}`
  return {
    // The platform forwards paths of the shop's own address.
    action: proxy === null ? `${ctx.origin}/storefront/${path}` : `${proxy}/${path}`,
    files: fileField(ctx.shop, filesPlace(ctx, renderOptions)),
    maxChars: maxReviewContentChars,
    key: productKey(handle),
  }
}

/** Builds the parts where the separate form differs from the review box's. */
export function buildOwnFormParts(
  ctx: Ctx,
  renderOptions: Rewarded,
  settings: SubmitFormSettings,
): Pick<FormView, 'own' | 'title' | 'files'> {
  const allowed = { photos: settings.allowPhotos, videos: settings.allowVideos }
  return {
    ...ownForm(settings),
    files: canUploadFiles(ctx.shop, allowed) ? fileField(ctx.shop, filesPlace(ctx, renderOptions), allowed) : null,
  }
}

const filesPlace = ({ shop, origin }: Ctx, { photoReward }: Rewarded) =>
  ({ locale: shop.primaryLocale, origin, hint: 'widget.form.photosHint', reward: photoReward }) as const

/** Builds the data that all templates of one place share. `writing` is null if no widget has the form. */
export function buildPageView(
  ctx: Ctx,
  renderOptions: RenderOptions,
  { place, data, choice, writing }: { place: Place; data: PageData; choice: PageChoice; writing: WriteAccess | null },
): Omit<PageView, 'source'> {
  const { general, locale, say } = renderOptions
  const form =
    data.product && writing && buildForm(ctx, renderOptions, { handle: data.product.handle, proxy: writing.proxy })
  return {
    place,
    summary: data.summary,
    reviews: formatReviews(ctx, renderOptions, data.reviews),
    testimonials: formatReviews(ctx, renderOptions, data.testimonials),
    viewer: buildViewerStyleUrl(ctx),
    reading: data.reading && buildReviewTools(ctx, renderOptions, data.reading),
    design: renderOptions.shared,
    switches: renderOptions.switches,
    choice,
    next: data.next,
    say,
    locale,
    direction: general.isRtlStore ? 'rtl' : textDirection(locale),
    shopName: ctx.shop.name,
    key: data.product ? productKey(data.product.handle) : undefined,
    form,
    signedIn: writing !== null && writing.proxy !== null,
    closed:
      data.product && writing?.refusal
        ? buildClosedForm(ctx, renderOptions, {
            refusal: writing.refusal,
            handle: data.product.handle,
            isSignedIn: writing.proxy !== null,
          })
        : undefined,
  }
}

/** Relative dates such as “two hours ago” would soon be wrong in stored HTML. */
export const describeRenderOptions = (renderOptions: RenderOptions): RenderOptions =>
  renderOptions.settings.dateFormat === 'relative'
    ? { ...renderOptions, settings: { ...renderOptions.settings, dateFormat: 'locale' } }
    : renderOptions
