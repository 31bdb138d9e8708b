import type { Ctx } from '../../core/context.ts'
import type { Parts } from '../../core/http/parts.ts'
import type { SurveyLink } from './survey.ts'

export interface OpenedSurvey {
  ctx: Ctx
  link: SurveyLink
  /** The order's language; null for an order that the platform hasn't reported yet. */
  locale: string | null
}

/** Opens a survey's link. Null if it is forged, expired or for another purpose, or the shop is gone. */
export async function openSurveyLink({ deps, shops, contextOf }: Parts, token: string): Promise<OpenedSurvey | null> {
  const link = deps.signer.verify<SurveyLink>('survey', token)
  const shop = link && (await shops.findById(link.shopId))
  if (!shop || shop.uninstalledAt) return null
  const ctx = contextOf(shop, { kind: 'shopper' })
  const order = await ctx.db.order.findUnique({
    where: { shopId_platformId: { shopId: shop.id, platformId: link.order } },
    select: { locale: true },
  })
  return { ctx, link, locale: order?.locale ?? null }
}
