import type { FastifyReply, FastifyRequest } from 'fastify'
import { InvalidInput } from '../../core/errors.ts'
import { parseForm } from '../../core/http/form-fields.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { readBrowserLocale } from '../../core/pages/browser-locale.ts'
import { renderInvalidLinkPage } from '../../core/pages/page.ts'
import { problemText } from '../../core/words/problem-text.ts'
import { word } from '../../core/words/words.ts'
import { readShopFace } from '../../shop/branding/shop-face.ts'
import { renderObjectionForm, renderObjectionState } from './objection-pages.ts'
import { openObjectionLink } from './statement-links.ts'
import { objectToStatement, readObjectionState } from './statements.ts'

interface TokenRequest {
  Params: { token: string }
  Body: Record<string, unknown> | undefined
}

const page = (reply: FastifyReply, html: string, status = 200) =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(html)

const textOf = ({ body }: FastifyRequest<TokenRequest>): string => (typeof body?.text === 'string' ? body.text : '')

/** The page behind a statement's email, where the author of a refused review objects (decision 0100). */
export const objectionRoutes: RouteModule = (app, parts) => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 65_536 }, parseForm)
  const limit = parts.postLimits('objection')
  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    page(reply, renderInvalidLinkPage(readBrowserLocale(request)), 404)

  app.get<TokenRequest>('/objection/:token', async (request, reply) => {
    const opened = await openObjectionLink(parts, request.params.token)
    if (!opened) return notFound(request, reply)
    const shop = await readShopFace(opened.ctx)
    const state = await readObjectionState(opened.ctx, opened.statement)
    return state === 'open'
      ? page(reply, renderObjectionForm(opened, { action: request.url, shop }))
      : page(reply, renderObjectionState(opened, { shop, state }), state === 'gone' ? 410 : 200)
  })

  app.post<TokenRequest>('/objection/:token', async (request, reply) => {
    const opened = await openObjectionLink(parts, request.params.token)
    if (!opened) return notFound(request, reply)
    const { ctx, statement, locale } = opened
    const shop = await readShopFace(ctx)
    const typed = textOf(request)
    const until = await limit(statement.id)
    if (until) {
      reply.header('retry-after', String(Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))))
      const problem = word(locale, 'edit.tooMany')
      return page(reply, renderObjectionForm(opened, { action: request.url, shop, typed, problem }), 429)
    }
    try {
      const state = await objectToStatement(ctx, statement.id, { text: typed })
      // The page shows the outcome; a reload posts nothing again.
      if (state === null) return await reply.redirect(request.url, 303)
      // Another objection may have been stored since the link was opened.
      const current = (await openObjectionLink(parts, request.params.token)) ?? opened
      return await page(reply, renderObjectionState(current, { shop, state, typed }), state === 'gone' ? 410 : 409)
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      const problem = problemText(locale, error.fields.text ?? 'required')
      return page(reply, renderObjectionForm(opened, { action: request.url, shop, typed, problem }), 422)
    }
  })
}
