import type { EmailTemplate } from '../../rules/settings/email-templates.ts'
import type { Ctx } from '../context.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { ownContent, renderLetter, type Letter } from '../mail/letter.ts'
import { oneLine, type Mail } from '../mail/mail.ts'
import { renderContent, renderSubject, type MergeFields } from '../mail/merchant-template.ts'
import { jobMessageId } from './deliver.ts'
import { mailSender } from './request-content.ts'

const columns = {
  id: true, rate: true, title: true, content: true, firstName: true, lastName: true, email: true, status: true, language: true, orderId: true, replyContent: true,
  editRequest: true, editRequestedAt: true, editRequestId: true,
  product: { select: { title: true, handle: true } },
  customer: { select: { locale: true, firstName: true } },
} satisfies Prisma.ReviewSelect

export type MailedReview = Prisma.ReviewGetPayload<{ select: typeof columns }>

/** A review and its author, as a mail to them needs both. */
export interface Reviewer {
  review: MailedReview
  /** The customer's language as far as we know it, else that of the review, else the shop's. */
  locale: string
  /** What was reviewed: the product's title, or the shop's name. */
  subject: string
  fields: MergeFields
}

/** The reviews of a job with their authors; ids that are gone are left out. */
export async function reviewersOf(ctx: Ctx, ids: readonly string[]): Promise<Reviewer[]> {
  const shopId = ctx.shop.id
  const reviews = await ctx.db.review.findMany({ where: { shopId, id: { in: [...ids] } }, select: columns, orderBy: { id: 'asc' } })
  const orderIds = [...new Set(reviews.flatMap(({ orderId }) => orderId ?? []))]
  const orders = await ctx.db.order.findMany({ where: { shopId, id: { in: orderIds } }, select: { id: true, name: true, locale: true } })
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  return reviews.map((review) => {
    const order = orderOf.get(review.orderId ?? '')
    const subject = oneLine(review.product?.title ?? ctx.shop.name, 120)
    const fields = {
      customer_name: oneLine(review.firstName || (review.customer?.firstName ?? ''), 80), product_title: subject,
      order_name: oneLine(order?.name ?? '', 40), shop_name: oneLine(ctx.shop.name, 80),
    }
    return { review, subject, fields, locale: (review.customer?.locale ?? order?.locale ?? review.language) || ctx.shop.primaryLocale }
  })
}

export interface ReviewLetter extends Pick<Letter, 'preheader' | 'quotes' | 'buttons' | 'why'> {
  /** Of the Message-ID: the same for every try of one mail. */
  name: string
  template: EmailTemplate
  /** Our own words, where the template leaves them to us. */
  own: { subject: string; content: string }
}

/** Makes the mails of one shop to its reviewers, in the merchant's words or ours. */
export async function openLetterMaker(ctx: Ctx): Promise<(to: Reviewer, letter: ReviewLetter) => Mail> {
  const { from, replyTo } = await mailSender(ctx)
  return (to, letter) => {
    const { template, own, preheader, quotes, buttons, why, name } = letter
    const frame = { locale: to.locale, shopName: ctx.shop.name, logo: template.logo, preheader, quotes, buttons, why }
    const words = merchantWords(ctx, template, to.fields)
    const rendered = renderLetter({ ...frame, subject: words.subject || own.subject, content: words.content || ownContent(own.content) })
    const author = oneLine(`${to.review.firstName} ${to.review.lastName}`, 80)
    return { from, ...(replyTo && { replyTo }), to: { name: author, address: to.review.email }, ...rendered, messageId: jobMessageId(ctx, name) }
  }
}

/** A template that cannot be read must not keep a mail back: it leaves in our own words. */
function merchantWords(ctx: Ctx, { subject, content }: EmailTemplate, fields: MergeFields): { subject: string; content: string } {
  try {
    return { subject: subject && renderSubject(subject, fields), content: content && renderContent(content, fields) }
  } catch (error) {
    ctx.log.warn({ err: error, shopId: ctx.shop.id }, 'a mail template that cannot be rendered')
    return { subject: '', content: '' }
  }
}

