import type { Summary } from '../../../client/storefront/widgets/shown.ts'
import type { Provenance } from '../../../rules/review-source.ts'
import { requireFeature, type Ctx } from '../../core/context.ts'
import { InvalidInput, NotFound } from '../../core/errors.ts'
import {
  buildResponse,
  buildCachedPage,
  isStorefrontActive,
  buildPageKey,
  type CachedResponse,
} from '../widgets/cached-response.ts'
import { readChoice } from '../widgets/pages/choice.ts'
import { readThroughCache } from '../widgets/pages/page-cache.ts'
import { readPages, type PageData, type Translation } from '../widgets/pages/page-data.ts'
import { readRenderOptions, formatReviews, type RenderOptions, type PublicShown } from '../widgets/page-view.ts'
import { buildStructuredData } from '../widgets/structured-data.ts'

/** A review for headless clients, which format dates themselves. */
export interface PublicReview {
  id: string
  title: string
  content: string
  rate: number
  author: string
  createdAt: string
  verified: boolean
  /** Proven by an order, not only marked by the merchant. */
  verifiedByOrder: boolean
  incentivized: boolean
  /** Where it comes from, in the page’s language: “Imported from Amazon”. */
  from: string
  /** The same as a word for programs. */
  origin: Provenance['kind']
  helpful: number
  unhelpful: number
  /** Language of the text, if known: `de`. */
  language: string | null
  /** Title and text in the requested language, if translated. */
  translation: Translation | null
  variant: string
  media: {
    kind: 'image' | 'video'
    url: string
    thumbnailUrl: string | null
    posterUrl: string | null
    seconds: number
    width: number
    height: number
  }[]
  reply: { content: string; createdAt: string } | null
  /** Only on pages of the whole shop. */
  product?: { handle: string | null; title: string; url: string | null; image: string | null } | null
}

/** GET /storefront/{shopDomain}/products/{handle}/reviews, and /storefront/{shopDomain}/reviews. */
export interface PublicPage {
  summary: Summary
  reviews: PublicReview[]
  pageInfo: { endCursor: string | null; hasNextPage: boolean }
}

/** Products per call for ratings. */
export const mostHandles = 100

/** Requires the app on and a plan with headless storefronts (spec 6). @throws NotFound, PlanRequired */
export function requireHeadless(ctx: Ctx): void {
  if (!isStorefrontActive(ctx)) throw new NotFound()
  requireFeature(ctx, 'headless')
}

/**
 * Returns the published reviews of a product, or of the whole shop, as JSON (spec 6, headless).
 * @throws PlanRequired; NotFound for an unknown product or while the app is off; InvalidInput for a malformed query
 */
export async function readReviewsResponse(
  ctx: Ctx,
  { handle, query }: { handle: string | null; query: unknown },
): Promise<CachedResponse> {
  requireHeadless(ctx)
  const renderOptions = await readRenderOptions(ctx)
  const choice = readChoice(query, { dialect: 'api', sort: renderOptions.settings.sortingDefault })
  const [answer] = await readThroughCache(ctx.shop.id, [buildPageKey(ctx, choice, ['json', handle])], async () => {
    const [[data] = []] = await readPages(ctx, [{ handle, parts: ['summary', 'reviews'], choice }])
    return [data ? buildCachedPage(ctx, data, JSON.stringify(publicPage(ctx, renderOptions, data))) : null]
  })
  if (!answer) throw new NotFound()
  return answer
}

/**
 * Returns the ratings of several products as JSON, in one statement. Omits unknown products.
 * @throws PlanRequired, NotFound while the app is off, InvalidInput without handles or with too many
 */
export async function readRatingsResponse(
  ctx: Ctx,
  { handles: given }: { handles?: unknown },
): Promise<CachedResponse> {
  requireHeadless(ctx)
  const handles =
    typeof given === 'string'
      ? [
          ...new Set(
            given
              .split(',')
              .map((handle) => handle.trim())
              .filter(Boolean),
          ),
        ].sort()
      : []
  if (handles.length === 0) throw new InvalidInput({ handles: 'required' })
  if (handles.length > mostHandles)
    throw new InvalidInput({ handles: { code: 'betweenEqual', params: { min: 1, max: mostHandles } } })
  const choice = readChoice({}, { dialect: 'api', sort: 'recent' })
  const [answer] = await readThroughCache(ctx.shop.id, [buildPageKey(ctx, choice, ['ratings', handles])], async () => {
    const [found = []] = await readPages(ctx, [{ handle: handles, parts: ['summary'], choice }])
    const value = buildResponse(
      JSON.stringify({ ratings: found.map(({ product, summary }) => ({ handle: product?.handle, ...summary })) }),
    )
    // Stored under the shop: any product change drops the shop's pages.
    return [{ subjectId: ctx.shop.id, bytes: 2 * value.body.length, value }]
  })
  return answer ?? buildResponse('{"ratings":[]}')
}

/**
 * Returns a product's structured data (JSON-LD) for pages that we don't render. `withOffer` adds the product itself,
 * for pages without product markup. Available on every plan, like the widgets. Empty without data.
 */
export async function readStructuredDataResponse(
  ctx: Ctx,
  { handle, withOffer }: { handle: string; withOffer: boolean },
): Promise<CachedResponse> {
  if (!isStorefrontActive(ctx)) return buildResponse('{}')
  const renderOptions = await readRenderOptions(ctx)
  const choice = readChoice({}, { dialect: 'api', sort: renderOptions.settings.sortingDefault })
  const [answer] = await readThroughCache(
    ctx.shop.id,
    [buildPageKey(ctx, choice, ['json-ld', handle, withOffer])],
    async () => {
      const [[data] = []] = await readPages(ctx, [
        {
          handle,
          parts: ['summary', 'reviews'],
          choice,
          withOffer: withOffer || renderOptions.general.richSnippetProduct,
        },
      ])
      const text =
        data &&
        buildStructuredData(ctx, renderOptions, { data, reviews: formatReviews(ctx, renderOptions, data.reviews) })
      return [data && text ? buildCachedPage(ctx, data, text) : null]
    },
  )
  return answer ?? buildResponse('{}')
}

function publicPage(ctx: Ctx, renderOptions: RenderOptions, page: PageData): PublicPage {
  return {
    summary: page.summary,
    reviews: publicReviews(ctx, renderOptions, page),
    pageInfo: { endCursor: page.next, hasNextPage: page.next !== null },
  }
}

export function publicReviews(ctx: Ctx, renderOptions: RenderOptions, page: PageData): PublicReview[] {
  const general = { ...renderOptions.general, hideReviewDate: true, enableCountryFlag: false }
  return formatReviews(ctx, { ...renderOptions, general }, page.reviews).map(publicReview)
}

/** `title` and `content` are the author's original text. */
function publicReview({ original, ...shown }: PublicShown): PublicReview {
  const { title, content, language } = shown
  if (!original) return { ...asUntranslated(shown), translation: null }
  const sourceLanguage = original.language?.tag ?? null
  return {
    ...asUntranslated({ ...shown, title: original.title, content: original.content, language: sourceLanguage }),
    translation: { language: language ?? '', title, text: content, sourceLanguage },
  }
}

function asUntranslated({
  date: _date,
  country: _country,
  featured: _featured,
  pinned: _pinned,
  verified,
  media,
  reply,
  product,
  ...review
}: Omit<PublicShown, 'original'>): Omit<PublicReview, 'translation'> {
  return {
    ...review,
    verified: verified !== null,
    verifiedByOrder: verified === 'order',
    media: media.map(({ thumb, medium: _medium, ...shown }) => ({ ...shown, thumbnailUrl: thumb })),
    reply: reply && { content: reply.content, createdAt: reply.createdAt },
    ...(product !== undefined && {
      product: product && {
        handle: product.handle ?? null,
        title: product.title,
        url: product.url,
        image: product.image ?? null,
      },
    }),
  }
}
