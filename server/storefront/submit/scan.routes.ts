import type { FastifyRequest } from 'fastify'
import { NotFound } from '../../core/errors.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { readClientNetwork } from '../../core/web/client-network.ts'
import { readBrowserLocale } from '../../core/pages/browser-locale.ts'
import { renderNotice } from '../../core/pages/page.ts'
import { createShopperContext } from '../widgets/widgets.routes.ts'
import { renderWritePage } from './write-page.ts'
import { word } from '../../core/words/words.ts'
import { recordScan, findScannedProduct } from '../../requests/qr-codes/qr-codes.ts'

interface Scan {
  Params: { shopDomain: string; platformId: string }
}

/** The page behind a product's QR code: the review form. */
export const scanRoutes: RouteModule = (app, parts) => {
  const limit = parts.postLimits('qr-scan')
  app.get<Scan>('/q/:shopDomain/:platformId', async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    const { shopDomain, platformId } = request.params
    try {
      const ctx = await createShopperContext(parts, shopDomain)
      const product = await findScannedProduct(ctx, platformId)
      if (!product) throw new NotFound('productMissing')
      const page = await renderWritePage(ctx, {
        handle: product.handle,
        proof: { kind: 'none' },
        proxy: null,
        channel: 'qr',
      })
      // Over the limit, the scan isn't counted but the page is still shown.
      if (isScan(request) && !(await limit(`${ctx.shop.id} ${product.id} ${readClientNetwork(request.ip)}`)))
        await recordScan(ctx, product.id)
      return page
    } catch (error) {
      if (!(error instanceof NotFound)) throw error
      const locale = readBrowserLocale(request)
      return reply
        .status(404)
        .send(
          renderNotice({ locale, title: word(locale, 'qr.gone'), shop: null }, { lead: word(locale, 'qr.goneLead') }),
        )
    }
  })
}

/** Excludes pages that a browser loads in advance. */
const isScan = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  ![headers['sec-purpose'], headers['purpose']].some((purpose) => /prefetch|prerender/i.test(String(purpose)))
