import type { Ctx } from '../../core/context.ts'

/** Returns the page of the shop that says how reviews are checked. */
export const buildPolicyUrl = ({ platform, shop }: Pick<Ctx, 'platform' | 'shop'>): string =>
  platform.forwardedUrl(shop, `${shop.shopifyDomain}/review-policy`)
