import type { Html as WidgetHtml } from '../../../client/storefront/widgets/html.ts'
import type { WidgetWord } from '../../../client/storefront/widgets/shown.ts'
import { productElementId } from '../../../client/storefront/widgets/ids.ts'
import type { Ctx } from '../../core/context.ts'
import { Html, html } from '../../core/html.ts'
import { renderNotice, renderShopperPage } from '../../core/pages/page.ts'
import { word, type WordId } from '../../core/words/words.ts'
import type { Submitted } from '../../reviews/reviews/adding/submit.ts'
import { readShopFace } from '../../shop/branding/shop-face.ts'
import { readRenderOptions } from '../widgets/page-view.ts'
import { sayOutcome } from './say-outcome.ts'

interface SubmitPage {
  /** A widget's form or note. */
  content: WidgetHtml
  /** Address of the previous page. */
  back: string
  words?: { title: WidgetWord | WordId; back: WordId }
  /** Product of the form. */
  product?: { title: string; image: string | null }
}

/** Renders a page with a widget's form, in the design of the form behind an email, and a link back. */
export async function renderSubmitPage(
  ctx: Ctx,
  { content, back, product, words = { title: 'widget.write', back: 'widget.form.back' } }: SubmitPage,
): Promise<string> {
  const frame = await readFrame(ctx)
  const title = word(frame.locale, words.title)
  const body = html`<header class="lead"><h1>${title}</h1></header>
<section class="card">${
    product &&
    html`<div class="product">${product.image && html`<img src="${product.image}" alt="" width="76" height="76">`}<h2 dir="auto">${product.title}</h2></div>`
  }${new Html(content.text)}</section>
<p class="back"><a class="plain" href="${back}">${word(frame.locale, words.back)}</a></p>`
  return renderShopperPage({ ...frame, title: `${title} · ${ctx.shop.name}`, body, scripts: ['photos.ts'] })
}

/** Renders the thanks after a form without a script. `more`: the reward. */
export async function renderThanksPage(
  ctx: Ctx,
  { status, back, more }: { status: Submitted['status']; back: string; more?: WidgetHtml | undefined },
): Promise<string> {
  const frame = await readFrame(ctx)
  const { locale } = frame
  return renderNotice(
    { ...frame, title: word(locale, 'widget.form.thanks') },
    {
      lead: sayOutcome(ctx, locale, status),
      done: status !== 'hidden',
      more: html`${more && new Html(more.text)}<a class="button" href="${back}">${word(locale, 'widget.form.back')}</a>`,
    },
  )
}

/** The shop's domain may show these pages, so their files have Candor's address. */
async function readFrame(ctx: Ctx) {
  const { general, locale } = await readRenderOptions(ctx)
  const shop = await readShopFace(ctx, { origin: ctx.origin })
  return { locale, shop, ...(general.isRtlStore && { direction: 'rtl' as const }) }
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
