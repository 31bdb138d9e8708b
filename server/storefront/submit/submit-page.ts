import { readFileSync } from 'node:fs'
import { iconStyles } from '../../../client/storefront/widgets/box/box-style.ts'
import { html, Html } from '../../../client/storefront/widgets/html.ts'
import { themeClass, themeStyle } from '../../../client/storefront/widgets/theme-style.ts'
import type { WidgetWord } from '../../../client/storefront/widgets/shown.ts'
import { productElementId } from '../../../rules/widget-ids.ts'
import type { Ctx } from '../../core/context.ts'
import { textDirection, word, type WordId } from '../../core/words/words.ts'
import { assetPath, styleText } from '../../core/pages/assets.ts'
import { readRenderOptions } from '../widgets/page-view.ts'

const tokens = new Html(readFileSync(new URL('../../../client/storefront/tokens.css', import.meta.url), 'utf8'))
const frame = new Html(
  'body{margin:0;background:var(--paper);color:var(--ink);font:17px/var(--leading) var(--font)}main{max-width:44rem;margin:0 auto;padding:2.5rem 1.25rem}.shop{margin:0 0 1.5rem;font-weight:700}a[href="#candor-reviews"]{display:none}.candor-inner>.candor-form{margin-top:0}.candor-pager{margin-top:1.25rem}.about{display:flex;align-items:center;gap:1rem;margin:0 0 1.5rem}.about img{width:72px;height:72px;object-fit:cover;border-radius:12px}.about h1{margin:0;font-size:1.35rem;line-height:1.25}',
)

interface ShopperPage {
  content: Html
  /** Address of the previous page. */
  back: string
  words?: { title: WidgetWord; back: WordId }
  about?: Html
}

/** Renders a page with the form or thanks, and a link back to the product. */
export async function renderSubmitPage(
  ctx: Ctx,
  { content, back, about, words = { title: 'widget.write', back: 'widget.form.back' } }: ShopperPage,
): Promise<string> {
  const { settings, general, say, locale } = await readRenderOptions(ctx)
  const style = new Html(styleText(['common', 'box', 'form', ...iconStyles(settings.starIconType)]))
  const page = html`
    <html lang="${locale}" dir="${general.isRtlStore ? 'rtl' : textDirection(locale)}">
    <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${say(words.title)} · ${ctx.shop.name}</title><style>${tokens}${frame}${style}</style><script type="module" src="${ctx.origin}${assetPath('send-once.ts')}"></script></head>
    <body><main>
      <p class="shop">${ctx.shop.name}</p>${about}
      <section class="candor-box ${themeClass(settings)}" style="${themeStyle(settings)}"><div class="candor-inner">${content}
        <p class="candor-pager"><a class="candor-link" href="${back}">${word(locale, words.back)}</a></p>
      </div></section>
    </main></body></html>`
  return `<!doctype html>${page.text}`
}

/**
 * Returns the referring page if it is the shop's or ours, else the product's page. Prevents open redirects by header.
 * Browsers send a bare `/` for pages of another origin.
 */
export const findProductReturnUrl = (
  ctx: Ctx,
  { handle, referer }: { handle: string; referer: string | undefined },
): string =>
  findReturnUrl(ctx, referer, {
    otherwise: ctx.platform.productUrl(ctx.shop, handle),
    at: `#${productElementId('reviews', handle)}`,
  })

/** Does the same for any page. `otherwise` is the fallback, `at` the fragment. */
export function findReturnUrl(
  ctx: Ctx,
  referer: string | undefined,
  { otherwise, at }: { otherwise: string; at: string },
): string {
  const shops = `${otherwise}${at}`
  if (!referer || !URL.canParse(referer)) return shops
  const { origin, host, pathname, protocol } = new URL(referer)
  const isForm = /^\/(?:storefront|q)\//.test(pathname) || /\/products\/[^/]+\/reviews(?:\/|$)/.test(pathname)
  if (pathname === '/') return shops
  const ours = origin === ctx.origin && !isForm
  const theirs = protocol === 'https:' && !isForm && (host === ctx.shop.domain || host === ctx.shop.shopifyDomain)
  return ours || theirs ? `${origin}${pathname}${at}` : shops
}
