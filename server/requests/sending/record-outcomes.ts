import { addFacts, requestFacts } from '../../shop/analytics/facts.ts'
import type { Deps } from '../../core/context.ts'
import { requestEmails } from '../../core/metrics.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { buildQueueCountUpdate } from '../requests/queue-counts.ts'
import { buildMarkCountUpdate } from '../requests/queue-marks.ts'
import { type QueueStatus } from '../../../rules/queue-status.ts'
import { ownSenderApp } from '../../../rules/sender-apps.ts'
import { queueSentWebhooks } from '../../shop/webhooks/queue-webhooks.ts'
import type { ClaimedItem } from './claim.ts'
import type { KeptMail } from './stored-mail.ts'

export interface SendOutcome {
  item: ClaimedItem
  status: Extract<QueueStatus, 'success' | 'failed' | 'waiting' | 'cancelled' | 'paused'>
  skipReason?: string
  /** Rule that moved it, and the value that moved or skipped it. */
  moveReason?: string | null
  reasonValue?: string | null
  errorMessage?: string
  scheduledAt?: Date
  subject?: string
  /** Content of the email, for viewing it later. */
  kept?: KeptMail
  isFollowed?: boolean
  hasPush?: boolean
  senderApp?: string
  /** Start of the billing cycle that gets its unit back, since the request counted but was not sent. */
  unspent?: Date | null
}

/**
 * Writes the outcomes of claimed requests of any shops, with counters, facts and monthly usage. One statement, so all
 * or nothing. Drops an outcome whose claim another sender took over. A request that was opened or reviewed before its
 * outcome keeps that status.
 */
export async function recordOutcomes(
  deps: Pick<Deps, 'access' | 'now' | 'publish'>,
  outcomes: readonly SendOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return
  const now = deps.now()
  const column = <T>(pick: (outcome: SendOutcome) => T): T[] => outcomes.map(pick)
  const settled = await deps.access.acrossShops('claim due mails').$queryRaw<{ shopId: string; id: string }[]>`
    with settled as (
      update "QueueItem" q
      set status = case when q.status = 'sending' then c.status::"QueueStatus" else q.status end,
        "skipReason" = c.reason, "errorMessage" = c.error, "moveReason" = c.move, "senderApp" = coalesce(c.app, q."senderApp"),
        "pushStatus" = case when c.push and c.status = 'success' then coalesce(q."pushStatus", 'pending') else q."pushStatus" end,
        "reasonValue" = c.value, "leaseUntil" = null, version = q.version + 1, "updatedAt" = ${now},
        "scheduledAt" = coalesce(c.due, q."scheduledAt"), subject = coalesce(c.subject, q.subject),
        "templateVersion" = coalesce(c.template, q."templateVersion"), "mailData" = coalesce(c.data, q."mailData"),
        "sentAt" = case when c.status = 'success' then ${now} else q."sentAt" end
      from unnest(${column(({ item }) => item.shopId)}::uuid[], ${column(({ item }) => item.id)}::uuid[], ${column(({ item }) => item.fence)}::int[],
        ${column(({ status }) => status)}::text[], ${column(({ skipReason }) => skipReason ?? null)}::text[], ${column(({ errorMessage }) => errorMessage ?? null)}::text[],
        ${column(({ scheduledAt }) => scheduledAt ?? null)}::timestamptz[], ${column(({ subject }) => subject ?? null)}::text[], ${column(({ unspent }) => unspent ?? null)}::timestamptz[],
        ${column(({ kept }) => kept?.templateVersion ?? null)}::int[], ${column(({ kept }) => (kept ? JSON.stringify(kept.mailData) : null))}::jsonb[],
        ${column(({ moveReason }) => moveReason ?? null)}::text[], ${column(({ reasonValue }) => reasonValue ?? null)}::text[],
        ${column(({ isFollowed = false }) => isFollowed)}::boolean[], ${column(({ hasPush = false }) => hasPush)}::boolean[], ${column(({ senderApp }) => senderApp ?? null)}::text[]
      ) as c("shopId", id, fence, status, reason, error, due, subject, unspent, template, data, move, value, followed, push, app)
      where q."shopId" = c."shopId" and q.id = c.id and q.fence = c.fence and q."leaseUntil" is not null
      returning q."shopId", q.id, q."orderId", q.type, q.status, q."skipReason", c.status as wanted, c.unspent, c.followed, c.push, q."senderApp", q."pushStatus", q."createdOrderAt", q."sentAt", q."orderName", q."customerName", q."customerEmail"
    ), counted as (${buildQueueCountUpdate(Prisma.sql`
      select "shopId", type, 'sending'::"QueueStatus", -1, 0 from settled where status::text = wanted
      union all select "shopId", type, status, 1, (status = 'cancelled' and "skipReason" is not null)::int from settled where status::text = wanted`)}
    ), marked as (${buildMarkCountUpdate(Prisma.sql`
      select "shopId", type, 'sentToMarketing', 1 from settled where status = 'success' and wanted = 'success' and "senderApp" <> ${ownSenderApp}`)}
    ), noted as (${addFacts(requestFacts('requests.sent', { items: Prisma.sql`select * from settled where wanted = 'success'`, at: Prisma.sql`i."sentAt"` }))}
    ), told as (${queueSentWebhooks(Prisma.sql`select * from settled where status = 'success' and wanted = 'success'`, now)}
    ), followed as (
      insert into "DelayedMail" ("shopId", key, job, data, "dueAt", "createdAt")
      select "shopId", 'follow-up ' || id, 'requests.followUps', jsonb_build_object('ids', jsonb_build_array(id)), ${now}, ${now} from settled where followed and wanted = 'success'
      on conflict do nothing
    ), pushed as (
      insert into "DelayedMail" ("shopId", key, job, data, "dueAt", "createdAt")
      select "shopId", 'push ' || id, 'pushes.send', jsonb_build_object('ids', jsonb_build_array(id)), ${now}, ${now} from settled where push and wanted = 'success' and "pushStatus" = 'pending'
      on conflict do nothing
    ), given_back as (
      update "RequestUsage" u set sent = greatest(0, u.sent - b.places)
      from (select "shopId", unspent, count(*)::int as places from settled where unspent is not null and status::text = wanted group by "shopId", unspent) b
      where u."shopId" = b."shopId" and u."cycleStart" = b.unspent
    )
    select "shopId", id from settled`
  for (const { status } of outcomes) requestEmails.inc({ outcome: status })
  for (const { shopId, id } of settled) deps.publish(shopId, 'queue', id)
}
