import type { Ctx } from '../../core/context.ts'
import type { ServiceRequest } from '../../core/web/request.ts'
import type { Secrets } from '../../shop/integrations/integration.ts'
import { buildEventRequest } from '../../shop/integrations/klaviyo/event.ts'
import type { ReviewableProduct } from '../../shop/orders/reviewable.ts'
import { readPhotoReward, rewardText } from '../discounts/photo-reward.ts'
import { buildMailLinks } from '../requests/mail-links.ts'
import type { ClaimedItem } from './claim.ts'

/** A due request with the products that it asks about. */
export interface HandedRequest {
  item: ClaimedItem
  products: readonly ReviewableProduct[]
}

/** An email shows few products; the review form has all. */
const mostProducts = 20

/**
 * Returns the event that starts the merchant's flow in Klaviyo: the signed links of the request, and its products.
 * A retry has the same id, so that Klaviyo sends the request once.
 */
export async function buildKlaviyoRequest(
  ctx: Ctx,
  { item, products }: HandedRequest,
  secrets: Secrets,
): Promise<ServiceRequest> {
  const { id, customerEmail, customerName, orderName, sequence } = item
  const locale = item.locale ?? ctx.shop.primaryLocale
  const links = buildMailLinks(ctx, id)
  const reward = await readPhotoReward(ctx, locale, 'review-reminder')
  const shown = products.slice(0, mostProducts)
  const [firstName = '', ...others] = customerName.trim().split(/\s+/)
  return buildEventRequest(
    {
      metric: 'request',
      profile: { email: customerEmail, firstName, lastName: others.join(' ') },
      properties: {
        review_url: links.reviewUrl,
        not_arrived_url: links.notArrivedUrl,
        unsubscribe_url: links.unsubscribeUrl,
        order_name: orderName,
        request_number: sequence + 1,
        product_names: shown.map(({ title }) => title),
        products: shown.map(({ title, handle, image }) => ({
          name: title,
          url: ctx.platform.productUrl(ctx.shop, handle),
          image_url: image?.startsWith('/') ? `${ctx.origin}${image}` : image,
        })),
        reward: reward ? rewardText(locale, reward) : '',
        locale,
        shop_name: ctx.shop.name,
      },
      time: ctx.now(),
      uniqueId: `request:${id}`,
    },
    secrets,
  )
}
