import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../core/html.ts'
import { parseForm } from '../../core/http/form-fields.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { readBrowserLocale } from '../../core/pages/browser-locale.ts'
import { renderInvalidLinkPage, renderNotice, renderShopperPage, type ShopFace } from '../../core/pages/page.ts'
import { renderQuotedReview } from '../../core/pages/quote.ts'
import { word, type WordId, type WordParams } from '../../core/words/words.ts'
import { readShopFace } from '../../shop/branding/shop-face.ts'
import {
  confirmReview,
  disownReview,
  openConfirmation,
  type ConfirmationState,
  type OpenConfirmation,
} from './confirmations.ts'

interface TokenRequest {
  Params: { token: string }
  Body: { answer?: unknown } | undefined
}

const page = (reply: FastifyReply, body: string, status = 200) =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(body)

function renderState(
  opened: OpenConfirmation,
  shop: ShopFace,
  { action, state }: { action: string; state: ConfirmationState | 'denied' },
): string {
  const say = (id: WordId, params: WordParams = {}) =>
    word(opened.locale, id, { shop: shop.name, product: opened.product, ...params })
  if (state !== 'open')
    return renderNotice(
      { locale: opened.locale, title: say(`confirm.${state}.title`), shop },
      { lead: say(`confirm.${state}.lead`), done: state !== 'gone' },
    )
  const { locale, review } = opened
  const body = html`<header class="lead"><h1>${say('confirm.title')}</h1><p class="soft">${say('confirm.lead')}</p></header>
${review && renderQuotedReview(review, { head: opened.product, rateText: say('widget.outOf', { rate: review.rate }) })}
<form method="post" action="${action}"><div class="send"><button type="submit">${say('confirm.yes')}</button>
<button type="submit" class="plain" name="answer" value="no">${say('confirm.no')}</button></div></form>`
  return renderShopperPage({ locale, title: say('confirm.title'), shop, body })
}

/**
 * The page behind "confirm that it was you". The link only shows a page, because mail scanners follow every link; its
 * button confirms.
 */
export const confirmationRoutes: RouteModule = (app, parts) => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4096 }, parseForm)
  const invalid = (request: FastifyRequest, reply: FastifyReply) =>
    page(reply, renderInvalidLinkPage(readBrowserLocale(request)), 404)

  app.get<TokenRequest>('/confirm/:token', async (request, reply) => {
    const opened = await openConfirmation(parts, request.params.token)
    if (!opened) return invalid(request, reply)
    const { state } = opened
    const shop = await readShopFace(opened.ctx)
    return page(reply, renderState(opened, shop, { action: request.url, state }), state === 'gone' ? 410 : 200)
  })

  app.post<TokenRequest>('/confirm/:token', async (request, reply) => {
    const opened = await openConfirmation(parts, request.params.token)
    if (!opened) return invalid(request, reply)
    if (request.body?.answer === 'no') {
      const isDone = await disownReview(opened.ctx, opened)
      if (!isDone) return reply.redirect(request.url, 303)
      return page(reply, renderState(opened, await readShopFace(opened.ctx), { action: '', state: 'denied' }))
    }
    const state = await confirmReview(opened.ctx, opened)
    if (state !== 'gone') return reply.redirect(request.url, 303)
    return page(reply, renderState(opened, await readShopFace(opened.ctx), { action: request.url, state }), 410)
  })
}
