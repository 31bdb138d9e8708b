import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../context.ts'
import type { QueueItem } from '../../generated/prisma/client.ts'
import type { Parts } from '../http/parts.ts'
import type { MailLink } from '../../requests/sending/links.ts'
import type { Purpose } from '../signing.ts'

/** Whom a link of a mail was made for. */
export interface LinkHolder {
  ctx: Ctx
  item: QueueItem
  locale: string | null
}

/** The holder of a signed link, or null: forged, of another purpose, expired, or its shop or request is gone (goal R15). */
export async function openLink(
  { deps, shops, contextOf }: Parts,
  purpose: Purpose,
  token: string,
): Promise<LinkHolder | null> {
  const link = deps.signer.verify<MailLink>(purpose, token)
  if (!link) return null
  const shop = await shops.byId(link.shopId)
  if (!shop || shop.uninstalledAt) return null
  const ctx = contextOf(shop, { kind: 'shopper' })
  const item = await ctx.db.queueItem.findUnique({ where: { shopId_id: { shopId: shop.id, id: link.itemId } } })
  return item && { ctx, item, locale: item.locale ?? shop.primaryLocale }
}

/** The first language a browser asks for: all we know of a stranger. */
export function browserLocale(request: FastifyRequest): string | null {
  return request.headers['accept-language']?.split(',')[0]?.split(';')[0]?.trim() ?? null
}
