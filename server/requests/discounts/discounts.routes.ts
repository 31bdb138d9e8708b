import type { RouteModule } from '../../core/http/parts.ts'
import { Html } from '../../core/html.ts'
import { readBrowserLocale } from '../../core/pages/browser-locale.ts'
import { renderInvalidLinkPage, renderShopperPage } from '../../core/pages/page.ts'
import { word } from '../../core/words/words.ts'
import { readShopFace } from '../../shop/branding/shop-face.ts'
import { renderDiscountBlock } from './discount-block.ts'

/** Page behind the link on the thank-you page: shows the code once the review is published. */
export const discountPages: RouteModule = (app, { deps, shops, contextOf }) => {
  app.get<{ Params: { token: string } }>('/d/:token', async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    const link = deps.signer.verify<{ shopId: string; id: string }>('discount', request.params.token)
    const shop = link && (await shops.findById(link.shopId))
    const ctx = shop && !shop.uninstalledAt ? contextOf(shop, { kind: 'shopper' }) : null
    const locale = readBrowserLocale(request)
    const thanks = link && ctx && (await renderDiscountBlock(ctx, { id: link.id }, locale))
    if (!thanks) return reply.status(404).send(renderInvalidLinkPage(locale))
    const title = word(locale, 'discount.title')
    return reply.send(
      renderShopperPage({
        locale,
        title,
        shop: await readShopFace(ctx),
        body: new Html(
          `<section class="card notice"><h1>${word(locale, 'discount.title')}</h1>${thanks.block.text}</section>`,
        ),
      }),
    )
  })
}
