import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteModule } from '../../core/http/parts.ts'
import { readBrowserLocale } from '../../core/pages/browser-locale.ts'
import { renderInvalidLinkPage } from '../../core/pages/page.ts'
import { readShopFace } from '../../shop/branding/shop-face.ts'
import { answerEditRequest, findEditRequestState, type ClosedEditState } from './answer-edit-request.ts'
import { EDIT_ANSWERS, editLinks, openEditLink, type EditAnswer, type OpenEditLink } from './edit-links.ts'
import { renderAnsweredPage, renderQuestionPage, renderTooManyPage } from './edit-request-pages.ts'

interface TokenRequest {
  Params: { answer: string; token: string }
}

const page = (reply: FastifyReply, html: string, status = 200) =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(html)

/**
 * Pages of the two links in an edit request's email. A link only shows a page, because mail scanners follow every link.
 * The page's form answers (goals R14, R15).
 */
export const editRequestRoutes: RouteModule = (app, parts) => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, body, done) => done(null, body),
  )
  const limit = parts.postLimits('edit-link')

  const answered = async (reply: FastifyReply, holder: OpenEditLink, place: ClosedEditState) =>
    page(
      reply,
      renderAnsweredPage(holder, await readShopFace(holder.ctx), place),
      place === 'confirmed' || place === 'denied' ? 200 : 410,
    )

  const holderOf = async (request: FastifyRequest<TokenRequest>): Promise<OpenEditLink | null> => {
    const answer: EditAnswer | undefined = EDIT_ANSWERS.find((known) => known === request.params.answer)
    return answer ? openEditLink(parts, answer, request.params.token) : null
  }

  app.get<TokenRequest>('/edit/:answer/:token', async (request, reply) => {
    const holder = await holderOf(request)
    if (!holder) return page(reply, renderInvalidLinkPage(readBrowserLocale(request)), 404)
    const place = await findEditRequestState(holder.ctx, holder.review, holder.requestId)
    if (place.name !== 'open') return answered(reply, holder, place.name)
    const links = editLinks(holder.ctx, { reviewId: holder.review.id, requestId: holder.requestId })
    const other = new URL(links[holder.answer === 'confirm' ? 'deny' : 'confirm']).pathname
    return page(
      reply,
      renderQuestionPage(holder, {
        action: `/edit/${holder.answer}/${request.params.token}`,
        other,
        shop: await readShopFace(holder.ctx),
        proposal: place.proposal,
      }),
    )
  })

  app.post<TokenRequest>('/edit/:answer/:token', async (request, reply) => {
    const holder = await holderOf(request)
    if (!holder) return page(reply, renderInvalidLinkPage(readBrowserLocale(request)), 404)
    const { ctx, review, requestId, answer } = holder
    const until = await limit(`${review.id} ${requestId}`)
    if (until) {
      reply.header('retry-after', String(Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))))
      return page(reply, renderTooManyPage(holder, await readShopFace(ctx)), 429)
    }
    const place = await answerEditRequest(ctx, { reviewId: review.id, requestId, answer })
    if (place !== 'confirmed' && place !== 'denied') return answered(reply, holder, place)
    // The page shows the outcome; Back and a reload post nothing again.
    return reply.redirect(`/edit/${answer}/${request.params.token}`, 303)
  })
}
