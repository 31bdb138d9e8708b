import { pushItems } from '../../../rules/limits.ts'
import type { QueueKind } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import type { QueueItem } from '../../generated/prisma/client.ts'
import { oneLine } from '../mail/mail.ts'
import { renderMerchantTexts } from '../mail/merchant-rendering.ts'
import type { MergeFields } from '../mail/merchant-template.ts'
import { parseQueueLines } from '../requests/item-snapshot.ts'
import { buildMailLinks } from '../requests/mail-links.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { word, type WordId } from '../../core/words/words.ts'

export interface PushContent {
  title: string
  body: string
  /** URL opened by a tap: the order's review form. */
  url: string
  image: string | null
}

const documents = {
  'review-reminder': { key: 'reviewReminder', title: 'push.review.title', body: 'push.review.body' },
  'photo-reminder': { key: 'photoReminder', title: 'push.photo.title', body: 'push.photo.body' },
} as const satisfies Record<QueueKind, { key: string; title: WordId; body: WordId }>

/** Builds a queue item's notification about its first products (spec 9), in the merchant's words or ours. */
export async function buildPushContent(ctx: Ctx, item: QueueItem): Promise<PushContent> {
  const { key, title, body } = documents[item.type as QueueKind]
  const words = (await readSetting(ctx, 'pushOwl'))[key]
  const lines = parseQueueLines(item.lineItems).slice(0, pushItems)
  const locale = item.locale ?? ctx.shop.primaryLocale
  const titles = lines.map((line) => oneLine(line.title, 60))
  const products = new Intl.ListFormat(locale, { type: 'conjunction' }).format(titles)
  const fields: MergeFields = {
    customer_name: oneLine(item.customerName, 80),
    product_title: products,
    order_name: item.orderName,
    shop_name: oneLine(ctx.shop.name, 80),
  }
  const own = { shop: fields.shop_name, products }
  const image = lines.find((line) => line.image)?.image ?? null
  const texts = await renderPushTexts(ctx, words, fields)
  return {
    title: texts.subject || word(locale, title, own),
    body: texts.preheader || word(locale, body, own),
    url: buildMailLinks(ctx, item.id).reviewUrl,
    image: image?.startsWith('/') ? `${ctx.origin}${image}` : image,
  }
}

/** Invalid words must not block a notification. */
async function renderPushTexts(
  ctx: Ctx,
  { title, message }: { title: string; message: string },
  fields: MergeFields,
): Promise<{ subject: string; preheader: string }> {
  try {
    return await renderMerchantTexts(ctx.shop.id, { subject: title, preheader: message }, { fields })
  } catch (error) {
    ctx.log.warn({ err: error, shopId: ctx.shop.id }, 'words of a push notification that cannot be rendered')
    return { subject: '', preheader: '' }
  }
}
