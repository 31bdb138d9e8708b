import { autoPublishAfterDays } from '../../../../rules/limits.ts'
import { allows, PLAN_IDS } from '../../../../rules/plans.ts'
import { dayMs } from '../../../../rules/dates.ts'
import { inTransaction, makeContext, readPlan, type Ctx, type Deps } from '../../../core/context.ts'
import type { CrossShopReason } from '../../../core/database/for-shop.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { readSetting } from '../../../shop/settings/settings.ts'
import { countAsReceived } from '../../statements/statements.ts'
import { lockReviews } from '../lock-reviews.ts'
import { writeReviews, type ChangeAuthor } from '../write-reviews.ts'
import { deleteRows } from './remove.ts'

/** Reviews per transaction; few enough that the merchant's own actions don't wait. */
const batch = 500
/** Limits of due rows scanned for their shops, and of shops per query. */
const scanLimit = 1_000
const shopsAtOnce = 100
/** Rounds per run, so that a shutdown need not wait; the schedule runs again at once. */
const maxRounds = 20

const rule: ChangeAuthor = { actor: 'rule', name: '' }
/** Condition of reviews that are published after 14 days. Those that a moderation rule holds wait for a person. */
export const isDueForPublishing = Prisma.sql`status = 'pending' and "decidedBy" = 'rule' and coalesce(why->>'code', '') not like 'rule.hold.%'`
const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)

/**
 * Schedule: publishes reviews that a rule left pending, 14 days after they arrived or were restored (spec 9). The
 * shop's settings can turn it off. Skips imported reviews and those that the merchant decided about. Each batch is one
 * transaction, so processes can share the work and crash safely. Returns the number of published reviews.
 */
export async function publishDueReviews(deps: Deps): Promise<number> {
  const before = daysBefore(deps.now(), autoPublishAfterDays)
  const shopsDue = async (failed: readonly string[]): Promise<string[]> => {
    const rows = await deps.access.acrossShops('publish ripe reviews').$queryRaw<{ shopId: string }[]>`
      select distinct "shopId" from (
        select "shopId" from "Review" where ${isDueForPublishing} and "enteredAt" <= ${before} and origin <> 'imported' and "importId" is null
          and "shopId" <> all(${failed}::uuid[])
          and not exists (select 1 from "Setting" g where g."shopId" = "Review"."shopId" and g.key = 'general' and g.value->>'autoPublishPending' = 'false')
        order by "enteredAt" limit ${scanLimit}) due limit ${shopsAtOnce}`
    return rows.map(({ shopId }) => shopId)
  }
  return eachShop(deps, { reason: 'publish ripe reviews', shopsDue, run: (ctx) => publishBatch(ctx, before) })
}

async function publishBatch(ctx: Ctx, before: Date): Promise<number> {
  const { autoPublishPending } = await readSetting(ctx, 'general')
  if (!autoPublishPending) return 0
  return inTransaction(ctx, async (tx) => {
    // Skips rows that another transaction locks; a later run checks them again.
    const due = await tx.db.$queryRaw<{ id: string }[]>`
      select id from "Review"
      where "shopId" = ${tx.shop.id}::uuid and ${isDueForPublishing} and "enteredAt" <= ${before} and origin <> 'imported' and "importId" is null
      order by "enteredAt" limit ${batch} for update skip locked`
    if (due.length === 0) return 0
    const rows = await lockReviews(
      tx,
      due.map(({ id }) => id),
    )
    await writeReviews(tx, {
      action: 'published',
      by: rule,
      set: {
        status: 'published',
        decidedBy: 'rule',
        why: { code: 'rule.after14Days', params: { days: autoPublishAfterDays } },
      },
      changes: rows.map((row) => ({ row, set: { publishedAt: row.publishedAt ?? tx.now() } })),
    })
    return rows.length
  })
}

/** An author's objection keeps a review in the trash until the merchant has decided. */
const noOpenObjection = Prisma.sql`not exists (select from "ReviewStatement" s where s."shopId" = r."shopId" and s."reviewId" = r.id and s."objectedAt" is not null and s.decision is null)`

const plansWithBin = PLAN_IDS.filter((plan) => allows(plan, 'recycleBin'))

/**
 * Schedule: empties the trash after 15 or 30 days where the merchant enabled it (pro and up; spec 4). Deletes rows with
 * their history and pictures, and updates counters in the same transaction. As safe as `publishDueReviews`. Returns how
 * many were deleted.
 */
export async function purgeTrash(deps: Deps): Promise<number> {
  const db = deps.access.acrossShops('purge what is over')
  const now = deps.now()
  const shopsDue = async (failed: readonly string[]): Promise<string[]> => {
    // Selects shops that enabled it, by their number of days; the settings reader has the final say.
    const rows = await db.$queryRaw<{ shopId: string }[]>`
      select distinct r."shopId" from "Review" r
        join "Shop" s on s.id = r."shopId" and s.plan = any(${plansWithBin})
        left join "Setting" g on g."shopId" = r."shopId" and g.key = 'general'
      where r.status = 'deleted' and ${noOpenObjection} and r."deletedAt" <= case when g.value->>'deleteAfterDays' = '15' then ${daysBefore(now, 15)}::timestamptz else ${daysBefore(now, 30)}::timestamptz end
        and r."deletedAt" <= ${daysBefore(now, 15)} and g.value->>'enableTrashReview' is distinct from 'false' and r."shopId" <> all(${failed}::uuid[])
      limit ${shopsAtOnce}`
    return rows.map(({ shopId }) => shopId)
  }
  return eachShop(deps, { reason: 'purge what is over', shopsDue, run: purgeBatch })
}

async function purgeBatch(ctx: Ctx): Promise<number> {
  const { enableTrashReview, deleteAfterDays } = await readSetting(ctx, 'general')
  if (!enableTrashReview || !allows(readPlan(ctx), 'recycleBin')) return 0
  const before = daysBefore(ctx.now(), deleteAfterDays)
  return inTransaction(ctx, async (tx) => {
    const due = await tx.db.$queryRaw<{ id: string }[]>`
      select id from "Review" r where "shopId" = ${tx.shop.id}::uuid and status = 'deleted' and "deletedAt" <= ${before} and ${noOpenObjection}
      order by "deletedAt" limit ${batch} for update skip locked`
    if (due.length === 0) return 0
    const rows = await lockReviews(
      tx,
      due.map(({ id }) => id),
    )
    await countAsReceived(
      tx,
      rows.map(({ id }) => id),
    )
    await deleteRows(tx, rows)
    return rows.length
  })
}

interface ShopWork {
  reason: CrossShopReason
  /** Returns shops with due rows, except those that failed in this run. */
  shopsDue(failed: readonly string[]): Promise<string[]>
  /** Processes one batch of a shop; returns the number of rows. */
  run(ctx: Ctx): Promise<number>
}

/** Processes one batch of each shop in turn, so that a large or failing shop doesn't delay the others. */
async function eachShop(deps: Deps, { reason, shopsDue, run }: ShopWork): Promise<number> {
  const failed: string[] = []
  let done = 0
  for (let attempt = 0; attempt < maxRounds; attempt++) {
    const ids = await shopsDue(failed)
    if (ids.length === 0) return done
    const shops = await deps.access.acrossShops(reason).shop.findMany({ where: { id: { in: ids } } })
    let round = 0
    for (const shop of shops) {
      try {
        round += await run(makeContext(deps, shop, { kind: 'system', name: reason }))
      } catch (error) {
        deps.log.error({ err: error, shopId: shop.id }, reason)
        failed.push(shop.id)
      }
    }
    done += round
    // Another process holds the remaining due rows.
    if (round === 0) return done
  }
  return done
}
