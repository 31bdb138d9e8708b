import { inTransaction, type Ctx } from '../../core/context.ts'
import type { Parts } from '../../core/http/parts.ts'
import type { Signer } from '../../core/signing.ts'
import { createMailJob, type JobMailData } from '../../requests/sending/job-mail.ts'
import { loadReviewRecipients, type MailedReview } from '../../requests/sending/review-recipients.ts'
import { findOrderOf } from '../reviews/adding/submit.ts'
import { productTitles } from '../reviews/changes/revert.ts'
import { reportDisowned } from '../votes/reports.ts'
import { lockReviews } from '../reviews/lock-reviews.ts'
import { buildSearchText } from '../reviews/search-text.ts'
import { writeReviews } from '../reviews/write-reviews.ts'

interface ConfirmationMails extends JobMailData, Record<string, unknown> {
  ids: string[]
}

interface ConfirmationLink {
  shopId: string
  reviewId: string
  /** Keyed hash of the address: addresses in URLs reach access logs. */
  emailHash: string
}

const linkDays = 30

/** Makes the token of the link in the email. A changed address of the review ends it. */
export function createConfirmationToken(signer: Signer, author: ConfirmationAuthor): string {
  const { shopId, reviewId } = author
  const link: ConfirmationLink = { shopId, reviewId, emailHash: hashAuthor(signer, author) }
  return signer.sign('review-confirm', link, linkDays * 86_400)
}

interface ConfirmationAuthor {
  shopId: string
  reviewId: string
  email: string
}

const hashAuthor = (signer: Signer, { shopId, reviewId, email }: ConfirmationAuthor): string =>
  signer.sign('reviewer', { shopId, reviewId, email }).split('.')[1] ?? ''

/** Listener: asks the authors of reviews written on a page to confirm their address (decision 0101). */
export async function queueConfirmations(tx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  const asked = await tx.db.review.findMany({
    where: {
      shopId: tx.shop.id,
      id: { in: ids },
      origin: 'guest',
      channel: { in: ['page', 'qr'] },
      email: { not: '' },
      // The author of a rejected review gets the reason instead.
      status: { in: ['published', 'pending'] },
    },
    select: { id: true },
  })
  if (asked.length > 0)
    await tx.enqueue('mails.confirmations', { ids: asked.map(({ id }) => id) } satisfies ConfirmationMails)
}

/** Job: emails "confirm that it was you". The email quotes nothing that was typed, as a stranger may have typed it. */
export const mailConfirmations = createMailJob<ConfirmationMails>({
  job: 'mails.confirmations',
  template: null,
  isForShopper: true,
  async buildEmails(ctx, { ids }) {
    const authors = await loadReviewRecipients(ctx, ids, { isGuarded: true })
    return authors.map(({ review, recipient, say }) => {
      const author = { shopId: ctx.shop.id, reviewId: review.id, email: review.email }
      return {
        ...recipient,
        item: review.id,
        name: `confirm-${review.id}`,
        defaults: { subject: say('confirmMail.subject'), content: say('confirmMail.content') },
        preheader: say('confirmMail.preheader'),
        quotes: [],
        buttons: [
          {
            label: say('confirmMail.button'),
            url: `${ctx.origin}/confirm/${createConfirmationToken(ctx.signer, author)}`,
          },
        ],
        why: say('confirmMail.why'),
      }
    })
  },
  handleUndelivered({ shop, log }, _data, undelivered) {
    for (const { item, error } of undelivered) log.warn({ shopId: shop.id, item, error }, 'a confirmation was refused')
    return Promise.resolve()
  },
})

export type ConfirmationState = 'open' | 'verified' | 'confirmed' | 'gone'

export interface OpenConfirmation {
  ctx: Ctx
  reviewId: string
  emailHash: string
  locale: string
  product: string
  /** What is confirmed; null for a deleted review. */
  review: Pick<MailedReview, 'rate' | 'title' | 'content'> | null
  state: ConfirmationState
}

/** Returns a link's review. Null if the link is forged or expired, or its shop is gone. */
export async function openConfirmation(
  { deps, shops, contextOf }: Parts,
  token: string,
): Promise<OpenConfirmation | null> {
  const link = deps.signer.verify<ConfirmationLink>('review-confirm', token)
  const shop = link && (await shops.findById(link.shopId))
  if (!shop || shop.uninstalledAt) return null
  const ctx = contextOf(shop, { kind: 'shopper' })
  const [author] = await loadReviewRecipients(ctx, [link.reviewId])
  return {
    ctx,
    reviewId: link.reviewId,
    emailHash: link.emailHash,
    locale: author?.recipient.locale ?? shop.primaryLocale,
    product: author?.recipient.fields.product_title ?? shop.name,
    review: author?.review ?? null,
    state: await readState(ctx, link),
  }
}

async function readState(
  ctx: Ctx,
  { reviewId, emailHash }: Omit<ConfirmationLink, 'shopId'>,
): Promise<ConfirmationState> {
  const review = await ctx.db.review.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: reviewId } },
    select: { email: true, status: true, verifiedBy: true, emailConfirmedAt: true },
  })
  if (!review || review.status === 'deleted') return 'gone'
  const { email } = review
  if (hashAuthor(ctx.signer, { shopId: ctx.shop.id, reviewId, email }) !== emailHash) return 'gone'
  if (!review.emailConfirmedAt) return 'open'
  return review.verifiedBy === 'order' ? 'verified' : 'confirmed'
}

/**
 * Stores that the author confirmed their address. An order of the product with that address proves the purchase: the
 * review becomes verified. Repeating it changes nothing. Returns the state afterwards.
 */
export async function confirmReview(
  ctx: Ctx,
  { reviewId, emailHash }: Pick<OpenConfirmation, 'reviewId' | 'emailHash'>,
): Promise<ConfirmationState> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await lockReviews(tx, [reviewId])
    const state = await readState(tx, { reviewId, emailHash })
    if (!row || state !== 'open') return state
    const order = await findProof(tx, row)
    await writeReviews(tx, {
      action: 'emailConfirmed',
      by: { actor: 'customer', name: '' },
      set: {
        emailConfirmedAt: tx.now(),
        // The account with this address shows the review.
        customerId: order?.customerId ?? row.customerId ?? (await findCustomer(tx, row.email)),
        ...(order && {
          verifiedBy: 'order',
          orderId: order.id,
          deliveredAt: order.deliveredAt,
        }),
      },
      changes: [{ row }],
    })
    tx.publish('reviewCounts', tx.shop.id)
    return order ? 'verified' : 'confirmed'
  })
}

/**
 * Takes a stranger's address off an unconfirmed review and reports the review to the merchant in their name. Returns
 * whether it did: a confirmed review, or one whose address changed, stays.
 */
export async function disownReview(
  ctx: Ctx,
  { reviewId, emailHash, locale }: Pick<OpenConfirmation, 'reviewId' | 'emailHash' | 'locale'>,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await lockReviews(tx, [reviewId], { texts: true })
    if (!row || (await readState(tx, { reviewId, emailHash })) !== 'open') return false
    await reportDisowned(tx, { reviewId, email: row.email, locale })
    const titles = await productTitles(tx, [row])
    const searchText = buildSearchText({ ...row, email: '' }, titles.get(row.productId ?? ''))
    await writeReviews(tx, {
      action: 'disowned',
      by: { actor: 'customer', name: '' },
      set: { searchText },
      changes: [{ row }],
    })
    const where = { shopId_id: { shopId: tx.shop.id, id: reviewId } }
    await tx.db.review.update({ where, data: { email: '' } })
    return true
  })
}

async function findCustomer({ db, shop }: Ctx, email: string): Promise<string | null> {
  const where = { shopId_email: { shopId: shop.id, email } }
  return (await db.customer.findUnique({ where, select: { id: true } }))?.id ?? null
}

/** Returns the order that proves a review. An order proves one review of each product. */
async function findProof(tx: Ctx, { productId, email }: { productId: string | null; email: string }) {
  if (productId === null) return null
  const product = await tx.db.product.findUnique({
    where: { shopId_id: { shopId: tx.shop.id, id: productId } },
    select: { id: true, platformId: true },
  })
  const order = product && (await findOrderOf(tx, email, product))
  if (!order) return null
  // Two confirmations wait for each other.
  await tx.db
    .$queryRaw`select 1 from "Order" where "shopId" = ${tx.shop.id}::uuid and id = ${order.id}::uuid for update`
  const proven = { shopId: tx.shop.id, orderId: order.id, productId, verifiedBy: 'order' } as const
  return (await tx.db.review.count({ where: { ...proven, status: { not: 'deleted' } } })) > 0 ? null : order
}
