import type { Ctx } from '../../core/context.ts'

/** Returns the shop's page about how it checks reviews, in the language of a page or an email. */
export const buildPolicyUrl = ({ platform, shop }: Pick<Ctx, 'platform' | 'shop'>, locale?: string): string =>
  `${platform.forwardedUrl(shop, `${shop.shopifyDomain}/review-policy`)}${localeQuery(locale)}`

/** Returns the query that carries a page's language to the next page; empty for the shop's primary one. */
export const localeQuery = (locale: string | undefined): string =>
  locale ? `?locale=${encodeURIComponent(locale)}` : ''
