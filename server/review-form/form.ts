import type { FastifyRequest } from 'fastify'
import { writingRefusal } from '../../rules/eligibility.ts'
import type { Problem } from '../errors.ts'
import { InvalidInput, NotAllowed, NotFound } from '../errors.ts'
import { Uploads } from '../files/uploads.ts'
import { html } from '../mail/html.ts'
import { findOrder } from '../orders/orders.ts'
import { reviewableProducts } from '../orders/reviewable.ts'
import type { Reviewable } from '../orders/reviewable.ts'
import { submitReview } from '../reviews/submit.ts'
import type { Submitted } from '../reviews/submit.ts'
import { readSetting } from '../settings/settings.ts'
import { word } from '../words/words.ts'
import { formPage } from './form-page.ts'
import type { FormPage, ProductAnswer } from './form-page.ts'
import type { LinkHolder } from './link.ts'
import { notice } from './page.ts'
import { readForm } from './read-form.ts'
import type { PostedForm, PostedProduct } from './read-form.ts'

export interface ShowInput {
  token: string
  /** Stars that were tapped in the mail; they only fill the form in. */
  s?: string
  /** Place of the product they were tapped for, from 1. */
  p?: string
  /** After a post: how the review fared. */
  done?: string
}

/** The form of a mail's link, or the thanks after it was sent, or what is left when all is reviewed. */
export async function showForm(holder: LinkHolder, { token, s, p, done }: ShowInput): Promise<string> {
  const { left, reviewed } = await productsOf(holder)
  if (done !== undefined && reviewed > 0) return thanksPage(holder, { token, published: done === 'published', more: left.length > 0 })
  if (left.length === 0) return allDonePage(holder)
  const closed = await closedPage(holder)
  if (closed) return closed
  const tapped = left[Number(p ?? 1) - 1] ?? left[0]
  const answers = new Map<string, ProductAnswer>()
  if (tapped && s && /^[1-5]$/.test(s)) answers.set(tapped.id, { rate: s, title: '', content: '', hadPhotos: false, problems: {} })
  return formPage({ ...await frameOf(holder, token), products: left, answers, name: holder.item.customerName, nameProblem: null, banner: null })
}

/** `page` holds the form again, with what must be mended; without it all is saved. */
export type FormAnswer = { page: string } | { page: null; status: Submitted['status'] }

/**
 * Saves what a shopper sent: a review for each product that was rated. Products are saved one by one; what is saved stays
 * so when another must be mended.
 */
export async function answerForm(holder: LinkHolder, request: FastifyRequest<{ Params: { token: string } }>): Promise<FormAnswer> {
  if (!request.isMultipart()) throw new InvalidInput({ input: 'malformedInput' })
  const asked = await productsOf(holder)
  const uploads = new Uploads()
  try {
    const form = await readForm(request, { ctx: holder.ctx, uploads, productIds: asked.left.map(({ id }) => id) })
    return await answerRead(holder, form, request.params.token)
  } finally {
    await uploads.drop()
  }
}

async function answerRead(holder: LinkHolder, form: PostedForm, token: string): Promise<FormAnswer> {
  const closed = await closedPage(holder)
  if (closed) return { page: closed }
  // Asked again: reading takes as long as the sender likes, and the same form may have been sent twice.
  const { left, reviewed } = await productsOf(holder)
  const answers = new Map<string, ProductAnswer>()
  let status: Submitted['status'] = 'published'
  let saved = 0
  for (const product of left) {
    const posted = form.products.get(product.id)
    // An untouched card of a larger order is no review; the only one must be rated.
    if (!posted || (left.length > 1 && isUntouched(posted))) continue
    const result = await save(holder, { productId: product.id, posted, name: form.name })
    if ('problems' in result) answers.set(product.id, { ...posted, hadPhotos: hasFiles(posted), problems: result.problems })
    else {
      saved += 1
      if (result.status === 'pending') status = 'pending'
    }
  }
  if (answers.size === 0 && (saved > 0 || (left.length === 0 && reviewed > 0))) return { page: null, status }
  const { left: open } = await productsOf(holder)
  const nameProblem = [...answers.values()].map(({ problems }) => problems.name).find((problem) => problem !== undefined) ?? null
  const banner = answers.size > 0 ? 'form.fix' : 'form.rateOne'
  const frame = await frameOf(holder, token)
  return { page: formPage({ ...frame, products: open, answers, name: form.name, nameProblem, banner }) }
}

async function save(holder: LinkHolder, { productId, posted, name }: { productId: string; posted: PostedProduct; name: string }): Promise<Submitted | { problems: Record<string, Problem> }> {
  const { rate, title, content, media } = posted
  try {
    const proof = { kind: 'order' as const, orderId: holder.item.orderId }
    return await submitReview(holder.ctx, { productId, fields: { rate, title, content, name }, media, proof })
  } catch (error) {
    if (error instanceof InvalidInput) return { problems: error.fields }
    if (error instanceof NotAllowed || error instanceof NotFound) return { problems: { rate: error.code } }
    throw error
  }
}

const hasFiles = ({ media }: PostedProduct): boolean => media.pictures.length > 0 || media.video !== null || media.tooMany

const isUntouched = (posted: PostedProduct): boolean => !posted.rate && !posted.title.trim() && !posted.content.trim() && !hasFiles(posted)

async function productsOf({ ctx, item }: LinkHolder): Promise<Reviewable> {
  const order = await findOrder(ctx, item.orderId)
  const products = order ? await reviewableProducts(ctx, [order]) : new Map<string, Reviewable>()
  return products.get(item.orderId) ?? { left: [], reviewed: 0 }
}

/** A mail's link proves a customer, and a buyer as long as the order stands; null when they may write. */
async function closedPage({ ctx, item, locale }: LinkHolder): Promise<string | null> {
  const { eligibility } = await readSetting(ctx, 'general')
  if (eligibility !== 'verified_buyers') return null
  const order = await findOrder(ctx, item.orderId)
  const refusal = writingRefusal(eligibility, { by: 'order', bought: order !== null && order.cancelledAt === null })
  return refusal && notice({ locale, title: word(locale, 'widget.form.onlyBuyers'), shop: ctx.shop }, { lead: '' })
}

async function frameOf({ ctx, item, locale }: LinkHolder, token: string): Promise<Pick<FormPage, 'shop' | 'locale' | 'logo' | 'orderName' | 'action' | 'nameRequired'>> {
  const { reviewReminder } = await readSetting(ctx, 'emailTemplates')
  const { requiredName } = await readSetting(ctx, 'reviewBox')
  return { shop: ctx.shop, locale, logo: reviewReminder.logo, orderName: item.orderName, action: `/r/${token}`, nameRequired: requiredName }
}

function thanksPage({ ctx, locale }: LinkHolder, { token, published, more }: { token: string; published: boolean; more: boolean }): string {
  const rest = more
    ? html`<h2>${word(locale, 'form.rest')}</h2><p class="soft">${word(locale, 'form.restLead')}</p><a class="button" href="/r/${token}">${word(locale, 'form.rateRest')}</a>`
    : html`<a class="button" href="https://${ctx.shop.domain}">${word(locale, 'form.toShop')}</a>`
  const lead = word(locale, published ? 'form.thanksPublished' : 'form.thanksPending')
  return notice({ locale, title: word(locale, 'form.thanks'), shop: ctx.shop }, { lead, done: true, more: rest })
}

function allDonePage({ ctx, locale }: LinkHolder): string {
  const more = html`<a class="button" href="https://${ctx.shop.domain}">${word(locale, 'form.toShop')}</a>`
  return notice({ locale, title: word(locale, 'form.alreadyAll'), shop: ctx.shop }, { lead: word(locale, 'form.alreadyLead'), done: true, more })
}
