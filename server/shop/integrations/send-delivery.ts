import { longestRetryAfterSeconds, maxDeliveryAttempts } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import type { IntegrationDelivery, Prisma } from '../../generated/prisma/client.ts'
import { callService, type ServiceResult } from './call-service.ts'
import { readConnection } from './connection.ts'
import type { DeliveryPayload, OpenDelivery } from './integration.ts'

/** Thrown to make pg-boss retry the job with growing delays. */
class DeliveryDelayed extends Error {}

/** Job `integrations.deliver`: sends a delivery at least once; the service recognises a repetition by its id. */
export async function sendDelivery(ctx: Ctx, { deliveryId }: { deliveryId: string }): Promise<void> {
  const delivery = await claim(ctx, deliveryId)
  if (!delivery) return
  const { status, problem, retry, retryAfter } = await attempt(ctx, delivery)
  const answered = { lastStatus: status, reason: problem }
  if (problem)
    ctx.log.info(
      {
        shopId: ctx.shop.id,
        integration: delivery.integration,
        delivery: delivery.id,
        status,
        problem,
        attempts: delivery.attempts,
      },
      'delivery refused',
    )
  if (!retry || delivery.attempts >= maxDeliveryAttempts) return end(ctx, delivery, answered)
  if (retryAfter === null) {
    await note(ctx, delivery, answered)
    throw new DeliveryDelayed(problem ?? undefined)
  }
  await inTransaction(ctx, async (tx) => {
    await note(tx, delivery, answered)
    await tx.enqueue(
      'integrations.deliver',
      { deliveryId },
      { startAfterSeconds: Math.min(retryAfter, longestRetryAfterSeconds) },
    )
  })
}

const stateOf = (problem: MessageCode | null) =>
  problem === null ? 'sent' : problem === 'integrationNothingToSend' ? 'dropped' : 'failed'

/** Records the last response and runs `settled`. */
async function end(
  ctx: Ctx,
  delivery: IntegrationDelivery,
  answered: { lastStatus: number | null; reason: MessageCode | null },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await note(tx, delivery, { ...answered, state: stateOf(answered.reason), finishedAt: tx.now() })
    const integration = tx.integrations.find(({ key }) => key === delivery.integration)
    await integration?.settled?.(tx, { id: delivery.id, payload: delivery.payload as DeliveryPayload }, answered.reason)
  })
}

/** Counts the attempt before sending, so that a delivery that crashes its process is given up too. */
async function claim({ db, shop }: Ctx, id: string): Promise<IntegrationDelivery | null> {
  const [row] = await db.integrationDelivery.updateManyAndReturn({
    where: { shopId: shop.id, id, state: 'waiting' },
    data: { attempts: { increment: 1 } },
  })
  return row ?? null
}

const buildFinalFailure = (problem: MessageCode): ServiceResult => ({
  problem,
  status: null,
  retry: false,
  retryAfter: null,
  answer: null,
})

async function attempt(
  ctx: Ctx,
  { id, integration: key, event, payload }: IntegrationDelivery,
): Promise<ServiceResult> {
  const integration = ctx.integrations.find((each) => each.key === key)
  const secrets = integration ? await readConnection(ctx, integration) : null
  if (!integration || !secrets) return buildFinalFailure('integrationNotConnected')
  const request = await integration.buildRequest?.(ctx, { id, event, payload } as OpenDelivery, secrets)
  if (typeof request === 'string') return buildFinalFailure(request)
  if (!request) return buildFinalFailure('integrationNothingToSend')
  const result = await callService(ctx, integration, request)
  const unusable = result.problem === null && result.answer ? await request.receive?.(result.answer) : null
  return unusable ? { ...result, problem: unusable, retry: true } : result
}

async function note(
  { db, shop }: Ctx,
  { id }: IntegrationDelivery,
  data: Prisma.IntegrationDeliveryUpdateInput,
): Promise<void> {
  await db.integrationDelivery.updateMany({ where: { shopId: shop.id, id, state: 'waiting' }, data })
}
