import { parseForm } from '../../core/http/form-fields.ts'
import { editForm } from '../../../client/storefront/widgets/shop/customer-portal.ts'
import { closedNote } from '../../../client/storefront/widgets/forms/form.ts'
import type { Html } from '../../../client/storefront/widgets/html.ts'
import { STARS } from '../../../client/storefront/widgets/shown.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, NotAllowed, NotFound } from '../../core/errors.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { readBrowserLocale } from '../../core/pages/browser-locale.ts'
import { renderInvalidLinkPage } from '../../core/pages/page.ts'
import { problemText } from '../../core/words/problem-text.ts'
import { word } from '../../core/words/words.ts'
import { isStorefrontActive } from '../widgets/cached-response.ts'
import { readRenderOptions } from '../widgets/page-view.ts'
import { changeOwnReview, readOwnReview, type PortalPost } from './portal.ts'
import { readSignedCustomer, type SignedCustomer } from '../widgets/shopper-proof.ts'
import { createShopperContext } from '../widgets/widgets.routes.ts'
import { findReturnUrl, renderSubmitPage } from '../submit/submit-page.ts'

interface Post {
  Params: { shopDomain: string; id: string }
  Body: Record<string, unknown> | null
}

/**
 * POST of a form in a customer's account: changes or deletes their own review. Requires the platform's signature for
 * this customer, and a form made for them. Redirects back to the account.
 */
export const portalRoutes: RouteModule = (app, parts) => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parseForm)
  const limit = parts.postLimits('storefront-account')
  app.post<Post>('/storefront/:shopDomain/account/reviews/:id', async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    const ctx = await createShopperContext(parts, request.params.shopDomain)
    const customer = readSignedCustomer(parts, ctx, request)
    if (!customer || !isStorefrontActive(ctx))
      return reply
        .status(404)
        .type('text/html; charset=utf-8')
        .send(renderInvalidLinkPage(readBrowserLocale(request)))
    const backTo = (at: string) =>
      findReturnUrl(ctx, request.headers.referer, { otherwise: `https://${ctx.shop.domain}/account`, at })
    const show = async (status: number, content: Html) =>
      reply
        .status(status)
        .type('text/html; charset=utf-8')
        .send(
          await renderSubmitPage(ctx, {
            content,
            back: backTo('#candor-account'),
            words: { title: 'widget.portal.title', back: 'widget.portal.back' },
          }),
        )
    // Limited by customer, because the platform forwards all requests from its own addresses.
    const over = await limit(`${ctx.shop.id} ${customer.platformId}`)
    const { say, locale } = await readRenderOptions(ctx)
    if (over) return show(429, closedNote({ sentence: say('widget.form.tooMany') }))
    const { act, token, ...fields } = request.body ?? {}
    const post: PortalPost = { id: request.params.id, act, token, fields }
    try {
      await changeOwnReview(ctx, customer, post)
    } catch (error) {
      if (error instanceof InvalidInput) return await show(422, await renderRefusedEdit(ctx, { customer, post, error }))
      if (error instanceof NotFound || error instanceof NotAllowed)
        return await show(409, closedNote({ sentence: word(locale, 'widget.portal.closed') }))
      throw error
    }
    return reply
      .status(303)
      .header('location', backTo(act === 'delete' ? '#candor-deleted' : '#candor-edited'))
      .send('')
  })
}

/** Renders the form with its input and the refusal. */
async function renderRefusedEdit(
  ctx: Ctx,
  { customer, post: { id, fields }, error }: { customer: SignedCustomer; post: PortalPost; error: InvalidInput },
): Promise<Html> {
  const renderOptions = await readRenderOptions(ctx)
  const { review, view } = await readOwnReview(ctx, renderOptions, { signed: customer, id })
  const typed = (name: 'title' | 'content') => (typeof fields[name] === 'string' ? fields[name] : review[name])
  const problems = Object.fromEntries(
    Object.entries(error.fields).map(([field, problem]) => [field, problemText(renderOptions.locale, problem)]),
  )
  const rate = STARS.find((stars) => String(stars) === fields['rate']) ?? review.rate
  return editForm(
    { ...review, rate, title: typed('title'), content: typed('content'), problems },
    { view, say: renderOptions.say },
  )
}
