import type { SettingValue } from '../../../../rules/settings/settings.ts'
import type { Ctx } from '../../../core/context.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { readSetting, saveServerFields } from '../../settings/settings.ts'
import type { DeliveryPayload, Integration } from '../integration.ts'
import { buildEventRequest, callKlaviyo, explainKlaviyo, type KlaviyoEvent } from './event.ts'
import { klaviyoStandIn } from './stand-in.ts'

type ReviewEvent = Exclude<KlaviyoEvent['metric'], 'request'>
const options = {
  submitted: 'sendSubmitted',
  published: 'sendPublished',
  replied: 'sendReplies',
} as const satisfies Record<ReviewEvent, keyof SettingValue<'klaviyo'>>

/** Returns a listener that reports reviews as an event, if the merchant chose it. */
const report =
  (metric: ReviewEvent) =>
  async (tx: Ctx, { ids }: { ids: string[] }): Promise<DeliveryPayload[]> =>
    (await readSetting(tx, 'klaviyo'))[options[metric]] ? ids.map((reviewId) => ({ reviewId, metric })) : []

const columns = {
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  orderId: true,
  verifiedBy: true,
  rate: true,
  title: true,
  content: true,
  status: true,
  replyContent: true,
  hasMedia: true,
  incentivized: true,
  product: { select: { title: true, platformId: true, handle: true, image: true } },
} satisfies Prisma.ReviewSelect
type Reported = Prisma.ReviewGetPayload<{ select: typeof columns }>

/** A typed name must not replace that of a stranger's profile, so only names of buyers are sent. */
const profileOf = ({ email, firstName, lastName, ...review }: Reported): KlaviyoEvent['profile'] =>
  isBuyer(review) ? { email, firstName, lastName } : { email }

const isBuyer = ({ orderId, verifiedBy }: Pick<Reported, 'orderId' | 'verifiedBy'>): boolean =>
  orderId !== null || verifiedBy !== 'none'

function propertiesOf(ctx: Ctx, review: Reported): DeliveryPayload {
  const { id, rate, title, content, status, replyContent, hasMedia, incentivized, product } = review
  return {
    review_id: id,
    rating: rate,
    review_title: title,
    review_content: content,
    review_status: status,
    has_media: hasMedia,
    verified_buyer: isBuyer(review),
    incentivized,
    reply: replyContent ?? '',
    product_id: product?.platformId ?? null,
    product_name: product?.title ?? '',
    product_url: product ? ctx.platform.productUrl(ctx.shop, product.handle) : null,
    image_url: product?.image?.startsWith('/') ? `${ctx.origin}${product.image}` : (product?.image ?? null),
    shop_name: ctx.shop.name,
  }
}

/** Klaviyo: events and profiles of reviewers. Also sends review requests, if the merchant hands them over. */
export const klaviyo: Integration = {
  key: 'klaviyo',
  name: 'Klaviyo',
  baseUrl: 'https://a.klaviyo.com',
  fields: ['apiKey'],
  listens: {
    'review.submitted': report('submitted'),
    'review.published': report('published'),
    'review.replied': report('replied'),
  },
  async buildRequest(ctx, { payload, createdAt }, secrets) {
    const metric = payload.metric as ReviewEvent
    const review = await ctx.db.review.findFirst({
      where: { shopId: ctx.shop.id, id: payload.reviewId as string },
      select: columns,
    })
    if (!review?.email || review.status === 'deleted' || (metric === 'replied' && !review.replyContent)) return null
    return buildEventRequest(
      {
        metric,
        profile: profileOf(review),
        properties: propertiesOf(ctx, review),
        time: createdAt,
        uniqueId: `review:${review.id}:${metric}`,
      },
      secrets,
    )
  },
  explain: explainKlaviyo,
  test: { request: (_ctx, secrets) => callKlaviyo({ method: 'GET', path: '/api/accounts' }, secrets) },
  changed: (tx, isConnected) => saveServerFields(tx, 'klaviyo', { integrated: isConnected }),
  standIn: klaviyoStandIn,
}
