import { fillReply } from '../../../../rules/reply-templates.ts'
import type { Ctx } from '../../../core/context.ts'

/** Returns each review's reply with its merge fields filled in; null if the text has none. */
export async function fillReplies(
  { db, shop }: Ctx,
  content: string | null,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  if (!content?.includes('{{')) return null
  const rows = await db.review.findMany({
    where: { shopId: shop.id, id: { in: [...ids] } },
    select: { id: true, firstName: true, lastName: true, product: { select: { title: true } } },
  })
  return new Map(
    rows.map(({ id, firstName, lastName, product }) => [
      id,
      fillReply(content, {
        customer_name: firstName.trim() || lastName.trim(),
        product_title: product?.title ?? shop.name,
        shop_name: shop.name,
      }),
    ]),
  )
}
