import { objectionDays } from '../../../rules/refusal.ts'
import type { Ctx } from '../../core/context.ts'
import type { Parts } from '../../core/http/parts.ts'
import type { ReviewStatement } from '../../generated/prisma/client.ts'
import { loadReviewRecipients } from '../../requests/sending/review-recipients.ts'

interface ObjectionLink {
  shopId: string
  statementId: string
}

/** Returns the address where the author of a refused review objects. */
export function buildObjectionUrl({ origin, signer, shop }: Ctx, statementId: string): string {
  const link: ObjectionLink = { shopId: shop.id, statementId }
  return `${origin}/objection/${signer.sign('objection', link, objectionDays * 86_400)}`
}

export interface OpenObjection {
  ctx: Ctx
  statement: ReviewStatement
  locale: string
  product: string
  review: { rate: number; title: string; content: string } | null
}

/** Returns a link's statement and review. Null if it is forged or expired, or its shop is gone. */
export async function openObjectionLink(
  { deps, shops, contextOf }: Parts,
  token: string,
): Promise<OpenObjection | null> {
  const link = deps.signer.verify<ObjectionLink>('objection', token)
  const shop = link && (await shops.findById(link.shopId))
  if (!shop || shop.uninstalledAt) return null
  const ctx = contextOf(shop, { kind: 'shopper' })
  const statement = await ctx.db.reviewStatement.findUnique({
    where: { shopId_id: { shopId: shop.id, id: link.statementId } },
  })
  if (!statement) return null
  const [author] = await loadReviewRecipients(ctx, [statement.reviewId])
  return {
    ctx,
    statement,
    locale: author?.recipient.locale ?? shop.primaryLocale,
    product: author?.recipient.fields.product_title ?? shop.name,
    review: author?.review ?? null,
  }
}
