import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteModule } from '../http/parts.ts'
import { browserLocale } from '../review-form/link.ts'
import { invalidLinkPage } from '../review-form/page.ts'
import { readSetting } from '../settings/settings.ts'
import { answerEditRequest, placeOf, type EditRequestPlace } from './answer.ts'
import { EDIT_ANSWERS, openEditLink, type EditAnswer, type EditHolder } from './links.ts'
import { editNotes } from './note.ts'
import { answeredPage, questionPage, tooManyPage } from './pages.ts'

interface TokenRequest {
  Params: { answer: string; token: string }
}

/**
 * What the two links of an edit request's mail open. Opening one only ever shows a page: mail scanners follow every link.
 * What answers is the form sent from there (goals R14, R15).
 */
export const editRequestRoutes: RouteModule = (app, parts) => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4096 }, (_request, body, done) => done(null, body))
  const limit = parts.postLimits('edit-link')

  const page = (reply: FastifyReply, html: string, status = 200) =>
    reply.status(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').send(html)

  const answered = (reply: FastifyReply, holder: EditHolder, place: Exclude<EditRequestPlace, 'open'>) =>
    page(reply, answeredPage(holder, place), place === 'confirmed' || place === 'denied' ? 200 : 410)

  const holderOf = async (request: FastifyRequest<TokenRequest>): Promise<EditHolder | null> => {
    const answer: EditAnswer | undefined = EDIT_ANSWERS.find((known) => known === request.params.answer)
    return answer ? openEditLink(parts, answer, request.params.token) : null
  }

  app.get<TokenRequest>('/edit/:answer/:token', async (request, reply) => {
    const holder = await holderOf(request)
    if (!holder) return page(reply, invalidLinkPage(browserLocale(request)), 404)
    const place = placeOf(holder.review, holder.requestId, holder.ctx.now())
    if (place !== 'open') return answered(reply, holder, place)
    const { confirmEdit } = await readSetting(holder.ctx, 'emailTemplates')
    const note = (await editNotes(holder.ctx, [holder.review.id])).get(holder.review.id) ?? ''
    return page(reply, questionPage(holder, { action: `/edit/${holder.answer}/${request.params.token}`, logo: confirmEdit.logo, note }))
  })

  app.post<TokenRequest>('/edit/:answer/:token', async (request, reply) => {
    const holder = await holderOf(request)
    if (!holder) return page(reply, invalidLinkPage(browserLocale(request)), 404)
    const { ctx, review, requestId, answer } = holder
    const until = await limit(`${review.id} ${requestId}`)
    if (until) {
      reply.header('retry-after', String(Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))))
      return page(reply, tooManyPage(holder), 429)
    }
    const place = await answerEditRequest(ctx, { reviewId: review.id, requestId, answer })
    if (place === 'open') throw new Error('An answered request is not open.')
    return answered(reply, holder, place)
  })
}
