import { editRequestDays } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import type { Review, ReviewMedia } from '../../generated/prisma/client.ts'
import type { Parts } from '../../core/http/parts.ts'

export const EDIT_ANSWERS = ['confirm', 'deny'] as const
export type EditAnswer = (typeof EDIT_ANSWERS)[number]

interface EditLink {
  shopId: string
  reviewId: string
  requestId: string
}

const linkSeconds = editRequestDays * 86_400
const purposeOf = (answer: EditAnswer): 'edit-confirm' | 'edit-deny' => `edit-${answer}`

/** Builds the two signed links of an edit request's email. Each opens its own page, for this request only. */
export function editLinks(
  ctx: Pick<Ctx, 'origin' | 'signer' | 'shop'>,
  { reviewId, requestId }: { reviewId: string; requestId: string },
): Record<EditAnswer, string> {
  const link: EditLink = { shopId: ctx.shop.id, reviewId, requestId }
  const address = (answer: EditAnswer) =>
    `${ctx.origin}/edit/${answer}/${ctx.signer.sign(purposeOf(answer), link, linkSeconds)}`
  return { confirm: address('confirm'), deny: address('deny') }
}

export interface OpenEditLink {
  ctx: Ctx
  review: AskedReview
  requestId: string
  answer: EditAnswer
  locale: string
}

export type AskedReview = Pick<
  Review,
  'id' | 'rate' | 'title' | 'content' | 'status' | 'editRequest' | 'editRequestedAt' | 'editRequestId'
> & {
  product: { title: string } | null
  media: Pick<ReviewMedia, 'id' | 'kind' | 'status' | 'key' | 'posterKey'>[]
}

/** Returns a link's owner. Null if it is forged, expired, for another purpose, or its review is gone. */
export async function openEditLink(
  { deps, shops, contextOf }: Parts,
  answer: EditAnswer,
  token: string,
): Promise<OpenEditLink | null> {
  const link = deps.signer.verify<EditLink>(purposeOf(answer), token)
  if (!link) return null
  const shop = await shops.findById(link.shopId)
  if (!shop || shop.uninstalledAt) return null
  const ctx = contextOf(shop, { kind: 'shopper' })
  const row = await ctx.db.review.findUnique({
    where: { shopId_id: { shopId: shop.id, id: link.reviewId } },
    select: {
      id: true,
      rate: true,
      title: true,
      content: true,
      status: true,
      editRequest: true,
      editRequestedAt: true,
      editRequestId: true,
      language: true,
      product: { select: { title: true } },
      media: { select: { id: true, kind: true, status: true, key: true, posterKey: true } },
      customer: { select: { locale: true } },
    },
  })
  if (!row) return null
  const { customer, language, ...review } = row
  return {
    ctx,
    review,
    requestId: link.requestId,
    answer,
    locale: (customer?.locale ?? language) || shop.primaryLocale,
  }
}
