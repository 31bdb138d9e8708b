import { formatCustomerName } from '../../../rules/author-name.ts'
import type { ReviewToolsView } from '../../../client/storefront/widgets/shown.ts'
import type { Ctx } from '../../core/context.ts'
import { buildMediaUrls } from '../../reviews/reviews/media/media-rows.ts'
import { assetPath } from '../../core/pages/assets.ts'
import type { RenderOptions } from './page-view.ts'
import type { ReviewToolsData } from './pages/review-tools-columns.ts'

/** Where votes about and reports of this shop's reviews go; a review's id and the word follow. */
export const buildReviewsUrl = (ctx: Ctx): string => `${ctx.origin}/storefront/${ctx.shop.shopifyDomain}/reviews/`

/** Address of the styles of the viewer of photos and of the form of reports. */
export const buildViewerStyleUrl = ({ origin }: Ctx): string => `${origin}${assetPath('styles/light.css')}`

/** What a box of reviews offers besides its reviews, as this shop shows it. */
export function buildReviewTools(
  ctx: Ctx,
  { settings, general, locale }: RenderOptions,
  { wall, languages, variants }: ReviewToolsData,
): ReviewToolsView {
  const nameOf = createLanguageNamer(locale)
  return {
    base: buildReviewsUrl(ctx),
    eligibility: general.eligibility,
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

/** Making one takes longer than writing a page. There are as many as languages of shops. */
const namesByLocale = new Map<string, Intl.DisplayNames>()

/** Returns the names of languages in the language of a page. What an import brought as a language may be none: it is shown as it is. */
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
