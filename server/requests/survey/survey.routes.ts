import type { FastifyReply, FastifyRequest } from 'fastify'
import { noSurveyAnswer, type SurveyAnswerFields } from '../../../client/storefront/widgets/forms/survey-form.ts'
import { SURVEY_SCORES } from '../../../rules/survey.ts'
import { maxThankYouSurveys } from '../../../rules/limits.ts'
import { InvalidInput, LimitReached, NotAllowed, NotFound } from '../../core/errors.ts'
import { parseForm } from '../../core/http/form-fields.ts'
import type { Parts, RouteModule } from '../../core/http/parts.ts'
import { readBrowserLocale } from '../../core/pages/browser-locale.ts'
import { renderInvalidLinkPage } from '../../core/pages/page.ts'
import { readClientNetwork } from '../../core/web/client-network.ts'
import { problemText } from '../../core/words/problem-text.ts'
import { word } from '../../core/words/words.ts'
import { answerSurvey, offerThankYouSurvey, readSurvey } from './survey.ts'
import { openSurveyLink, type OpenedSurvey } from './survey-links.ts'
import { renderSurveyPage, renderSurveyState } from './survey-pages.ts'

interface TokenRequest {
  Params: { token: string }
  Querystring: { s?: string; change?: string }
  Body: Record<string, unknown> | undefined
}

/** More than the longest comment in any script. */
const bodyLimit = 65_536

const page = (reply: FastifyReply, html: string, status = 200) =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(html)

const actionOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? url
const wantsJson = ({ headers }: FastifyRequest): boolean => /\bjson\b/.test(headers.accept ?? '')

/**
 * The survey behind a link, and its address for the platform's thank-you page. A GET only shows the page, because mail
 * scanners follow every link: only a post answers.
 */
export const surveyRoutes: RouteModule = (app, parts) => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, parseForm)
  const limit = parts.postLimits('survey')
  const limitNetwork = parts.postLimits('survey-network', { posts: maxThankYouSurveys, minutes: 60 })
  // The platform runs the extension of its thank-you page on an origin of its own.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
  })
  const preflight = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type, accept',
      })
      .status(204)
      .send()
  app.options('/survey/:token', preflight)
  app.options('/survey', preflight)

  app.get<{ Querystring: { order?: string } }>('/survey', async (request) => ({
    success: true,
    data: await readOffer(parts, request),
  }))

  app.get<TokenRequest>('/survey/:token', async (request, reply) => {
    const opened = await openSurveyLink(parts, request.params.token)
    if (!opened) return page(reply, renderInvalidLinkPage(readBrowserLocale(request)), 404)
    return showSurvey(opened, request, reply)
  })

  app.post<TokenRequest>('/survey/:token', { bodyLimit }, async (request, reply) => {
    const opened = await openSurveyLink(parts, request.params.token)
    if (!opened) {
      if (wantsJson(request)) throw new NotFound()
      return page(reply, renderInvalidLinkPage(readBrowserLocale(request)), 404)
    }
    const { shopId, order, channel } = opened.link
    const network = `${shopId} ${readClientNetwork(request.ip)}`
    const until = (await limit(`${shopId} ${order}`)) ?? (channel === 'thankYou' ? await limitNetwork(network) : null)
    if (wantsJson(request)) {
      if (until) throw new LimitReached('tooManyAttempts', { resetsAt: until })
      await answerSurvey(opened.ctx, opened.link, request.body ?? {})
      return { success: true }
    }
    return answerForm(opened, { request, reply, until })
  })
}

/** Answers the extension of the thank-you page: the question in its language and the address of the answer. */
async function readOffer(
  { deps, shops, contextOf }: Parts,
  { headers, query }: FastifyRequest<{ Querystring: { order?: string } }>,
): Promise<object | null> {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  const session = token ? await deps.platform.verifyCheckoutToken(token) : null
  const shop = session && (await shops.findByDomain(session.shopDomain))
  // The thank-you page names the order before it exists for the app: gid://shopify/OrderIdentity/1.
  const order = /^(?:gid:\/\/shopify\/Order(?:Identity)?\/)?(\d{1,20})$/.exec(query.order ?? '')?.[1]
  if (!shop || shop.uninstalledAt || !order) throw new NotFound()
  const ctx = contextOf(shop, { kind: 'shopper' })
  const url = await offerThankYouSurvey(ctx, { order, customerId: session.customerId })
  if (!url) return null
  const locale = headers['accept-language']?.split(',')[0] ?? null
  const { survey } = await readSurvey(ctx, { order, channel: 'thankYou' }, locale)
  const say = (id: 'recommend' | 'least' | 'most' | 'comment' | 'send') =>
    word(locale, `widget.survey.${id}`, { shop: ctx.shop.name })
  return {
    url,
    ...survey,
    words: {
      recommend: say('recommend'),
      least: say('least'),
      most: say('most'),
      comment: survey.kind === 'text' ? survey.question : say('comment'),
      send: say('send'),
      thanks: word(locale, 'survey.thanks'),
    },
  }
}

async function showSurvey(
  { ctx, link, locale: known }: OpenedSurvey,
  request: FastifyRequest<TokenRequest>,
  reply: FastifyReply,
) {
  const locale = known ?? readBrowserLocale(request)
  const shown = await readSurvey(ctx, link, locale)
  const frame = { locale, action: actionOf(request) }
  const chosen = SURVEY_SCORES.find((score) => String(score) === request.query.s) ?? null
  const { answer } = shown
  const isChanged = request.query.change !== undefined || (chosen !== null && chosen !== answer?.score)
  if (shown.state !== 'open' || (answer && !isChanged))
    return page(reply, await renderSurveyState(ctx, shown, frame), shown.state === 'ended' ? 410 : 200)
  const filled: SurveyAnswerFields = answer
    ? { score: chosen ?? answer.score, choice: answer.choice, comment: answer.comment }
    : { ...noSurveyAnswer, score: chosen }
  return page(reply, await renderSurveyPage(ctx, shown, { ...frame, answer: filled }))
}

async function answerForm(
  { ctx, link, locale: known }: OpenedSurvey,
  { request, reply, until }: { request: FastifyRequest<TokenRequest>; reply: FastifyReply; until: Date | null },
) {
  const locale = known ?? readBrowserLocale(request)
  const frame = { locale, action: actionOf(request) }
  const typed = (field: 'choice' | 'comment') => {
    const value = request.body?.[field]
    return typeof value === 'string' ? value : ''
  }
  const answer: SurveyAnswerFields = {
    score: SURVEY_SCORES.find((score) => String(score) === request.body?.score) ?? null,
    choice: typed('choice'),
    comment: typed('comment'),
  }
  if (until) {
    reply.header('retry-after', String(Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))))
    const shown = await readSurvey(ctx, link, locale)
    const banner = word(locale, 'widget.form.tooMany')
    return page(reply, await renderSurveyPage(ctx, shown, { ...frame, answer, banner }), 429)
  }
  try {
    await answerSurvey(ctx, link, request.body ?? {})
    // The page shows the outcome; a reload posts nothing again.
    return await reply.redirect(frame.action, 303)
  } catch (error) {
    const shown = await readSurvey(ctx, link, locale)
    if (error instanceof NotAllowed) return page(reply, await renderSurveyState(ctx, shown, frame), 409)
    if (!(error instanceof InvalidInput)) throw error
    const problems = Object.fromEntries(
      Object.entries(error.fields).map(([field, problem]) => [field, problemText(locale, problem)]),
    )
    return page(reply, await renderSurveyPage(ctx, shown, { ...frame, answer, problems }), 422)
  }
}
