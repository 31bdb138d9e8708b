import type { FastifyReply, FastifyRequest } from 'fastify'
import { votes } from '../../../client/storefront/widgets/reviews/review-foot.ts'
import { reportForm, reportNote, type ReportView } from '../../../client/storefront/widgets/forms/report-form.ts'
import type { Html } from '../../../client/storefront/widgets/html.ts'
import { maxVotesOfNetwork, networkVoteHours } from '../../../rules/limits.ts'
import { maxReportChars, REPORT_REASONS } from '../../../rules/votes-and-search.ts'
import { productKey, widgetId } from '../../../client/storefront/widgets/ids.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, LimitReached, NotFound } from '../../core/errors.ts'
import { parseForm } from '../../core/http/form-fields.ts'
import { readMultipart } from '../../core/http/multipart.ts'
import type { Parts, RouteModule } from '../../core/http/parts.ts'
import { readClientNetwork } from '../../core/web/client-network.ts'
import { requireKnownFields } from '../../core/rest/body-fields.ts'
import { isStorefrontActive } from '../widgets/cached-response.ts'
import { readRenderOptions } from '../widgets/page-view.ts'
import { buildReviewsUrl } from '../widgets/review-tools.ts'
import { readShopperAddress } from '../widgets/shopper-address.ts'
import { createShopperContext } from '../widgets/widgets.routes.ts'
import { localeQuery } from '../../shop/branding/policy-url.ts'
import { withLocale } from '../widgets/widgets.ts'
import { decoyField } from '../submit/submit.ts'
import { findReturnUrl, renderSubmitPage } from '../submit/submit-page.ts'
import { problemText } from '../../core/words/problem-text.ts'
import { reportReview } from '../../reviews/votes/reports.ts'
import { hashVisitor } from '../../reviews/votes/visitor.ts'
import { findShownReviewProduct, hasVoted, voteOnReview } from '../../reviews/votes/votes.ts'

interface Place {
  Params: { shopDomain: string; id: string }
  Querystring: { part?: string; locale?: unknown }
}

const form = { reasons: REPORT_REASONS, longest: maxReportChars }
const htmlType = 'text/html; charset=utf-8'
const urlEncoded = 'application/x-www-form-urlencoded'

/**
 * Votes on and reports of reviews. Redirects plain forms back to the review. The live module gets the new form
 * (`?part=form`), headless clients that send or accept JSON get JSON.
 */
export const voteRoutes: RouteModule = (app, parts) => {
  app.addContentTypeParser(urlEncoded, { parseAs: 'string' }, parseForm)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
  })
  const limits = { vote: openVoteLimit(parts), report: parts.postLimits('storefront-report') }
  const path = '/storefront/:shopDomain/reviews/:id'

  app.post<Place>(`${path}/helpful`, async (request, reply) => {
    const ctx = await shownContext(parts, request)
    const { id } = request.params
    // Runs before the rate limit, so that unknown reviews cost and reveal nothing.
    const { handle } = await findShownReviewProduct(ctx, id)
    const { vote = 'helpful' } = await fieldsOf(request, { vote: true })
    const network = `${ctx.shop.id} ${readClientNetwork(readShopperAddress(parts, ctx, request))}`
    const visitor = hashVisitor(ctx, senderIn(parts, ctx, request), id)
    await limits.vote(ctx, { id, vote, visitor, network })
    const voted = await voteOnReview(ctx, { id, vote, visitor })
    if (wantsJson(request)) return { success: true, data: voted }
    const chosen = voted.vote === 'none' ? null : voted.vote
    if (request.query.part === 'form') {
      const view = viewOf(ctx, request)
      const { say, settings: design } = await readRenderOptions(view)
      const form = { review: { id, ...voted }, base: buildReviewsUrl(ctx), query: localeQuery(view.pageLocale) }
      return reply.type(htmlType).send(votes({ ...form, say, design, voted: chosen }).text)
    }
    return reply
      .status(303)
      .header(
        'location',
        backTo(ctx, request, { handle, query: `candor_review=${id}${chosen ? `&candor_voted=${chosen}` : ''}` }),
      )
      .send('')
  })

  app.get<Place>(`${path}/report`, async (request, reply) => {
    const view = viewOf(await shownContext(parts, request), request)
    const { handle } = await findShownReviewProduct(view, request.params.id)
    const { say } = await readRenderOptions(view)
    const content = reportForm({ ...reportParts(view, request), say })
    return sendHtml(view, { request, reply }, { status: 200, handle, content })
  })

  app.post<Place>(`${path}/report`, async (request, reply) => {
    const ctx = await shownContext(parts, request)
    const { id } = request.params
    const { handle } = await findShownReviewProduct(ctx, id)
    const { [decoyField]: decoy, ...fields } = await fieldsOf(request, {
      reason: true,
      text: true,
      email: true,
      [decoyField]: true,
    })
    const over = await limits.report(`${ctx.shop.id} ${readClientNetwork(readShopperAddress(parts, ctx, request))}`)
    if (over && wantsJson(request)) throw new LimitReached('tooManyAttempts', { resetsAt: over })
    const view = viewOf(ctx, request)
    const { say, locale } = await readRenderOptions(view)
    const again = (more: Partial<ReportView>) =>
      reportForm({ ...reportParts(view, request), say, typed: typedOf(fields), ...more })
    const send = (status: number, content: Html) => sendHtml(view, { request, reply }, { status, handle, content })
    if (over) return send(429, again({ banner: say('widget.report.tooMany') }))
    try {
      // Bots get the same response as a saved report.
      const sent = { id, sender: senderIn(parts, ctx, request), locale: view.pageLocale, fields }
      if (!decoy) await reportReview(ctx, sent)
    } catch (error) {
      if (!(error instanceof InvalidInput) || wantsJson(request)) throw error
      const problems = Object.fromEntries(
        Object.entries(error.fields).map(([field, problem]) => [field, problemText(locale, problem)]),
      )
      return send(422, again({ problems, banner: say('widget.form.fix') }))
    }
    if (wantsJson(request)) return { success: true }
    return send(200, reportNote(say('widget.report.thanks')))
  })
}

interface CountedVote {
  id: string
  vote: unknown
  visitor: string
  network: string
}

/** Counts votes of a network. Changes of a vote are free; other browser names would count again and again. */
function openVoteLimit({ postLimits }: Parts): (ctx: Ctx, vote: CountedVote) => Promise<void> {
  const ofNetwork = postLimits('storefront-vote')
  const onReview = postLimits('vote-on-one', { posts: maxVotesOfNetwork, minutes: networkVoteHours * 60 })
  return async (ctx, { id, vote, visitor, network }) => {
    const isNew = vote !== 'none' && !(await hasVoted(ctx, id, visitor))
    const over = (await ofNetwork(network)) ?? (isNew ? await onReview(`${network} ${id}`) : null)
    if (over) throw new LimitReached('tooManyAttempts', { resetsAt: over })
  }
}

/** @throws NotFound for a shop that is unknown or uninstalled, or while the app is off */
async function shownContext(parts: Parts, request: FastifyRequest<Place>): Promise<Ctx> {
  const ctx = await createShopperContext(parts, request.params.shopDomain)
  if (!isStorefrontActive(ctx)) throw new NotFound()
  return ctx
}

/** Returns the context that renders in the page's language. */
const viewOf = (ctx: Ctx, request: FastifyRequest<Place>): Ctx => withLocale(ctx, request.query.locale)

const senderIn = (parts: Parts, ctx: Ctx, request: FastifyRequest<Place>) => ({
  ip: readShopperAddress(parts, ctx, request),
  agent: request.headers['user-agent'] ?? '',
})

const isForm = (request: FastifyRequest<Place>): boolean =>
  request.isMultipart() || (request.headers['content-type'] ?? '').startsWith(urlEncoded)
const wantsJson = (request: FastifyRequest<Place>): boolean =>
  /\bjson\b/.test(request.headers.accept ?? '') || !isForm(request)

const actionOf = (ctx: Ctx, { params }: FastifyRequest<Place>): string =>
  `${buildReviewsUrl(ctx)}${params.id}/report${localeQuery(ctx.pageLocale)}`

const mostFields = { fields: 10, files: 0, parts: 10, fieldSize: 20_000 }

/** Reads a form or JSON body. Forms may have extra fields of the theme; misspelled JSON fields are refused. */
async function fieldsOf(request: FastifyRequest<Place>, known: Record<string, true>): Promise<Record<string, unknown>> {
  if (request.isMultipart()) {
    const fields: Record<string, unknown> = {}
    await readMultipart(async () => {
      for await (const part of request.parts({ limits: mostFields })) {
        if (part.type === 'field') fields[part.fieldname] = part.value
        else part.file.resume()
      }
    })
    return fieldsAmong(fields, known)
  }
  const { body } = request
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new InvalidInput({ input: 'malformedInput' })
  return isForm(request) ? fieldsAmong(body as Record<string, unknown>, known) : { ...requireKnownFields(known, body) }
}

const fieldsAmong = (fields: Record<string, unknown>, known: Record<string, true>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(known, name)))

function typedOf(fields: Record<string, unknown>): NonNullable<ReportView['typed']> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

const reportParts = (ctx: Ctx, request: FastifyRequest<Place>): Omit<ReportView, 'say'> => ({
  ...form,
  action: actionOf(ctx, request),
  key: request.params.id,
})

/** Returns the previous page with the review in its address, or the product's page. */
function backTo(
  ctx: Ctx,
  request: FastifyRequest<Place>,
  { handle, query }: { handle: string | null; query: string },
): string {
  const otherwise = handle === null ? `https://${ctx.shop.domain}/` : ctx.platform.productUrl(ctx.shop, handle)
  return findReturnUrl(ctx, request.headers.referer, {
    otherwise,
    at: `${query && `?${query}`}#${widgetId(query ? 'linked' : 'reviews', handle === null ? '' : productKey(handle))}`,
  })
}

interface Shown {
  status: number
  content: Html
  handle: string | null
}

async function sendHtml(
  ctx: Ctx,
  { request, reply }: { request: FastifyRequest<Place>; reply: FastifyReply },
  { status, content, handle }: Shown,
): Promise<FastifyReply> {
  reply.status(status).type(htmlType)
  if (request.query.part === 'form') return reply.send(content.text)
  return reply.send(
    await renderSubmitPage(ctx, {
      content,
      back: backTo(ctx, request, { handle, query: `candor_review=${request.params.id}` }),
      words: { title: 'widget.report.title', back: 'widget.report.back' },
    }),
  )
}
