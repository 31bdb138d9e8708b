import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../core/html.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { readBrowserLocale } from '../../core/pages/browser-locale.ts'
import { renderInvalidLinkPage, renderNotice, type ShopFace } from '../../core/pages/page.ts'
import { word, type WordId } from '../../core/words/words.ts'
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
  const say = (id: WordId) => word(opened.locale, id, { shop: shop.name, product: opened.product })
  if (state !== 'open')
    return renderNotice(
      { locale: opened.locale, title: say(`confirm.${state}.title`), shop },
      { lead: say(`confirm.${state}.lead`), done: state !== 'gone' },
    )
  return renderNotice(
    { locale: opened.locale, title: say('confirm.title'), shop },
    {
      lead: say('confirm.lead'),
      more: html`<form method="post" action="${action}"><button type="submit">${say('confirmMail.button')}</button></form>
<form method="post" action="${action}/deny"><button class="quiet" type="submit">${say('confirm.deny')}</button></form>`,
    },
  )
}

/**
 * The page behind "confirm that it was you". The link only shows a page, because mail scanners follow every link; its
 * button confirms.
 */
export const confirmationRoutes: RouteModule = (app, parts) => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, body, done) => done(null, body),
  )
  const invalid = (request: FastifyRequest, reply: FastifyReply) =>
    page(reply, renderInvalidLinkPage(readBrowserLocale(request)), 404)

  app.get<TokenRequest>('/confirm/:token', async (request, reply) => {
    const opened = await openConfirmation(parts, request.params.token)
    if (!opened) return invalid(request, reply)
    const { state } = opened
    const shop = await readShopFace(opened.ctx)
    return page(reply, renderState(opened, shop, { action: request.url, state }), state === 'gone' ? 410 : 200)
  })

  app.post<TokenRequest>('/confirm/:token/deny', async (request, reply) => {
    const opened = await openConfirmation(parts, request.params.token)
    if (!opened) return invalid(request, reply)
    const isDone = await disownReview(opened.ctx, opened)
    const shop = await readShopFace(opened.ctx)
    if (isDone) return page(reply, renderState(opened, shop, { action: '', state: 'denied' }))
    const state = opened.state === 'open' ? 'gone' : opened.state
    return page(reply, renderState(opened, shop, { action: '', state }), 409)
  })

  app.post<TokenRequest>('/confirm/:token', async (request, reply) => {
    const opened = await openConfirmation(parts, request.params.token)
    if (!opened) return invalid(request, reply)
    const state = await confirmReview(opened.ctx, opened)
    if (state !== 'gone') return reply.redirect(request.url, 303)
    return page(reply, renderState(opened, await readShopFace(opened.ctx), { action: request.url, state }), 410)
  })
}
