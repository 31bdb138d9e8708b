import { z } from 'zod'
import { maxInstagramProducts } from '../../../rules/limits.ts'
import type { InstagramPost } from '../../../rules/settings/instagram-widget.ts'
import { listOf } from '../../../rules/validation.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, NotFound, parse } from '../../core/errors.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { changeInstagram } from './connection.ts'

type Tagged = InstagramPost['products'][number]

const tags = z.object({
  postId: z.string('required').min(1, 'required').max(64, 'valueInvalid'),
  productIds: listOf(z.uuid('valueInvalid')).max(maxInstagramProducts, 'valueInvalid'),
})

/** Returns tagged products by id. */
export async function findTaggedProducts(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Tagged>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.product.findMany({
    where: { shopId: ctx.shop.id, id: { in: [...new Set(ids)] }, deletedAt: null },
    select: { id: true, title: true, handle: true },
  })
  return new Map(
    rows.map(({ id, title, handle }) => [id, { id, title, url: ctx.platform.productUrl(ctx.shop, handle) }]),
  )
}

/** Tags a post with products. @throws InvalidInput for unknown products; NotFound for a post that isn't stored */
export async function tagInstagramPost(ctx: Ctx, input: unknown): Promise<void> {
  const { postId, productIds } = parse(tags, input)
  const { posts } = await readSetting(ctx, 'instagramWidget')
  if (!posts.some(({ id }) => id === postId)) throw new NotFound()
  const found = await findTaggedProducts(ctx, productIds)
  const products = productIds.flatMap((id) => found.get(id) ?? [])
  if (products.length < productIds.length) throw new InvalidInput({ productIds: 'productMissing' })
  await changeInstagram(ctx, (present) => ({
    posts: present.posts.map((post) => (post.id === postId ? { ...post, products } : post)),
  }))
}
