import type { FastifyRequest } from 'fastify'
import { maxReviewImages, maxReviewVideos, maxVideoBytes } from '../../rules/limits.ts'
import type { Ctx } from '../context.ts'
import { InvalidInput, LimitReached } from '../errors.ts'
import { Uploads } from '../files/uploads.ts'
import { readingMultipart } from '../http/multipart.ts'
import type { Parts, RouteModule } from '../http/parts.ts'
import { mediaFields, noMedia, takeFile, takePoster } from '../reviews/posted-media.ts'
import type { AuthorProof } from '../reviews/submit.ts'
import { shopperContext } from './storefront.routes.ts'
import { answerPost, refusedForm, submitFromStorefront, type FormAnswer, type PostedReview } from './submit.ts'
import { submitPage, wayBack } from './submit-page.ts'

interface Post {
  Params: { shopDomain: string; handle: string }
  Querystring: { part?: string }
}

/**
 * POST of the widget's form. Answers a page to a plain form, a piece of it to the live module (`?part=form`) and JSON to a
 * headless client that accepts it.
 */
export const submitRoutes: RouteModule = (app, parts) => {
  const limit = parts.postLimits('storefront-review')
  app.post<Post>('/storefront/:shopDomain/products/:handle/reviews', async (request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    const ctx = await shopperContext(parts, request.params.shopDomain)
    const { handle } = request.params
    const over = await limit(`${ctx.shop.id} ${request.ip}`)
    const wantsJson = /\bjson\b/.test(request.headers.accept ?? '') || !request.isMultipart()
    if (over && wantsJson) throw new LimitReached('tooManyAttempts', { resetsAt: over })
    const uploads = new Uploads()
    try {
      const posted = { handle, ...(await readingMultipart(() => readPost(request, ctx, uploads))), ...proofOf(parts, ctx, request) }
      if (wantsJson) return { success: true, data: await submitFromStorefront(ctx, posted) }
      const answer = over ? await refusedForm(ctx, posted, { status: 429, banner: 'widget.form.tooMany' }) : await answerPost(ctx, posted)
      reply.status(answer.status).type('text/html; charset=utf-8')
      return await pageOf(request, ctx, answer)
    } finally {
      await uploads.drop()
    }
  })
}

async function pageOf(request: FastifyRequest<Post>, ctx: Ctx, { html }: FormAnswer): Promise<string> {
  if (request.query.part === 'form') return html.text
  const back = wayBack(ctx, { handle: request.params.handle, referer: request.headers.referer })
  return submitPage(ctx, { content: html, back })
}

/** A customer is proven by the platform that forwarded the call, never by what was typed. */
function proofOf({ deps }: Parts, ctx: Ctx, request: FastifyRequest): { proof: AuthorProof; proxy: string | null } {
  const call = deps.platform.verifyProxy(new URL(request.url, ctx.origin).searchParams)
  if (call?.shopDomain !== ctx.shop.shopifyDomain) return { proof: { kind: 'none' }, proxy: null }
  const proof: AuthorProof = call.customerId ? { kind: 'customer', platformCustomerId: call.customerId } : { kind: 'none' }
  return { proof, proxy: isOwnPath(call.pathPrefix) ? call.pathPrefix : null }
}

/** A form must not be led to another host. */
const isOwnPath = (path: string): boolean => /^(?:\/[\w-]+)+$/.test(path)

/** One picture too many and one byte too many are read, so that the rules can refuse them by name. */
const limits = { files: maxReviewImages + maxReviewVideos + 2, fileSize: maxVideoBytes + 1, fields: 20, parts: 40 }

async function readPost(request: FastifyRequest, ctx: Ctx, uploads: Uploads): Promise<PostedReview> {
  const posted: PostedReview = { fields: {}, media: noMedia() }
  if (!request.isMultipart()) {
    const body = request.body
    if (typeof body !== 'object' || body === null) throw new InvalidInput({ input: 'malformedInput' })
    return { ...posted, fields: { ...body } }
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') posted.fields[part.fieldname] = part.value
    } else if (part.fieldname === mediaFields.files) await takeFile(ctx, { posted: posted.media, uploads, file: part.file })
    else if (part.fieldname === mediaFields.poster) await takePoster({ posted: posted.media, uploads, file: part.file })
    else part.file.resume()
  }
  return posted
}
