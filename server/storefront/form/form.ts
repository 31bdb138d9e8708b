import type { Ctx } from '../../core/context.ts'
import { writingRefusal } from '../../../rules/eligibility.ts'
import { shopperReview } from '../../../rules/review-input.ts'
import type { Problem } from '../../core/errors.ts'
import { InvalidInput, NotAllowed, NotFound } from '../../core/errors.ts'
import { Uploads } from '../../core/files/uploads.ts'
import { Html, html } from '../../core/html.ts'
import { renderDiscountBlock } from '../../requests/discounts/discount-block.ts'
import { readPhotoReward } from '../../requests/discounts/photo-reward.ts'
import { findOrder } from '../../shop/orders/orders.ts'
import { reviewableProducts } from '../../shop/orders/reviewable.ts'
import type { ReviewableState } from '../../shop/orders/reviewable.ts'
import { submitReview } from '../../reviews/reviews/adding/submit.ts'
import type { Submitted } from '../../reviews/reviews/adding/submit.ts'
import { readShopFace } from '../../shop/branding/shop-face.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { sayHidden } from '../submit/say-outcome.ts'
import { problemText } from '../../core/words/problem-text.ts'
import { renderSurveyInvitation } from '../../requests/survey/survey-pages.ts'
import { word } from '../../core/words/words.ts'
import { formPage } from './form-page.ts'
import type { FormPage, ProductAnswer } from './form-page.ts'
import { findPostponement } from '../../requests/requests/progress.ts'
import type { LinkHolder } from '../../requests/requests/mail-links.ts'
import { renderNotice } from '../../core/pages/page.ts'
import { savePostedPhotos, photoPage, photoThanks, listReviewsWithoutPhotos } from './photo-page.ts'
import type { FormScope, PostedForm, PostedProduct } from './read-form.routes.ts'

interface ShowInput {
  token: string
  /** Stars tapped in the email; they only prefill the form. */
  s?: string
  /** Id of the product that the stars are for. */
  p?: string
  /** Result of the review, after a post. */
  done?: string
}

/** Renders a link's form, the thanks after a post, or a note that everything is reviewed. */
export async function showForm(holder: LinkHolder, { token, s, p, done }: ShowInput): Promise<string> {
  const { left, reviewed } = await productsOf(holder)
  const bare = holder.item.type === 'photo-reminder' ? listReviewsWithoutPhotos(reviewed) : []
  if (done === 'photos') return photoThanks(holder)
  if (bare.length > 0) return photoPage(holder, { token, products: bare })
  if (done !== undefined && reviewed.length > 0) return thanksPage(holder, { token, done, more: left.length > 0 })
  if (left.length === 0) return reviewed.length > 0 ? allDonePage(holder) : nothingLeftPage(holder)
  const closed = await closedPage(holder)
  if (closed) return closed
  const all = [...left, ...reviewed]
  // A link without a product means the order's only one.
  const tapped = p === undefined && all.length > 1 ? undefined : all.find(({ id }) => p === undefined || id === p)
  const answers = new Map<string, ProductAnswer>()
  if (tapped && s && /^[1-5]$/.test(s))
    answers.set(tapped.id, { rate: s, title: '', content: '', hadPhotos: false, problems: {} })
  return formPage({
    ...(await frameOf(holder, token)),
    products: left,
    reviewed,
    focus: tapped?.id ?? null,
    answers,
    name: holder.item.customerName,
    nameProblem: null,
    banner: null,
  })
}

/** A form post whose body isn't read yet. */
export interface FormPost {
  token: string
  read(asked: FormScope): Promise<PostedForm>
}

/** `page` is the form with its problems, `problem` the first one. `page` is null when everything is saved. */
type FormAnswer = { page: string; problem: string } | { page: null; status: Submitted['status'] | 'photos' }

/**
 * Saves a review for each rated product, one by one. Saved ones stay if another has a problem. An order has one review
 * per product, so a form sent twice saves once and gets the same response.
 */
export async function submitForm(holder: LinkHolder, { token, read }: FormPost): Promise<FormAnswer> {
  const { left, reviewed } = await productsOf(holder)
  const uploads = new Uploads()
  try {
    const form = await read({
      ctx: holder.ctx,
      uploads,
      productIds: [...new Set([...left, ...reviewed].map(({ id }) => id).concat(holder.item.productIds))],
    })
    const bare = holder.item.type === 'photo-reminder' ? listReviewsWithoutPhotos(reviewed) : []
    if (bare.length === 0) return await submitReadForm(holder, form, token)
    const { added, problems } = await savePostedPhotos(holder, form, bare)
    return added && problems.size === 0
      ? { page: null, status: 'photos' }
      : {
          page: await photoPage(holder, { token, products: bare, problems }),
          problem: word(holder.locale, 'form.problem.other'),
        }
  } finally {
    await uploads.drop()
  }
}

/** Renders the form as sent, unsaved, after too many posts. Texts stay; photos must be chosen again. */
export async function renderUnsavedForm(holder: LinkHolder, { token, read }: FormPost): Promise<string> {
  const { left, reviewed } = await productsOf(holder)
  const uploads = new Uploads()
  try {
    const form = await read({ ctx: holder.ctx, uploads, productIds: [...left, ...reviewed].map(({ id }) => id) })
    if (holder.item.type === 'photo-reminder' || left.length === 0)
      return renderNotice(
        {
          locale: holder.locale,
          title: word(holder.locale, 'widget.form.tooMany'),
          shop: await readShopFace(holder.ctx),
        },
        { lead: '' },
      )
    const answers = new Map(
      [...form.products].map(([id, posted]) => [id, { ...posted, hadPhotos: hasFiles(posted), problems: {} }] as const),
    )
    return formPage({
      ...(await frameOf(holder, token)),
      products: left,
      reviewed,
      focus: null,
      answers,
      name: form.name,
      nameProblem: null,
      banner: 'widget.form.tooMany',
    })
  } finally {
    await uploads.drop()
  }
}

async function submitReadForm(holder: LinkHolder, form: PostedForm, token: string): Promise<FormAnswer> {
  const closed = await closedPage(
    holder,
    [...form.products.values()].filter((posted) => !isUntouched(posted)),
  )
  if (closed) return { page: closed, problem: word(holder.locale, 'widget.form.onlyBuyers') }
  // Reads again, because the upload may take minutes and another tab may have sent the form.
  const { left, reviewed: before } = await productsOf(holder)
  // The order was canceled or refunded while its form was open.
  const gone = [...form.products].filter(
    ([id, posted]) => !isUntouched(posted) && ![...left, ...before].some((product) => product.id === id),
  )
  if (left.length === 0 && gone.length > 0)
    return {
      page: await nothingLeftPage(
        holder,
        gone.map(([, posted]) => posted),
      ),
      problem: word(holder.locale, 'form.closed'),
    }
  const answers = new Map<string, ProductAnswer>()
  const saved = new Set<string>()
  for (const product of left) {
    const posted = form.products.get(product.id)
    // An untouched card among others is no review; the only card must be rated.
    if (!posted || (form.products.size > 1 && isUntouched(posted))) continue
    const problems = await save(holder, { productId: product.id, posted, name: form.name })
    if (problems === 'saved') saved.add(product.id)
    else if (problems !== 'reviewed') answers.set(product.id, { ...posted, hadPhotos: hasFiles(posted), problems })
  }
  const { left: open, reviewed } = await productsOf(holder)
  const unsaved = await unsavedWords(
    holder,
    [...form.products].filter(([id]) => !saved.has(id) && reviewed.some((product) => product.id === id)),
  )
  if (answers.size === 0 && unsaved.length > 0) {
    const texts = unsaved.map(([, product]) => product)
    return { page: await unsavedPage(holder, texts), problem: word(holder.locale, 'form.already') }
  }
  const sent = reviewed.filter(({ id }) => form.products.get(id)?.rate)
  if (answers.size === 0 && (sent.length > 0 || (open.length === 0 && reviewed.length > 0))) {
    const statuses = (sent.length > 0 ? sent : reviewed).map(({ status }) => status)
    const isShown = statuses.every((status) => status === 'published')
    return { page: null, status: statuses.includes('hidden') ? 'hidden' : isShown ? 'published' : 'pending' }
  }
  return renderProblems(holder, token, { products: open, reviewed, unsaved, answers, name: form.name })
}

type Unsaved = readonly (readonly [string, PostedProduct])[]

/** Renders the form with what must be corrected. */
async function renderProblems(
  holder: LinkHolder,
  token: string,
  { unsaved, ...form }: Pick<FormPage, 'products' | 'reviewed' | 'answers' | 'name'> & { unsaved: Unsaved },
): Promise<FormAnswer> {
  const all = [...form.answers.values()]
  const nameProblem = all.map(({ problems }) => problems.name).find((problem) => problem !== undefined) ?? null
  const banner = all.length > 0 ? 'form.fix' : 'form.rateOne'
  const [first] = all.flatMap(({ problems }) => Object.values(problems))
  return {
    page: formPage({
      ...(await frameOf(holder, token)),
      ...form,
      unsaved: new Map(unsaved.map(([id, product]) => [id, joinTexts(product)])),
      focus: null,
      nameProblem,
      banner,
    }),
    problem: first === undefined ? word(holder.locale, banner) : problemText(holder.locale, first),
  }
}

/** Returns `reviewed` if the product already has its review, otherwise the problems. */
async function save(
  holder: LinkHolder,
  { productId, posted, name }: { productId: string; posted: PostedProduct; name: string },
): Promise<'saved' | 'reviewed' | Readonly<Record<string, Problem>>> {
  const { rate, title, content, media } = posted
  try {
    const proof = { kind: 'order' as const, orderId: holder.item.orderId }
    await submitReview(holder.ctx, { productId, fields: { rate, title, content, name }, media, proof })
    return 'saved'
  } catch (error) {
    if (error instanceof InvalidInput) return error.fields
    // The same form was sent a moment earlier, or by another tab.
    if (error instanceof NotAllowed && error.code === 'alreadyReviewed') return 'reviewed'
    if (error instanceof NotAllowed || error instanceof NotFound) return { rate: error.code }
    throw error
  }
}

/** Returns input for products that have a different review already, for example from another tab. */
async function unsavedWords(
  { ctx, item }: LinkHolder,
  posted: [string, PostedProduct][],
): Promise<[string, PostedProduct][]> {
  const touched = posted.filter(([, product]) => !isUntouched(product))
  if (touched.length === 0) return []
  const order = await findOrder(ctx, item.orderId)
  // Filters by customer: a customer's reviews are few and indexed.
  const where = {
    shopId: ctx.shop.id,
    customerId: order?.customerId ?? null,
    orderId: item.orderId,
    productId: { in: touched.map(([id]) => id) },
  }
  const reviews = await ctx.db.review.findMany({
    where,
    select: { productId: true, rate: true, title: true, content: true },
  })
  const rules = shopperReview({ requiredName: false, requiredEmail: false })
  return touched.filter(([id, { rate, title, content }]) => {
    const read = rules.safeParse({ rate, title, content }).data
    return !reviews.some(
      (review) =>
        review.productId === id &&
        review.rate === read?.rate &&
        review.title === read.title &&
        review.content === read.content,
    )
  })
}

/** Renders a note that the first review stays, with the unsaved texts to copy. */
async function unsavedPage({ ctx, locale }: LinkHolder, unsaved: readonly PostedProduct[]): Promise<string> {
  return renderNotice(
    { locale, title: word(locale, 'form.already'), shop: await readShopFace(ctx) },
    {
      lead: [word(locale, 'form.alreadyLead'), word(locale, 'form.closedKept')].join(' '),
      more: html`${textsOf(locale, unsaved)}`,
    },
  )
}

/** Renders why the order accepts no reviews, with the unsaved texts. */
async function nothingLeftPage({ ctx, locale }: LinkHolder, unsaved: readonly PostedProduct[] = []): Promise<string> {
  const lead = [word(locale, 'form.closedLead'), ...(unsaved.length > 0 ? [word(locale, 'form.closedKept')] : [])].join(
    ' ',
  )
  const more = html`${textsOf(locale, unsaved)}<a class="button" href="${ctx.platform.shopUrl(ctx.shop)}">${word(locale, 'form.toShop')}</a>`
  return renderNotice({ locale, title: word(locale, 'form.closed'), shop: await readShopFace(ctx) }, { lead, more })
}

const textsOf = (locale: string | null, products: readonly PostedProduct[]): Html[] =>
  products
    .map(joinTexts)
    .filter(Boolean)
    .map((text) => html`<textarea rows="6" readonly aria-label="${word(locale, 'form.content')}">${text}</textarea>`)

const joinTexts = ({ title, content }: PostedProduct): string => [title, content].filter(Boolean).join('\n\n')

const hasFiles = ({ media }: PostedProduct): boolean =>
  media.pictures.length > 0 || media.video !== null || media.tooMany

const isUntouched = (posted: PostedProduct): boolean =>
  !posted.rate && !posted.title.trim() && !posted.content.trim() && !hasFiles(posted)

async function productsOf({ ctx, item }: LinkHolder): Promise<ReviewableState> {
  const order = await findOrder(ctx, item.orderId)
  const products = order ? await reviewableProducts(ctx, [order]) : new Map<string, ReviewableState>()
  return products.get(item.orderId) ?? { left: [], reviewed: [] }
}

/** Returns a page if the shopper may not review, else null. The link proves a buyer while the order is valid. */
async function closedPage(
  { ctx, item, locale }: LinkHolder,
  unsaved: readonly PostedProduct[] = [],
): Promise<string | null> {
  const { eligibility } = await readSetting(ctx, 'general')
  if (eligibility !== 'verified_buyers') return null
  const order = await findOrder(ctx, item.orderId)
  const refusal = writingRefusal(eligibility, { by: 'order', bought: order !== null && order.cancelledAt === null })
  return (
    refusal &&
    renderNotice(
      { locale, title: word(locale, 'widget.form.onlyBuyers'), shop: await readShopFace(ctx) },
      { lead: unsaved.length > 0 ? word(locale, 'form.closedKept') : '', more: html`${textsOf(locale, unsaved)}` },
    )
  )
}

async function frameOf(
  { ctx, item, locale }: LinkHolder,
  token: string,
): Promise<
  Pick<FormPage, 'shop' | 'locale' | 'face' | 'orderName' | 'action' | 'nameRequired' | 'reward' | 'canPostpone'>
> {
  const { requiredName } = await readSetting(ctx, 'reviewBox')
  const { isPossible } = await findPostponement(ctx, item.id)
  return {
    shop: ctx.shop,
    locale,
    face: await readShopFace(ctx),
    orderName: item.orderName,
    action: `/r/${token}`,
    nameRequired: requiredName,
    reward: await readPhotoReward(ctx, locale, 'form'),
    canPostpone: isPossible,
  }
}

/** Says what became of the reviews of a form. */
export function sayThanks(ctx: Ctx, locale: string | null, status: string): string {
  if (status === 'hidden') return sayHidden(ctx, locale)
  return word(locale, status === 'published' ? 'form.thanksPublished' : 'form.thanksPending')
}

async function thanksPage(
  { ctx, item, locale }: LinkHolder,
  { token, done, more }: { token: string; done: string; more: boolean },
): Promise<string> {
  const discount = await renderDiscountBlock(ctx, { orderId: item.orderId }, locale)
  const rest = more
    ? html`<h2>${word(locale, 'form.rest')}</h2><p class="soft">${word(locale, 'form.restLead')}</p><a class="button" href="/r/${token}">${word(locale, 'form.rateRest')}</a>`
    : html`<a class="button" href="${ctx.platform.shopUrl(ctx.shop)}">${word(locale, 'form.toShop')}</a>`
  const survey = await renderSurveyInvitation(ctx, item.orderId, locale)
  const lead = sayThanks(ctx, locale, done)
  return renderNotice(
    { locale, title: word(locale, 'form.thanks'), shop: await readShopFace(ctx) },
    { lead, done: done !== 'hidden', more: html`${discount && new Html(discount.block.text)}${rest}${survey}` },
  )
}

async function allDonePage({ ctx, locale }: LinkHolder): Promise<string> {
  const more = html`<a class="button" href="${ctx.platform.shopUrl(ctx.shop)}">${word(locale, 'form.toShop')}</a>`
  return renderNotice(
    { locale, title: word(locale, 'form.alreadyAll'), shop: await readShopFace(ctx) },
    { lead: word(locale, 'form.alreadyLead'), done: true, more },
  )
}
