import { v7 as uuidv7 } from 'uuid'
import type { Channel } from '../../../../rules/review-source.ts'
import { writingRefusal } from '../../../../rules/eligibility.ts'
import { maxReviewImages } from '../../../../rules/limits.ts'
import { matchLocale } from '../../../../rules/locales.ts'
import { allows } from '../../../../rules/plans.ts'
import { imageProblem, shopperReview } from '../../../../rules/review-input.ts'
import type { ShopperReview } from '../../../../rules/review-input.ts'
import { chooseNewStatus } from '../../../../rules/review-status.ts'
import { recordFacts } from '../../../shop/analytics/facts.ts'
import { inTransaction } from '../../../core/context.ts'
import type { Ctx } from '../../../core/context.ts'
import { InvalidInput, NotAllowed, NotFound, parse, type Problem } from '../../../core/errors.ts'
import { detectContentType } from '../../../core/files/images.ts'
import type { Upload } from '../../../core/files/uploads.ts'
import type { Product } from '../../../generated/prisma/client.ts'
import { computeFingerprint } from '../../../core/idempotency/idempotency.ts'
import { countKeptPieces, parseOrderLines } from '../../../shop/orders/order-lines.ts'
import { readSetting } from '../../../shop/settings/settings.ts'
import { claimKey, findSubmission } from './attempts.ts'
import { judgeReview, storeRuleReasons, type Judgment } from '../../moderation/moderation.ts'
import { insertReviews, type NewReview } from './insert.ts'
import type { PostedMedia } from '../media/posted-media.ts'
import { storeMedium, storePoster, type StoredMedium } from '../media/store-media.ts'

/**
 * Proof of the author. `order`: the signed link of a request email. `customer`: an id that the platform signed. A typed
 * address proves nothing (decisions 'Reviews').
 */
export type AuthorProof =
  { kind: 'order'; orderId: string } | { kind: 'customer'; platformCustomerId: string } | { kind: 'none' }

interface SubmitInput {
  productId: string
  /** Unvalidated form fields; `rate` may be text. */
  fields: { rate?: unknown; title?: unknown; content?: unknown; name?: unknown; email?: unknown }
  /** Defaults to `invited` with the proof of an order, else to `page`. */
  channel?: Channel | undefined
  /** Whether a storefront form sent it. */
  isForm?: boolean
  /** Language of the page, for emails to the author. */
  locale?: string | null | undefined
  media: PostedMedia
  proof: AuthorProof
  /** The shopper's network, see readClientNetwork(); limits rewards. */
  network?: string | undefined
  /** Names the opened form; sending it again adds no second review. */
  key?: string | null
}

export interface Submitted {
  id: string
  /** `hidden`: a moderation rule rejected it. */
  status: 'pending' | 'published' | 'hidden'
}

interface Author {
  orderId: string | null
  customerId: string | null
  email: string
  country: string | null
  language: string | null
  variantTitle: string
  /** Whether an order of this shop proves the purchase. */
  bought: boolean
  /** When the order that proves it was delivered. */
  deliveredAt: Date | null
}

/**
 * Saves a shopper's review (spec 5, 6) and re-encodes its pictures. Moderation rules and general settings choose its
 * status. An order reviews each of its products once; a form's key adds one review.
 * @throws InvalidInput with the form's fields, or for a key whose review has other content
 * @throws NotFound for an unknown product
 * @throws NotAllowed when the order is already reviewed, or the shop accepts only customers or buyers
 */
export async function submitReview(
  ctx: Ctx,
  { productId, fields, media, proof, key, network, channel, isForm = false, locale = null }: SubmitInput,
): Promise<Submitted> {
  const general = await readSetting(ctx, 'general')
  const { requiredName, requiredEmail } = await readSetting(ctx, 'reviewBox')
  // Known authors need not type their address.
  const rules = shopperReview({ requiredName, requiredEmail: requiredEmail && proof.kind === 'none' })
  const review = parse(rules, fields)
  const product = await ctx.db.product.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id: productId } } })
  if (!product || product.deletedAt) throw new NotFound('productMissing')
  const author = await authorOf(ctx, { proof, product, email: review.email })
  const refusal = writingRefusal(general.eligibility, { by: proof.kind, bought: author.bought })
  if (refusal) throw new NotAllowed(refusal)
  const attempt = key ? { productId, key, fingerprint: fingerprintOf(review, media) } : null
  const earlier = attempt && (await findSubmission(ctx, attempt))
  if (earlier) return earlier
  if (author.orderId) await requireFirst(ctx, author, productId)
  await checkMedia(ctx, media)
  const stored = await storeMedia(ctx, media)
  const judgment = await judgeReview(ctx, review)
  const status = judgment.decision?.status ?? chooseNewStatus(review.rate, general)
  return inTransaction(ctx, async (tx) => {
    if (author.orderId) {
      await tx.db
        .$queryRaw`select 1 from "Order" where "shopId" = ${tx.shop.id}::uuid and id = ${author.orderId}::uuid for update`
      await requireFirst(tx, author, productId)
    }
    const id = uuidv7()
    const simultaneous = attempt && (await claimKey(tx, attempt, { id, status }))
    if (simultaneous) return simultaneous
    const row = rowOf(tx, {
      id,
      review,
      proof,
      channel,
      locale,
      product,
      author,
      status,
      general,
      judgment,
      hasMedia: stored.length > 0,
    })
    await insertReviews(tx, [row], {
      as: 'submitted',
      media: stored.map((medium, position) => mediaRow(tx, { reviewId: id, medium, position })),
      history: { by: { actor: 'customer', name: '' }, after: { status, why: row.why.code } },
      event: 'review.submitted',
      network,
    })
    if (judgment.refusal)
      await tx.emit('review.refused', { ids: [id], act: 'unpublish', isGiven: true, by: 'rule', ...judgment.refusal })
    await storeRuleReasons(tx, id, judgment)
    if (isForm) recordFacts(tx, [{ metric: 'forms.submitted', at: tx.now(), by: { product: productId } }])
    return { id, status }
  })
}

/** Recognizes a form that is sent again. */
const fingerprintOf = (review: object, { pictures, video }: SubmitInput['media']): string =>
  computeFingerprint(JSON.stringify(review), ...pictures.map(({ bytes }) => bytes), video?.hash ?? '')

/** Returns why a customer may not review a product, or null; checked before the form is shown. */
export async function findWritingRefusal(
  ctx: Ctx,
  { handle, proof }: { handle: string; proof: AuthorProof },
): Promise<ReturnType<typeof writingRefusal>> {
  const { eligibility } = await readSetting(ctx, 'general')
  // Checks the purchase only where it decides.
  const asked = eligibility === 'verified_buyers' && proof.kind !== 'none'
  const product = asked
    ? await ctx.db.product.findUnique({
        where: { shopId_handle: { shopId: ctx.shop.id, handle } },
        select: { id: true, platformId: true },
      })
    : null
  const bought = product !== null && (await authorOf(ctx, { proof, product, email: '' })).bought
  return writingRefusal(eligibility, { by: proof.kind, bought })
}

type BoughtProduct = Pick<Product, 'id' | 'platformId'>

/** Finds the author. `email` is the typed address, used if nothing is proven. */
async function authorOf(
  ctx: Ctx,
  { proof, product, email }: { proof: AuthorProof; product: BoughtProduct; email: string },
): Promise<Author> {
  const { shop, db } = ctx
  const unproven: Author = {
    orderId: null,
    customerId: null,
    email,
    country: null,
    language: null,
    variantTitle: '',
    bought: false,
    deliveredAt: null,
  }
  if (proof.kind === 'order') {
    const order = await db.order.findUnique({ where: { shopId_id: { shopId: shop.id, id: proof.orderId } } })
    const line =
      order && parseOrderLines(order.lineItems).find((each) => isOf(each, product) && countKeptPieces(each) > 0)
    if (!line) throw new NotFound('productMissing')
    return {
      orderId: order.id,
      customerId: order.customerId,
      email: order.email,
      country: order.country,
      language: null,
      variantTitle: line.variantTitle,
      bought: order.cancelledAt === null,
      deliveredAt: order.deliveredAt,
    }
  }
  if (proof.kind === 'none') return unproven
  const customer = await db.customer.findUnique({
    where: { shopId_platformId: { shopId: shop.id, platformId: proof.platformCustomerId } },
  })
  if (!customer) return unproven
  const order = await findOrderOf(ctx, customer.email, product)
  return {
    ...unproven,
    customerId: customer.id,
    email: customer.email,
    country: customer.country,
    bought: order !== null,
    deliveredAt: order?.deliveredAt ?? null,
  }
}

/** Returns the newest order of an address that still contains a product; null if none of the last 100 does. */
export async function findOrderOf(ctx: Ctx, email: string, product: BoughtProduct) {
  const orders = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, email, cancelledAt: null },
    orderBy: { createdAt: 'desc' },
    take: 100,
    select: { id: true, customerId: true, deliveredAt: true, lineItems: true },
  })
  const found = orders.find(({ lineItems }) =>
    parseOrderLines(lineItems).some((line) => isOf(line, product) && countKeptPieces(line) > 0),
  )
  return found ?? null
}

const isOf = (line: { productId: string | null; platformProductId: string | null }, product: BoughtProduct): boolean =>
  line.productId === product.id || line.platformProductId === product.platformId

async function requireFirst(ctx: Ctx, { orderId, customerId }: Author, productId: string): Promise<void> {
  // Searches by the customer, who has few reviews and an index.
  const earlier = await ctx.db.review.findFirst({
    where: { shopId: ctx.shop.id, customerId, orderId, productId },
    select: { id: true },
  })
  if (earlier) throw new NotAllowed('alreadyReviewed')
}

/** Checks file types by content, never by name or header (goal R17). */
export async function checkMedia({ shop }: Ctx, { pictures, video, tooMany }: PostedMedia): Promise<void> {
  if (tooMany || pictures.length > maxReviewImages) throw new InvalidInput({ images: 'uploadLimitReached' })
  for (const { name, bytes } of pictures) {
    const problem = imageProblem([{ contentType: (await detectContentType(bytes)) ?? '', size: bytes.length }])
    if (problem) throw new InvalidInput({ images: addFileName(name, problem) })
  }
  // The form doesn't offer videos then.
  if (video && !allows(shop.plan, 'videoReviews'))
    throw new InvalidInput({ images: addFileName(video.name, 'invalidFileType') })
}

export const addFileName = (file: string, problem: Problem): Problem =>
  typeof problem === 'string'
    ? { code: problem, params: { file } }
    : { code: problem.code, params: { ...problem.params, file } }

export async function storeMedia(ctx: Ctx, { pictures, video, poster }: PostedMedia): Promise<StoredMedium[]> {
  const stored: StoredMedium[] = []
  for (const { name, bytes } of pictures) stored.push(await storeNamed(ctx, name, { kind: 'picture', bytes }))
  if (!video) return stored
  const medium = await storeNamed(ctx, video.name, video)
  return [...stored, { ...medium, posterKey: poster ? await posterKey(ctx, poster) : '' }]
}

async function storeNamed(ctx: Ctx, name: string, upload: Upload): Promise<StoredMedium> {
  try {
    return await storeMedium(ctx, upload, 'images')
  } catch (error) {
    const problem = error instanceof InvalidInput && error.fields.images
    throw problem ? new InvalidInput({ images: addFileName(name, problem) }) : error
  }
}

/** Leaves out an unreadable frame, which the shopper can't fix. */
async function posterKey(ctx: Ctx, poster: Uint8Array): Promise<string> {
  try {
    return await storePoster(ctx, poster)
  } catch (error) {
    if (error instanceof InvalidInput) return ''
    throw error
  }
}

interface Submission {
  channel: Channel | undefined
  locale: string | null
  id: string
  review: ShopperReview
  proof: AuthorProof
  product: Product
  author: Author
  status: Submitted['status']
  general: Publishing
  judgment: Judgment
  hasMedia: boolean
}

function rowOf(ctx: Ctx, submission: Submission) {
  const { id, review, proof, product, author, status, general, judgment, hasMedia } = submission
  // A signed-in visitor is a customer, even before their first order reaches us.
  const origin = proof.kind === 'none' ? ('guest' as const) : ('customer' as const)
  const { rate, title, content, firstName, lastName } = review
  return {
    id,
    productId: product.id,
    customerId: author.customerId,
    orderId: author.orderId,
    rate,
    title,
    content,
    firstName,
    lastName,
    email: author.email,
    status,
    origin,
    source: origin,
    channel: submission.channel ?? (proof.kind === 'order' ? 'invited' : 'page'),
    deliveredAt: author.deliveredAt,
    hasMedia,
    decidedBy: 'rule' as const,
    why: judgment.decision?.why ?? buildWhy(rate, general),
    verifiedBy: author.bought ? ('order' as const) : ('none' as const),
    variantTitle: author.variantTitle,
    country: author.country,
    language: author.language,
    locale: matchLocale(submission.locale),
    publishedAt: status === 'published' ? ctx.now() : null,
  } satisfies NewReview
}

function mediaRow(
  ctx: Ctx,
  { reviewId, medium, position }: { reviewId: string; medium: StoredMedium; position: number },
) {
  return { ...medium, shopId: ctx.shop.id, id: uuidv7(), reviewId, position, createdAt: ctx.now() }
}

interface Publishing {
  autoSubmitPublish: boolean
  autoPublishThreshold: number
}

/** Returns the rule that decides by rating, with its values. */
export function buildWhy(rate: number, { autoSubmitPublish, autoPublishThreshold: threshold }: Publishing) {
  const decided = rate >= threshold ? 'rule.published' : 'rule.belowThreshold'
  return { code: autoSubmitPublish ? decided : 'rule.everyReviewWaits', params: { rate, threshold } }
}
