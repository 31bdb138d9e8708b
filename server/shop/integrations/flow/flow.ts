import {
  fitFlowPayload,
  FLOW_TRIGGERS,
  referenceKey,
  type FlowReviewKey,
  type FlowTriggerName,
} from '../../../../rules/flow.ts'
import type { Ctx } from '../../../core/context.ts'
import { encodeId } from '../../../core/global-ids.ts'
import { readSetting } from '../../settings/settings.ts'
import { callPlatform } from '../call-service.ts'
import type { DeliveryPayload, Integration } from '../integration.ts'

const start =
  (trigger: FlowTriggerName) =>
  (_tx: Ctx, { ids }: { ids: string[] }): DeliveryPayload[] =>
    ids.map((reviewId) => ({ reviewId, trigger }))

/** Starts the trigger of negative reviews for those at or below the shop's number of stars. */
async function startNegative(tx: Ctx, { ids }: { ids: string[] }): Promise<DeliveryPayload[]> {
  const { negativeReview } = await readSetting(tx, 'emailSetting')
  const rows = await tx.db.review.findMany({
    where: { shopId: tx.shop.id, id: { in: ids }, rate: { lte: negativeReview } },
    select: { id: true },
  })
  return start('negative')(tx, { ids: rows.map(({ id }) => id) })
}

/** Returns what a trigger tells of a review; null if the review is gone. */
async function readPayload({ db, shop, platform }: Ctx, id: string): Promise<Record<string, string | number> | null> {
  const review = await db.review.findFirst({
    where: { shopId: shop.id, id },
    select: {
      rate: true,
      title: true,
      content: true,
      status: true,
      firstName: true,
      lastName: true,
      email: true,
      orderId: true,
      product: { select: { platformId: true } },
      customer: { select: { platformId: true } },
    },
  })
  if (!review) return null
  const order = review.orderId
    ? await db.order.findFirst({ where: { shopId: shop.id, id: review.orderId }, select: { platformId: true } })
    : null
  const fields: Record<FlowReviewKey, string | number> = {
    'Review ID': id,
    Rating: review.rate,
    'Review title': review.title,
    'Review text': review.content,
    'Review status': review.status,
    'Reviewer name': `${review.firstName} ${review.lastName}`.trim(),
    'Reviewer email': review.email,
    'Review link': platform.adminUrl(shop, `/reviews/reply/${encodeId('Review', id)}`),
  }
  const rows = { product: review.product, customer: review.customer, order }
  return { ...fields, ...buildReferences(rows) }
}

/** Leaves out rows that the platform doesn't know: Flow takes only its own ids, as numbers. */
const buildReferences = (
  rows: Readonly<Record<'product' | 'customer' | 'order', { platformId: string | null } | null>>,
): Record<string, number> =>
  Object.fromEntries(
    (['product', 'customer', 'order'] as const).flatMap((reference) => {
      const number = Number(rows[reference]?.platformId || NaN)
      return Number.isSafeInteger(number) ? [[referenceKey(reference), number]] : []
    }),
  )

/** Shopify Flow. Its workflows start with our triggers; their actions arrive at server/reviews/flow-actions. */
export const flow: Integration = {
  key: 'flow',
  name: 'Shopify Flow',
  baseUrl: '',
  fields: [],
  feature: 'flowIntegration',
  listens: {
    'review.created': async (tx, payload) => [...start('created')(tx, payload), ...(await startNegative(tx, payload))],
    'review.revised': startNegative,
    'review.published': start('published'),
    'review.reported': start('reported'),
  },
  nameEvent: ({ trigger }) => (trigger === 'negative' ? 'review.negative' : null),
  async buildRequest(ctx, { payload: { reviewId, trigger } }) {
    const { handle } = FLOW_TRIGGERS[trigger as FlowTriggerName]
    const payload = await readPayload(ctx, reviewId as string)
    if (!payload) return null
    return {
      call: () =>
        callPlatform(flow, () => ctx.platform.startFlows(ctx.shop, { handle, payload: fitFlowPayload(payload) })),
    }
  },
  test: {
    call: (ctx) =>
      callPlatform(flow, () =>
        ctx.platform.startFlows(ctx.shop, {
          handle: FLOW_TRIGGERS.test.handle,
          payload: { Message: 'Candor is connected to Shopify Flow.' },
        }),
      ),
  },
  openUrl: ({ platform, shop }) => platform.flowUrl(shop),
}
