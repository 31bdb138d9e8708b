import { QUEUE_KINDS, type QueueKind } from '../../../rules/queue-status.ts'
import type { Deps } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { buildQueueCountUpdate } from '../requests/queue-counts.ts'

/** A request that only this process may send until its lease ends. */
export interface ClaimedItem {
  shopId: string
  id: string
  type: QueueKind
  /** Raised by every claim, which invalidates the outcomes of earlier holders. */
  fence: number
  /** Wall clock. */
  leaseUntil: Date
  orderId: string
  /** Part of the row's key: requests/parcels.ts. */
  parcel: string
  oldOrderRunId: string | null
  customerId: string | null
  orderName: string
  customerEmail: string
  customerName: string
  locale: string | null
  sequence: number
  manual: boolean
  attempts: number
  scheduledAt: Date
  messageId: string
}

/** Longer than any SMTP session; a crashed sender is replaced after it. */
export const leaseMs = 120_000

/**
 * Claims up to `batch` due requests, some of every shop, and requests whose sender crashed. Makes the Message-ID of the
 * row's id before the first attempt. Retries keep it, so receivers recognise them (decisions 'Promises'). Skips kinds
 * that only a newer process knows.
 */
export async function claimDue(deps: Pick<Deps, 'access' | 'now' | 'origin'>, batch: number): Promise<ClaimedItem[]> {
  const now = deps.now()
  const wall = new Date()
  const leaseUntil = new Date(wall.getTime() + leaseMs)
  const types = [...QUEUE_KINDS]
  const { hostname } = new URL(deps.origin)
  const access = deps.access.acrossShops('claim due mails')
  // Usually nothing is due, so the check uses no transaction.
  const shops = await access.$queryRaw<{ shopId: string }[]>`
    select due."shopId" from (select "shopId" from "QueueItem"
    where status in ('waiting', 'sending') and "scheduledAt" <= ${now} and (status = 'waiting' or "leaseUntil" < ${wall}) and type = any(${types}::text[])
    group by "shopId") due join "Shop" s on s.id = due."shopId" where s."mailPausedAt" is null order by random() limit ${batch}`
  if (shops.length === 0) return []
  const shopIds = shops.map(({ shopId }) => shopId)
  const shopLimit = Math.ceil(batch / shopIds.length)
  return access.$queryRaw<ClaimedItem[]>`
    with claimed as (
      update "QueueItem" q
      set status = 'sending', "leaseUntil" = ${leaseUntil}, fence = q.fence + 1, "updatedAt" = ${now},
        "messageId" = coalesce(q."messageId", '<' || q.id || ${`@${hostname}>`})
      from (
        select due.* from unnest(${shopIds}::uuid[]) as shop(id) cross join lateral (
          select "shopId", id, status as was from "QueueItem"
          where "shopId" = shop.id and status in ('waiting', 'sending') and "scheduledAt" <= ${now} and (status = 'waiting' or "leaseUntil" < ${wall}) and type = any(${types}::text[])
          order by "scheduledAt" limit ${shopLimit} for update skip locked
        ) due
      ) found
      where q."shopId" = found."shopId" and q.id = found.id
      returning q.*, found.was
    ), counted as (${buildQueueCountUpdate(Prisma.sql`
      select "shopId", type, 'waiting'::"QueueStatus", -1, 0 from claimed where was = 'waiting'
      union all select "shopId", type, 'sending'::"QueueStatus", 1, 0 from claimed where was = 'waiting'`)}
    )
    select "shopId", id, type, fence, "leaseUntil", "orderId", parcel, "oldOrderRunId", "customerId", "orderName", "customerEmail", "customerName", locale, sequence, manual, attempts, "scheduledAt", "messageId"
    from claimed`
}
