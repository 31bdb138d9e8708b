import type { RouteModule } from '../../core/http/parts.ts'
import { Html } from '../../core/html.ts'
import { browserLocale } from '../../core/pages/browser-locale.ts'
import { invalidLinkPage, shopperPage } from '../../core/pages/page.ts'
import { word } from '../../core/words/words.ts'
import { discountThanks } from './thanks.ts'

/** The page behind the link of the thanks: shows the code once the review is published. */
export const discountPages: RouteModule = (app, { deps, shops, contextOf }) => {
  app.get<{ Params: { token: string } }>('/d/:token', async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    const link = deps.signer.verify<{ shopId: string; id: string }>('discount', request.params.token)
    const shop = link && (await shops.byId(link.shopId))
    const ctx = shop && !shop.uninstalledAt ? contextOf(shop, { kind: 'shopper' }) : null
    const locale = browserLocale(request)
    const thanks = link && ctx && (await discountThanks(ctx, { id: link.id }, locale))
    if (!thanks) return reply.status(404).send(invalidLinkPage(locale))
    const title = word(locale, 'discount.title')
    return reply.send(
      shopperPage({
        locale,
        title,
        shop: ctx.shop,
        body: new Html(
          `<section class="card notice"><h1>${word(locale, 'discount.title')}</h1>${thanks.block.text}</section>`,
        ),
      }),
    )
  })
}
