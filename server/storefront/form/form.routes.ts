import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Parts, RouteModule } from '../../core/http/parts.ts'
import { markClicked, markOpened, postponeRequest } from '../../requests/requests/progress.ts'
import { ampHeaders, submitAmpForm } from './amp-answer.routes.ts'
import { submitForm, renderUnsavedForm, showForm } from './form.ts'
import { readShopFace } from '../../shop/branding/shop-face.ts'
import { readBrowserLocale } from '../../core/pages/browser-locale.ts'
import { openLink, openUnsubscribeLink } from '../../requests/requests/mail-links.ts'
import type { LinkHolder, UnsubscribeHolder } from '../../requests/requests/mail-links.ts'
import { createFormPost } from './read-form.routes.ts'
import { laterPage } from './later-page.ts'
import { renderInvalidLinkPage, renderNotice } from '../../core/pages/page.ts'
import { word } from '../../core/words/words.ts'
import { parseMailChoice, storeMailChoice, chosenPage, resubscribe, resultPage } from './unsubscribe.ts'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Limit of a form without files: the longest texts of many products. */
const maxTextBytes = 1024 * 1024

interface TokenRequest {
  Params: { token: string }
  Querystring: { s?: string; p?: string; done?: string }
}

/** Owners of the links, by purpose. */
interface Holders {
  'review-form': LinkHolder
  unsubscribe: UnsubscribeHolder
}
const openers: { [Purpose in keyof Holders]: (parts: Parts, token: string) => Promise<Holders[Purpose] | null> } = {
  'review-form': (parts, token) => openLink(parts, 'review-form', token),
  unsubscribe: openUnsubscribeLink,
}
type Handler<Holder> = (
  holder: Holder,
  request: FastifyRequest<TokenRequest>,
  reply: FastifyReply,
) => Promise<FastifyReply>

const page = (reply: FastifyReply, html: string, status = 200) =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(html)

async function takeMailChoice(holder: UnsubscribeHolder, request: FastifyRequest<TokenRequest>, reply: FastifyReply) {
  const { token } = request.params
  const chosen = parseMailChoice(request.body)
  const choice = chosen ?? 'never'
  await storeMailChoice(holder, choice)
  // Mail programs don't follow redirects (RFC 8058).
  return chosen
    ? reply.redirect(`/u/${token}?done=${choice}`, 303)
    : page(reply, await chosenPage(holder, { token, choice }))
}

/**
 * Pages behind the links of a request email. A GET only shows a page, because mail scanners follow every link. Only
 * forms and one-click posts change data (RFC 8058, goals R14, R15).
 */
export const reviewFormRoutes: RouteModule = (app, parts) => {
  // Mail programs post without a content type, or with an unusual one, to unsubscribe (RFC 8058).
  for (const type of ['application/x-www-form-urlencoded', '*'])
    app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: maxTextBytes }, (_request, body, done) =>
      done(null, body),
    )

  /** Runs the handler with the link's holder, or responds that the link is invalid. */
  const held =
    <Purpose extends keyof Holders>(purpose: Purpose, run: Handler<Holders[Purpose]>) =>
    async (request: FastifyRequest<TokenRequest>, reply: FastifyReply) => {
      const holder = await openers[purpose](parts, request.params.token)
      return holder ? run(holder, request, reply) : page(reply, renderInvalidLinkPage(readBrowserLocale(request)), 404)
    }

  const limit = parts.postLimits('mail-link')
  /** Handles a post of a link's holder. Counts posts by sender, because each link belongs to one request. */
  const posted = <Purpose extends keyof Holders>(
    purpose: Purpose,
    run: Handler<Holders[Purpose]>,
    tooMany?: (holder: Holders[Purpose], request: FastifyRequest<TokenRequest>) => Promise<string>,
  ) =>
    held<Purpose>(purpose, async (holder, request, reply) => {
      const until = await limit(`${purpose} ${holder.item.id}`)
      if (!until) return run(holder, request, reply)
      reply.header('retry-after', String(Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))))
      return page(
        reply,
        (await tooMany?.(holder, request)) ??
          renderNotice(
            {
              locale: holder.locale,
              title: word(holder.locale, 'widget.form.tooMany'),
              shop: await readShopFace(holder.ctx),
            },
            { lead: '' },
          ),
        429,
      )
    })

  app.get<TokenRequest>(
    '/r/:token',
    held('review-form', async (holder, request, reply) => {
      if (holder.item.clickedAt === null && request.method !== 'HEAD') await markClicked(holder.ctx, holder.item.id)
      return page(reply, await showForm(holder, { token: request.params.token, ...request.query }))
    }),
  )
  app.post<TokenRequest>(
    '/r/:token',
    posted(
      'review-form',
      async (holder, request, reply) => {
        const answer = await submitForm(holder, createFormPost(request))
        return answer.page !== null
          ? page(reply, answer.page, 422)
          : reply.redirect(`/r/${request.params.token}?done=${answer.status}`, 303)
      },
      (holder, request) => renderUnsavedForm(holder, createFormPost(request)),
    ),
  )
  // Always responds with JSON for the mail program to show.
  app.post<{ Params: { token: string }; Querystring: { __amp_source_origin?: string } }>(
    '/r/:token/amp',
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const holder = await openLink(parts, 'review-form', request.params.token)
      if (!holder) return reply.status(404).send({ message: word(readBrowserLocale(request), 'link.invalid') })
      const headers = await ampHeaders(holder, request)
      if (!headers) return reply.status(403).send({ message: word(holder.locale, 'form.problem.other') })
      reply.headers(headers)
      const until = await limit(`review-form ${holder.item.id}`)
      if (!until) return submitAmpForm(holder, request, reply)
      reply.header('retry-after', String(Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))))
      return reply.status(429).send({ message: word(holder.locale, 'widget.form.tooMany') })
    },
  )
  // Each post redirects to a page that only shows the result, so that Back and a reload post nothing again.
  app.get<TokenRequest>(
    '/r/:token/later',
    held('review-form', async (holder, { params, query }, reply) =>
      page(reply, await laterPage(holder, { token: params.token, isDone: query.done !== undefined })),
    ),
  )
  app.post<TokenRequest>(
    '/r/:token/later',
    posted('review-form', async (holder, request, reply) => {
      await postponeRequest(holder.ctx, holder.item.id)
      return reply.redirect(`/r/${request.params.token}/later?done`, 303)
    }),
  )

  app.get<TokenRequest>(
    '/u/:token',
    held('unsubscribe', async (holder, { params, query }, reply) =>
      page(reply, await resultPage(holder, { token: params.token, done: query.done })),
    ),
  )
  app.post<TokenRequest>('/u/:token', posted('unsubscribe', takeMailChoice))
  // A reload or copied address shows the choices and changes nothing.
  app.get<TokenRequest>(
    '/u/:token/again',
    held('unsubscribe', async (holder, request, reply) => page(reply, await resultPage(holder, request.params))),
  )
  app.post<TokenRequest>(
    '/u/:token/again',
    posted('unsubscribe', async (holder, request, reply) => {
      await resubscribe(holder)
      return reply.redirect(`/u/${request.params.token}?done=subscribed`, 303)
    }),
  )

  app.get<{ Params: { file: string } }>('/o/:file', async (request, reply) => {
    const token = request.params.file.replace(/\.gif$/, '')
    const holder = await openLink(parts, 'open', token)
    // HEAD requests come from programs, not readers.
    if (holder && request.method !== 'HEAD') await markOpened(holder.ctx, holder.item.id)
    // Returns the same image for every token, so guessing reveals nothing.
    return reply.type('image/gif').header('cache-control', 'no-store, private').send(pixel)
  })
}
