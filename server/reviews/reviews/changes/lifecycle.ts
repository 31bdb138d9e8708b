import { autoPublishAfterDays } from '../../../../rules/limits.ts'
import { allows, PLAN_IDS } from '../../../../rules/plans.ts'
import { dayMs } from '../../../../rules/dates.ts'
import { inTransaction, makeContext, readPlan, type Ctx, type Deps } from '../../../core/context.ts'
import type { CrossShopReason } from '../../../core/database/for-shop.ts'
import { readSetting } from '../../../shop/settings/settings.ts'
import { applyCounts } from '../counts.ts'
import { lockReviews } from '../lock-reviews.ts'
import { writeReviews, type ChangeAuthor } from '../write-reviews.ts'

/** Reviews of one transaction: short enough that the merchant's own acts do not wait for it. */
const batch = 500
/** Due rows looked at to find their shops, and shops of one look. */
const scanLimit = 1_000
const shopsAtOnce = 100
/** Of one run, so that a process that is to stop gets to it; the schedule asks again at once. */
const maxRounds = 20

const rule: ChangeAuthor = { actor: 'rule', name: '' }
const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)

/**
 * Schedule: publishes reviews that a rule left pending 14 days after they entered our store or came back from the trash (spec 9),
 * unless the shop's settings turn it off. Skips imported rows and those the merchant decided about. Each batch of a shop is a
 * transaction of its own: a killed process leaves nothing half done, and several nodes share the rows.
 * Returns the number of published reviews.
 */
export async function publishDueReviews(deps: Deps): Promise<number> {
  const before = daysBefore(deps.now(), autoPublishAfterDays)
  const shopsDue = async (failed: readonly string[]): Promise<string[]> => {
    const rows = await deps.access.acrossShops('publish ripe reviews').$queryRaw<{ shopId: string }[]>`
      select distinct "shopId" from (
        select "shopId" from "Review" where status = 'pending' and "decidedBy" = 'rule' and "enteredAt" <= ${before} and origin <> 'imported' and "importId" is null
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
    // Rows that another transaction changes are left to them, and looked at again.
    const due = await tx.db.$queryRaw<{ id: string }[]>`
      select id from "Review"
      where "shopId" = ${tx.shop.id}::uuid and status = 'pending' and "decidedBy" = 'rule' and "enteredAt" <= ${before} and origin <> 'imported' and "importId" is null
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

const plansWithBin = PLAN_IDS.filter((plan) => allows(plan, 'recycleBin'))

/**
 * Schedule: the recycle bin empties itself 15 or 30 days after a review went there, where the merchant wants it (pro and up;
 * spec 4). Rows go for ever with their history and pictures, counters in the same transaction. Safe to kill and to run on
 * several nodes, as publishRipe. Answers how many are gone.
 */
export async function purgeTrash(deps: Deps): Promise<number> {
  const db = deps.access.acrossShops('purge what is over')
  const now = deps.now()
  const shopsDue = async (failed: readonly string[]): Promise<string[]> => {
    // Only whoever empties it at all is looked at, with the number of days that is theirs; the settings' reader has the last word.
    const rows = await db.$queryRaw<{ shopId: string }[]>`
      select distinct r."shopId" from "Review" r
        join "Shop" s on s.id = r."shopId" and s.plan = any(${plansWithBin})
        left join "Setting" g on g."shopId" = r."shopId" and g.key = 'general'
      where r.status = 'deleted' and r."deletedAt" <= case when g.value->>'deleteAfterDays' = '15' then ${daysBefore(now, 15)}::timestamptz else ${daysBefore(now, 30)}::timestamptz end
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
      select id from "Review" where "shopId" = ${tx.shop.id}::uuid and status = 'deleted' and "deletedAt" <= ${before}
      order by "deletedAt" limit ${batch} for update skip locked`
    if (due.length === 0) return 0
    const rows = await lockReviews(
      tx,
      due.map(({ id }) => id),
    )
    await tx.db.review.deleteMany({ where: { shopId: tx.shop.id, id: { in: rows.map(({ id }) => id) } } })
    await applyCounts(
      tx,
      rows.map((row) => ({ ...row, by: -1 })),
    )
    return rows.length
  })
}

interface ShopWork {
  reason: CrossShopReason
  /** Shops with something due, but for those that failed in this run. */
  shopsDue(failed: readonly string[]): Promise<string[]>
  /** One batch of a shop; answers how many rows it did. */
  run(ctx: Ctx): Promise<number>
}

/** One batch of each shop in turn, so that a large one does not keep the others waiting; one shop's trouble is not the others'. */
async function eachShop(deps: Deps, { reason, shopsDue, run }: ShopWork): Promise<number> {
  const failed: string[] = []
  let done = 0
  for (let turn = 0; turn < maxRounds; turn++) {
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
    // What is due and cannot be had is in another node's hands.
    if (round === 0) return done
  }
  return done
}
