import type { FastifyRequest } from 'fastify'
import { maxReviewImages, maxReviewVideos, maxVideoBytes } from '../../../rules/limits.ts'
import type { Channel } from '../../../rules/review-source.ts'
import type { Html } from '../../../client/storefront/widgets/html.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, LimitReached } from '../../core/errors.ts'
import { Uploads } from '../../core/files/uploads.ts'
import { parseForm } from '../../core/http/form-fields.ts'
import { readMultipart } from '../../core/http/multipart.ts'
import type { Parts, RouteModule } from '../../core/http/parts.ts'
import { readClientNetwork } from '../../core/web/client-network.ts'
import {
  computeFingerprint,
  idempotencyHeader,
  maxKeyChars,
  readIdempotencyKey,
} from '../../core/idempotency/idempotency.ts'
import { mediaFields, createPostedMedia, takeFile, takePoster } from '../../reviews/reviews/media/posted-media.ts'
import type { AuthorProof } from '../../reviews/reviews/adding/submit.ts'
import { requireKnownFields } from '../../core/rest/body-fields.ts'
import { limitByKey } from '../../core/limit-by-key.ts'
import { readProxyProof } from '../widgets/shopper-proof.ts'
import { readShopperAddress } from '../widgets/shopper-address.ts'
import { withLocale } from '../widgets/widgets.ts'
import { createShopperContext } from '../widgets/widgets.routes.ts'
import {
  submitPost,
  decoyField,
  renderRefusedForm,
  submitFromStorefront,
  renderThanks,
  requireShownProduct,
  widgetField,
  type PostedReview,
} from './submit.ts'
import { renderSubmitPage, findProductReturnUrl } from './submit-page.ts'
import { renderWritePage } from './write-page.ts'

interface Post {
  Params: { shopDomain: string; handle: string }
  Querystring: { part?: string }
}

interface Thanks {
  Params: Post['Params']
  Querystring: { done?: unknown; discount?: unknown; locale?: unknown }
}

/** Saves two reviews of a shop at a time. More would wait for the same counters and hold other shops' connections. */
const saves = limitByKey({ atOnce: 2, waiting: Infinity })

/**
 * POST of the widget's form. Redirects plain forms to the thanks. Returns a fragment to the live module (`?part=form`),
 * and JSON to headless clients that accept it.
 */
export const submitRoutes: RouteModule = (app, parts) => {
  app.addContentTypeParser(urlEncoded, { parseAs: 'string' }, parseForm)
  const limit = parts.postLimits('storefront-review')
  // Set before the body is read, so that pages can read refusals, too.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
  })
  app.post<Post>('/storefront/:shopDomain/products/:handle/reviews', async (request, reply) => {
    const ctx = await createShopperContext(parts, request.params.shopDomain)
    const { handle } = request.params
    const proven = proofOf(parts, ctx, request)
    const network = readClientNetwork(readShopperAddress(parts, ctx, request))
    const sender = proven.proof.kind === 'customer' ? proven.proof.platformCustomerId : network
    const over = await limit(`${ctx.shop.id} ${sender}`)
    const wantsJson = /\bjson\b/.test(request.headers.accept ?? '') || !isForm(request)
    if (over && wantsJson) throw new LimitReached('tooManyAttempts', { resetsAt: over })
    const uploads = new Uploads()
    try {
      const read = await readMultipart(() => readPost(request, ctx, uploads))
      const posted = { handle, ...read, network, key: keyOf(request, { ...read, network }, proven.proof), ...proven }
      if (wantsJson)
        return { success: true, data: await saves.run(ctx.shop.id, () => submitFromStorefront(ctx, posted)) }
      const answer = over
        ? await renderRefusedForm(ctx, posted, { status: 429, banner: ['widget.form.tooMany'] })
        : await saves.run(ctx.shop.id, () => submitPost(ctx, posted))
      // Returned instead of sent, because uploads are deleted before the response.
      reply.status(answer.status).type(htmlType)
      if (request.query.part === 'form') return answer.html.text
      if (!answer.done) return await pageOf(request, withLocale(ctx, posted.locale), answer.html)
      // Relative, because the shop's own domain forwards both paths. Reloading the thanks posts nothing.
      reply
        .status(303)
        .header('location', buildThanksPath({ done: answer.done, discount: answer.discount, locale: posted.locale }))
      return ''
    } finally {
      await uploads.drop()
    }
  })

  // When the platform forwards the request, the customer is known.
  app.get<{ Params: Post['Params'] }>(
    '/storefront/:shopDomain/products/:handle/reviews/new',
    async (request, reply) => {
      const ctx = await createShopperContext(parts, request.params.shopDomain)
      const writer = { handle: request.params.handle, ...proofOf(parts, ctx, request) }
      return reply
        .type(htmlType)
        .header('cache-control', 'no-store')
        .send(await renderWritePage(withLocale(ctx, writer.locale), writer))
    },
  )

  app.get<Thanks>('/storefront/:shopDomain/products/:handle/reviews/thanks', async (request, reply) => {
    const { discount, done, locale } = request.query
    const ctx = withLocale(await createShopperContext(parts, request.params.shopDomain), locale)
    const { handle } = request.params
    const html = await renderThanks(ctx, {
      handle,
      back: findProductReturnUrl(ctx, { handle, referer: request.headers.referer }),
      status: done === 'published' || done === 'hidden' ? done : 'pending',
      discount: typeof discount === 'string' ? discount : undefined,
    })
    return reply.type(htmlType).header('cache-control', 'no-store').send(html)
  })
}

function buildThanksPath(params: Record<string, string | null | undefined>): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return `reviews/thanks?${new URLSearchParams(given).toString()}`
}

const urlEncoded = 'application/x-www-form-urlencoded'
const htmlType = 'text/html; charset=utf-8'

const isForm = (request: FastifyRequest): boolean =>
  request.isMultipart() || (request.headers['content-type'] ?? '').startsWith(urlEncoded)

async function pageOf(request: FastifyRequest<Post>, ctx: Ctx, content: Html): Promise<string> {
  const { handle } = request.params
  const back = findProductReturnUrl(ctx, { handle, referer: request.headers.referer })
  return renderSubmitPage(ctx, { content, back, product: await requireShownProduct(ctx, handle) })
}

/** Without text and email, forms look alike: only those sent within this time are the same. */
const alikeMs = 10 * 60_000

/**
 * Returns a key that identifies the opened form: the live module's, or an API client's header. Forms without a script
 * have none, because their HTML is cached. JSON needs none. In both cases, equal content from the same network counts
 * as the same form.
 */
function keyOf(
  request: FastifyRequest,
  { fields, media, network }: Pick<PostedReview, 'fields' | 'media'> & { network: string },
  proof: AuthorProof,
): string {
  const header = readIdempotencyKey(request.headers[idempotencyHeader])
  if (header !== null) return header
  const { key } = fields
  if (typeof key === 'string' && key !== '' && key.length <= maxKeyChars) return key
  const isFilled = (name: string) => typeof fields[name] === 'string' && fields[name].trim() !== ''
  const sender = proof.kind === 'customer' ? `customer ${proof.platformCustomerId}` : isFilled('email') ? '' : network
  const isAlike = proof.kind === 'none' && !['email', 'title', 'content'].some(isFilled)
  // The posting widget doesn't matter: both forms write the same review.
  const texts = Object.entries(fields)
    .filter(([name]) => name !== widgetField)
    // Other values are refused later; nested ones could be too deep to print.
    .map(([name, value]) => `${name}=${typeof value === 'string' || typeof value === 'number' ? value : ''}`)
    .sort()
  return computeFingerprint(
    'form',
    sender,
    isAlike ? String(Math.floor(Date.now() / alikeMs)) : '',
    ...texts,
    ...media.pictures.map(({ bytes }) => bytes),
    media.video?.hash ?? '',
  )
}

/** Returns whether a QR code led here, the page's language, and who the platform's signature proves. */
function proofOf(
  parts: Parts,
  ctx: Ctx,
  request: Pick<FastifyRequest, 'url'>,
): Pick<PostedReview, 'channel' | 'locale'> & { proof: AuthorProof; proxy: string | null } {
  const { customerId = null, proxy = null } = readProxyProof(parts, ctx, request) ?? {}
  const { searchParams } = new URL(request.url, ctx.origin)
  const isScanned = searchParams.get('from') === ('qr' satisfies Channel)
  return {
    proof: customerId ? { kind: 'customer', platformCustomerId: customerId } : { kind: 'none' },
    proxy,
    channel: isScanned ? 'qr' : undefined,
    locale: withLocale(ctx, searchParams.get('locale')).pageLocale ?? null,
  }
}

/** Accepts one picture and one byte above the limits, so that validation can refuse them. */
const limits = { files: maxReviewImages + maxReviewVideos + 2, fileSize: maxVideoBytes + 1, fields: 20, parts: 40 }

/** Known fields of JSON: a misspelled field must not be dropped silently. Forms may have extra fields of the theme. */
const jsonFields = {
  rate: true,
  title: true,
  content: true,
  name: true,
  email: true,
  key: true,
  [decoyField]: true,
} as const

async function readPost(request: FastifyRequest, ctx: Ctx, uploads: Uploads): Promise<Omit<PostedReview, 'key'>> {
  const posted: Omit<PostedReview, 'key'> = { fields: {}, media: createPostedMedia() }
  if (!request.isMultipart()) {
    const body = request.body
    if (typeof body !== 'object' || body === null) throw new InvalidInput({ input: 'malformedInput' })
    return { ...posted, fields: isForm(request) ? { ...body } : requireKnownFields(jsonFields, body) }
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') posted.fields[part.fieldname] = part.value
    } else if (part.fieldname === mediaFields.files)
      await takeFile(ctx, { posted: posted.media, uploads, file: part.file, name: part.filename })
    else if (part.fieldname === mediaFields.poster) await takePoster({ posted: posted.media, uploads, file: part.file })
    else part.file.resume()
  }
  return posted
}
