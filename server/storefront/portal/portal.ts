import { createDateFormatter, dayMs } from '../../../rules/dates.ts'
import { maxReviewContentChars, maxReviewTitleChars, mostOwnReviews, mostToReview } from '../../../rules/limits.ts'
import { objectionDays } from '../../../rules/refusal.ts'
import { LISTED_STATUSES } from '../../../rules/review-status.ts'
import type { OwnReview, PortalView } from '../../../client/storefront/widgets/shown.ts'
import { productElementId } from '../../../client/storefront/widgets/ids.ts'
import type { Ctx } from '../../core/context.ts'
import { NotAllowed, NotFound } from '../../core/errors.ts'
import { word } from '../../core/words/words.ts'
import { buildObjectionUrl } from '../../reviews/statements/statement-links.ts'
import { hasStatements, listStatements } from '../../reviews/statements/statements.ts'
import { countKeptPieces, parseOrderLines } from '../../shop/orders/order-lines.ts'
import { deleteOwnReview, isRevisable, reviseOwnReview } from '../../reviews/reviews/changes/own-review.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import type { RenderOptions } from '../widgets/page-view.ts'
import { buildProductUrl } from '../widgets/product-links.ts'
import type { SignedCustomer } from '../widgets/shopper-proof.ts'

/** Lifetime of the forms of an account page. */
const tokenSeconds = 24 * 60 * 60
/** Orders searched for products to review. */
const ordersRead = 100

interface Customer {
  id: string
  email: string
}

const customerOf = (ctx: Ctx, { platformId }: Pick<SignedCustomer, 'platformId'>): Promise<Customer | null> =>
  ctx.db.customer.findUnique({
    where: { shopId_platformId: { shopId: ctx.shop.id, platformId } },
    select: { id: true, email: true },
  })

/** Identifies a review and its customer, so that only this customer's page can change it. */
interface FormToken {
  shopId: string
  customerId: string
  reviewId: string
}

/** Returns a customer's own reviews, newest first, and delivered products that they haven't reviewed. */
export async function readPortalView(
  ctx: Ctx,
  renderOptions: RenderOptions,
  signed: SignedCustomer,
): Promise<PortalView> {
  const customer = await customerOf(ctx, signed)
  const action = `${signed.proxy}/${ctx.shop.shopifyDomain}/account/reviews/`
  const view: PortalView = {
    action,
    reviews: [],
    toReview: [],
    maxTitleChars: maxReviewTitleChars,
    maxContentChars: maxReviewContentChars,
  }
  if (!customer) return view
  const { showToReview } = await readSetting(ctx, 'customerPortalReviews')
  return {
    ...view,
    reviews: await ownReviews(ctx, renderOptions, { customer }),
    toReview: showToReview ? await productsToReview(ctx, renderOptions, customer) : [],
  }
}

const select = {
  id: true,
  rate: true,
  title: true,
  content: true,
  status: true,
  origin: true,
  emailConfirmedAt: true,
  createdAt: true,
  product: { select: { handle: true, title: true, image: true, deletedAt: true } },
} as const

async function ownReviews(
  ctx: Ctx,
  renderOptions: RenderOptions,
  { customer, id }: { customer: Customer; id?: string },
): Promise<OwnReview[]> {
  const { settings, locale } = renderOptions
  const rows = await ctx.db.review.findMany({
    where: { shopId: ctx.shop.id, customerId: customer.id, status: { in: LISTED_STATUSES }, ...(id && { id }) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: mostOwnReviews,
    select,
  })
  const write = createDateFormatter({
    format: settings.dateFormat,
    locale,
    timeZone: ctx.shop.ianaTimezone,
    now: ctx.now(),
  })
  const refusals = await readRefusals(ctx, rows, locale)
  return rows.map(({ status, origin, emailConfirmedAt, createdAt, product, ...review }) => ({
    ...review,
    date: write(createdAt),
    createdAt: createdAt.toISOString(),
    product: product && {
      title: product.title,
      image: product.image,
      url: product.deletedAt ? null : buildProductUrl(ctx, renderOptions, product.handle),
    },
    // Shows a refused review like a hidden one.
    state: status === 'published' || status === 'pending' ? status : 'hidden',
    editable: isRevisable({ status, origin, emailConfirmedAt }),
    refusal: refusals.get(review.id),
    token: ctx.signer.sign(
      'portal',
      { shopId: ctx.shop.id, customerId: customer.id, reviewId: review.id } satisfies FormToken,
      tokenSeconds,
    ),
  }))
}

/** Returns why reviews are hidden, and where their author objects; empty if the shop sends no reasons. */
async function readRefusals(
  ctx: Ctx,
  rows: readonly { id: string; status: string }[],
  locale: string,
): Promise<Map<string, OwnReview['refusal']>> {
  const ids = rows.filter(({ status }) => status === 'hidden').map(({ id }) => id)
  if (ids.length === 0 || !hasStatements(ctx)) return new Map()
  const statements = await listStatements(ctx, ids)
  return new Map(
    ids.map((id, at) => {
      const statement = statements[at]
      if (!statement) return [id, undefined]
      const { reason, note, objectedAt, createdAt } = statement
      const until = createdAt.getTime() + objectionDays * dayMs
      const canObject = objectedAt === null && ctx.now().getTime() < until
      const object = canObject && {
        url: buildObjectionUrl(ctx, statement.id),
        label: word(locale, 'statement.object'),
      }
      return [id, { reason: word(locale, `refusal.${reason}`), note, ...(object && { object }) }]
    }),
  )
}

async function productsToReview(
  ctx: Ctx,
  renderOptions: RenderOptions,
  { id, email }: Customer,
): Promise<PortalView['toReview']> {
  const shopId = ctx.shop.id
  const orders = await ctx.db.order.findMany({
    where: { shopId, email, cancelledAt: null, fulfilledAt: { not: null } },
    orderBy: { createdAt: 'desc' },
    take: ordersRead,
    select: { lineItems: true },
  })
  const bought = [
    ...new Set(
      orders.flatMap(({ lineItems }) =>
        parseOrderLines(lineItems).flatMap((line) =>
          line.productId && countKeptPieces(line) > 0 ? [line.productId] : [],
        ),
      ),
    ),
  ]
  if (bought.length === 0) return []
  const reviewed = await ctx.db.review.findMany({
    where: { shopId, customerId: id, productId: { in: bought }, status: { in: LISTED_STATUSES } },
    select: { productId: true },
  })
  const left = bought.filter((productId) => !reviewed.some((review) => review.productId === productId))
  const products = await ctx.db.product.findMany({
    where: { shopId, id: { in: left }, deletedAt: null },
    select: { id: true, handle: true, title: true, image: true },
  })
  return products
    .toSorted((one, other) => left.indexOf(one.id) - left.indexOf(other.id))
    .slice(0, mostToReview)
    .map(({ handle, title, image }) => ({
      title,
      image,
      url: `${buildProductUrl(ctx, renderOptions, handle)}#${productElementId('write', handle)}`,
    }))
}

export interface PortalPost {
  id: string
  act: unknown
  token: unknown
  fields: Readonly<Record<string, unknown>>
}

/**
 * Changes or deletes a customer's own review.
 * @throws NotFound for a form made for another customer or review; NotAllowed if the shop forbids it; InvalidInput
 */
export async function changeOwnReview(
  ctx: Ctx,
  signed: SignedCustomer,
  { id, act, token, fields }: PortalPost,
): Promise<void> {
  const customer = await customerOf(ctx, signed)
  const proven = typeof token === 'string' ? ctx.signer.verify<FormToken>('portal', token) : null
  if (!customer || proven?.shopId !== ctx.shop.id || proven.customerId !== customer.id || proven.reviewId !== id)
    throw new NotFound()
  const { enabled, allowEdit, allowDelete } = await readSetting(ctx, 'customerPortalReviews')
  const own = { id, customerId: customer.id }
  if (act === 'edit' && enabled && allowEdit)
    return reviseOwnReview(ctx, own, {
      rate: fields['rate'],
      title: fields['title'] ?? '',
      content: fields['content'] ?? '',
    })
  if (act === 'delete' && enabled && allowDelete) return deleteOwnReview(ctx, own)
  throw new NotAllowed('editNotConfirmed')
}

/** Returns one of a customer's reviews and its form's target. @throws NotFound */
export async function readOwnReview(
  ctx: Ctx,
  renderOptions: RenderOptions,
  { signed, id }: { signed: SignedCustomer; id: string },
): Promise<{ review: OwnReview; view: PortalView }> {
  const customer = await customerOf(ctx, signed)
  const [review] = customer ? await ownReviews(ctx, renderOptions, { customer, id }) : []
  if (!review) throw new NotFound()
  return { review, view: { ...(await readPortalView(ctx, renderOptions, signed)), reviews: [], toReview: [] } }
}
