import type { FastifyRequest } from 'fastify'
import { NotFound } from '../errors.ts'
import type { RouteModule } from '../http/parts.ts'
import { senderOf } from '../http/sender.ts'
import { browserLocale } from '../review-form/link.ts'
import { notice } from '../review-form/page.ts'
import { shopperContext } from '../storefront/storefront.routes.ts'
import { writePage } from '../storefront/submit/write-page.ts'
import { word } from '../words/words.ts'
import { recordScan, scannedProduct } from './qr-codes.ts'

interface Scan {
  Params: { shopDomain: string; platformId: string }
}

/** The page behind a product's code: the review form. */
export const scanRoutes: RouteModule = (app, parts) => {
  const limit = parts.postLimits('qr-scan')
  app.get<Scan>('/q/:shopDomain/:platformId', async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    const { shopDomain, platformId } = request.params
    try {
      const ctx = await shopperContext(parts, shopDomain)
      const product = await scannedProduct(ctx, platformId)
      if (!product) throw new NotFound('productMissing')
      const page = await writePage(ctx, { handle: product.handle, proof: { kind: 'none' }, proxy: null })
      // A reader who reloads for hours is one of few; the page is shown all the same.
      if (isScan(request) && !await limit(`${ctx.shop.id} ${product.id} ${senderOf(request.ip)}`)) await recordScan(ctx, product.id)
      return page
    } catch (error) {
      if (!(error instanceof NotFound)) throw error
      const locale = browserLocale(request)
      return reply.status(404).send(notice({ locale, title: word(locale, 'qr.gone'), shop: null }, { lead: word(locale, 'qr.goneLead') }))
    }
  })
}

/** A browser that loads a page in advance has scanned nothing. */
const isScan = ({ method, headers }: FastifyRequest): boolean => method === 'GET' && ![headers['sec-purpose'], headers['purpose']].some((purpose) => /prefetch|prerender/i.test(String(purpose)))
