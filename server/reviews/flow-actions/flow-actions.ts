import { z } from 'zod'
import { FLOW_ACTIONS, flowHideReason, referenceKey, type FlowActionName } from '../../../rules/flow.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import type { ReviewAct, ReviewStatus } from '../../../rules/review-status.ts'
import { inTransaction, requireFeature, type Ctx } from '../../core/context.ts'
import { NotAllowed, NotFound, parse, UserError } from '../../core/errors.ts'
import { computeFingerprint, isKeptRefusal, runOnce } from '../../core/idempotency/idempotency.ts'
import { word, wordLocale } from '../../core/words/words.ts'
import type { FlowActionCall } from '../../platform/platform.ts'
import { requestReviewsOfOrders } from '../../requests/queue/order-requests.ts'
import { logCall, readIntegration } from '../../shop/integrations/integrations.ts'
import { performReviewAction } from '../reviews/changes/perform-action.ts'
import { parseReviewId } from '../reviews/review-ids.ts'

/** What a workflow's action answers. `changed` is false if the review was so already. */
export interface FlowActionResult {
  changed: boolean
}

/** Merchants leave optional fields empty, and Flow sends numbers as text or not. */
const entered = z.union([z.string(), z.number()]).transform((value) => String(value).trim())
const optional = entered.nullish().transform((value) => value || null)
const required = optional.pipe(z.string('required'))
const [{ key: idKey }, { key: reasonKey }, { key: noteKey }] = FLOW_ACTIONS.hide.fields
const orderKey = referenceKey('order')

const actions: Readonly<Record<FlowActionName, (ctx: Ctx, properties: unknown) => Promise<FlowActionResult>>> = {
  publish(ctx, properties) {
    const { [idKey]: id } = parse(z.object({ [idKey]: required }), properties)
    return act(ctx, { id, act: 'publish', wanted: 'published' })
  },
  hide(ctx, properties) {
    const given = parse(z.object({ [idKey]: required, [reasonKey]: optional, [noteKey]: optional }), properties)
    const reason = given[reasonKey] ?? flowHideReason
    const automated = word(wordLocale(ctx.shop.primaryLocale), 'statement.automation')
    const note = given[noteKey] ?? (reason === flowHideReason ? automated : '')
    return act(ctx, { id: given[idKey], act: 'unpublish', wanted: 'hidden', reason, note })
  },
  async request(ctx, properties) {
    const { [orderKey]: order } = parse(z.object({ [orderKey]: required }), properties)
    const { changed } = await requestReviewsOfOrders(ctx, [order])
    return { changed: changed.length > 0 }
  },
}

interface ReviewStep {
  id: string
  act: ReviewAct
  /** A review with this status needs no action: workflows may run again. */
  wanted: ReviewStatus
  reason?: string
  note?: string
}

async function act(ctx: Ctx, { id: given, wanted, ...step }: ReviewStep): Promise<FlowActionResult> {
  const id = parseReviewId(given)
  const review = await ctx.db.review.findFirst({ where: { shopId: ctx.shop.id, id }, select: { status: true } })
  if (!review) throw new NotFound()
  if (review.status === wanted) return { changed: false }
  await performReviewAction(ctx, { ids: [id], by: { actor: 'merchant', name: FLOW_NAME }, ...step })
  return { changed: true }
}

/** Name of the author in the history of reviews. */
const FLOW_NAME = 'Shopify Flow'
const KEY = 'flow'

/**
 * Runs an action of a workflow once for its run id, and logs it. A repetition gets the first answer.
 * @throws NotAllowed integrationNotConnected; PlanRequired
 * @throws InvalidInput under the key of a field; NotFound for a review or order that is unknown or another shop's
 * @throws LimitReached, UpstreamFailed, after which Flow repeats the call
 */
export async function runFlowAction(
  ctx: Ctx,
  { name, runId, properties }: Pick<FlowActionCall, 'runId' | 'properties'> & { name: FlowActionName },
  describe: (error: UserError) => { status: number; body: object },
): Promise<{ status: number; body: unknown }> {
  const once = { key: `flow ${runId}`, fingerprint: computeFingerprint(name) }
  return runOnce(ctx, once, async () => {
    try {
      requireFeature(ctx, 'flowIntegration')
      if (!(await readIntegration(ctx, KEY)).connectedAt) throw new NotAllowed('integrationNotConnected')
      const data = await actions[name](ctx, properties)
      await log(ctx, name, null)
      return { status: 200, body: { success: true, data }, keep: true }
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      const answer = describe(error)
      if (!isKeptRefusal(error)) throw error
      await log(ctx, name, error.code)
      return { ...answer, keep: true }
    }
  })
}

const log = (ctx: Ctx, name: FlowActionName, problem: MessageCode | null): Promise<void> =>
  inTransaction(ctx, (tx) => logCall(tx, { key: KEY, event: `flow.${name}`, problem }))
