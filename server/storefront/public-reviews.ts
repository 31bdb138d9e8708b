import type { Summary } from '../../client/storefront/widgets/shown.ts'
import type { Ctx } from '../context.ts'
import { NotFound } from '../errors.ts'
import { answerPage, isShown, restOf, type Answer } from './answers.ts'
import { readChoice } from './choice.ts'
import { throughCache } from './page-cache.ts'
import { readPages, type PageData } from './page-data.ts'
import { mannerOf, shownReviews, type Manner } from './page-view.ts'

/** GET /storefront/{shopDomain}/products/{handle}/reviews. */
export interface PublicPage {
  summary: Summary
  reviews: {
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
    media: { kind: 'image' | 'video'; url: string; thumbnailUrl: string | null; posterUrl: string | null; seconds: number; width: number; height: number }[]
    reply: { content: string; createdAt: string } | null
  }[]
  pageInfo: { endCursor: string | null; hasNextPage: boolean }
}

/**
 * Returns the published reviews of a product as JSON (spec 6, headless).
 * @throws NotFound for an unknown product or while the app is off; InvalidInput for a malformed query
 */
export async function reviewsAnswer(ctx: Ctx, { handle, query }: { handle: string; query: unknown }): Promise<Answer> {
  if (!isShown(ctx)) throw new NotFound()
  const manner = await mannerOf(ctx)
  const choice = readChoice(query, { dialect: 'api', sort: manner.settings.sortingDefault })
  const [answer] = await throughCache(ctx.shop.id, [restOf(ctx, choice, ['json', handle])], async () => {
    const [[data] = []] = await readPages(ctx, [{ handle, parts: ['summary', 'reviews'], choice }])
    return [data ? answerPage(ctx, data, JSON.stringify(publicPage(ctx, manner, data))) : null]
  })
  if (!answer) throw new NotFound()
  return answer
}

function publicPage(ctx: Ctx, manner: Manner, page: PageData): PublicPage {
  // Clients of the API write dates and flags themselves.
  const general = { ...manner.general, hideReviewDate: true, enableCountryFlag: false }
  return {
    summary: page.summary,
    reviews: shownReviews(ctx, { ...manner, general }, page.reviews).map(({ date: _date, country: _country, verified, media, reply, ...review }) => ({
      ...review,
      verified: verified !== null,
      verifiedByOrder: verified === 'order',
      media: media.map(({ thumb, ...medium }) => ({ ...medium, thumbnailUrl: thumb })),
      reply: reply && { content: reply.content, createdAt: reply.createdAt },
    })),
    pageInfo: { endCursor: page.next, hasNextPage: page.next !== null },
  }
}
