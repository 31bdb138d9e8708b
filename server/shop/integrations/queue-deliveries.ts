import { v7 as uuidv7 } from 'uuid'
import { maxWaitingDeliveries } from '../../../rules/limits.ts'
import { allows } from '../../../rules/plans.ts'
import { inTransaction, readPlan, type Ctx } from '../../core/context.ts'
import type { EventName, Events } from '../../core/events.ts'
import { readSecretDates } from '../../core/secrets/shop-secrets.ts'
import { secretNames } from './connection.ts'
import type { DeliveredEvent, DeliveryPayload, Integration } from './integration.ts'

/** Queues an event's deliveries to the connected services. Runs in the transaction of the change. */
export async function queueDeliveries<E extends EventName>(tx: Ctx, event: E, payload: Events[E]): Promise<void> {
  if ('imported' in payload) return
  const listening = tx.integrations.flatMap((integration) => {
    const listener = (integration.listens as Listens<E> | undefined)?.[event]
    return listener ? [{ integration, listener }] : []
  })
  if (listening.length === 0) return
  const kept = await readSecretDates(tx)
  for (const { integration, listener } of listening) {
    const isConnected = secretNames(integration).every((name) => kept.has(name))
    if (!isConnected || (integration.feature && !allows(readPlan(tx), integration.feature))) continue
    await queueServiceRequests(tx, {
      integration,
      event,
      payloads: await listener(tx, payload),
    })
  }
}

type Listens<E extends EventName> = {
  readonly [Event in E]?: (tx: Ctx, payload: Events[E]) => DeliveryPayload[] | Promise<DeliveryPayload[]>
}

interface ServiceRequestBatch {
  integration: Integration
  event: DeliveredEvent
  payloads: readonly DeliveryPayload[]
  /** The receiver, where a shop has several. */
  endpointId?: string
}

/**
 * Queues requests to a service in the change's transaction. Drops the newest beyond the shop's limit, with a log row.
 * Returns the ids.
 */
export async function queueServiceRequests(
  ctx: Ctx,
  { integration, event, payloads, endpointId }: ServiceRequestBatch,
): Promise<string[]> {
  if (payloads.length === 0) return []
  const { key } = integration
  return inTransaction(ctx, async (tx) => {
    const room = maxWaitingDeliveries - (await countWaiting(tx))
    const dropped = { state: 'dropped', reason: 'tooManyDeliveries', finishedAt: tx.now() } as const
    const rows = payloads.map((payload, index) => ({
      shopId: tx.shop.id,
      id: uuidv7(),
      integration: key,
      lane: endpointId ?? key,
      ...(endpointId && { endpointId }),
      event: integration.nameEvent?.(payload) ?? event,
      payload: payload,
      createdAt: tx.now(),
      dueAt: tx.now(),
      ...(index >= room && dropped),
    }))
    await tx.db.integrationDelivery.createMany({ data: rows })
    const taken = rows.slice(0, Math.max(0, room))
    if (taken.length < rows.length)
      tx.log.warn({ shopId: tx.shop.id, integration: key, dropped: rows.length - taken.length }, 'deliveries dropped')
    for (const row of rows.slice(taken.length))
      await integration.settled?.(tx, { id: row.id, payload: row.payload }, 'tooManyDeliveries')
    return rows.map(({ id }) => id)
  })
}

async function countWaiting({ db, shop }: Ctx): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    select count(*) as count from (select from "IntegrationDelivery" where "shopId" = ${shop.id}::uuid and state = 'waiting' limit ${maxWaitingDeliveries}) waiting`
  return Number(row?.count ?? 0)
}
