import { formatCustomerName } from '../../../rules/author-name.ts'
import type { ReviewToolsView } from '../../../client/storefront/widgets/shown.ts'
import type { Ctx } from '../../core/context.ts'
import { buildMediaUrls } from '../../reviews/reviews/media/media-rows.ts'
import { buildPolicyUrl, localeQuery } from '../../shop/branding/policy-url.ts'
import { word, type WordId, type WordParams } from '../../core/words/words.ts'
import { sayHeld, sayShare } from '../policy/held-and-shown.ts'
import { assetPath } from '../../core/pages/assets.ts'
import type { RenderOptions } from './page-view.ts'
import type { ReviewToolsData } from './pages/review-tools-columns.ts'

/** Base address for votes and reports; a review's id and the action follow. */
export const buildReviewsUrl = (ctx: Ctx): string => `${ctx.origin}/storefront/${ctx.shop.shopifyDomain}/reviews/`

/** Returns the address of the styles for the photo viewer and the report form. */
export const buildViewerStyleUrl = ({ origin }: Ctx): string => `${origin}${assetPath('styles/light.css')}`

export function buildReviewTools(
  ctx: Ctx,
  { settings, general, locale }: RenderOptions,
  { wall, languages, variants, share }: ReviewToolsData,
): ReviewToolsView {
  const nameOf = createLanguageNamer(locale)
  const sayHere = (id: WordId, params: WordParams = {}) => word(locale, id, { shop: ctx.shop.name, ...params })
  return {
    base: buildReviewsUrl(ctx),
    query: localeQuery(ctx.pageLocale),
    eligibility: general.eligibility,
    checked: {
      says: [...sayHeld(general, sayHere), ...sayShare(share, locale, sayHere)],
      url: buildPolicyUrl(ctx, ctx.pageLocale),
      label: sayHere('checked.policy'),
    },
    wall: (wall ?? []).map(({ reviewId, rate, kind, width, height, ...row }) => {
      const { url, thumbnailUrl: thumb } = buildMediaUrls(ctx.files, { ...row, kind, status: 'ready' })
      return {
        reviewId,
        rate,
        kind,
        width,
        height,
        url: url ?? '',
        thumb,
        author: formatCustomerName(row, settings.formatCustomerName),
      }
    }),
    languages: (languages ?? []).map((tag) => ({ tag, name: nameOf(tag) })),
    variants: variants ?? [],
  }
}

/** Cached, because creating one takes longer than rendering a page. One per language. */
const namesByLocale = new Map<string, Intl.DisplayNames>()

/** Names languages in a page's language. Imported languages may be invalid and are shown unchanged. */
export function createLanguageNamer(locale: string): (tag: string) => string {
  const names = namesByLocale.get(locale) ?? new Intl.DisplayNames(locale, { type: 'language' })
  namesByLocale.set(locale, names)
  return (tag) => {
    try {
      return names.of(tag) ?? tag
    } catch {
      return tag
    }
  }
}
