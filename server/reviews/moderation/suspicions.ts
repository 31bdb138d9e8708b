import {
  MODERATION_RULES,
  previewReviews,
  ruleCountDays,
  strictestAct,
  type ActingRule,
  type ModerationRule,
  type SuspicionReason,
} from '../../../rules/moderation.ts'
import { dayMs } from '../../../rules/dates.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { makeCursors } from '../../core/database/cursor.ts'
import { findPage } from '../../core/database/find-page.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../../core/database/keyset.ts'
import { NotAllowed, NotFound, parse } from '../../core/errors.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { MODERATION } from '../../../rules/settings/moderation.ts'
import { addHistory, readChangeAuthor } from '../reviews/write-reviews.ts'
import { findRuleReasons } from './moderation.ts'

export interface Suspicion {
  reviewId: string
  reasons: SuspicionReason[]
  points: number
  createdAt: Date
  settledAt: Date | null
}

const columns = { reviewId: true, reasons: true, points: true, createdAt: true, settledAt: true } as const

const mostSuspicious: Order<Suspicion> = {
  name: 'most-suspicious',
  columns: [
    { field: 'points', direction: 'desc' },
    { field: 'reviewId', direction: 'desc' },
  ],
}

/** Returns a page of the reviews to look at first, by one statement: the most suspicious first, then the newest. */
export async function listSuspicions(ctx: Ctx, args: PageArgs): Promise<Page<Suspicion>> {
  return keysetPage(args, {
    order: mostSuspicious,
    cursors: makeCursors(ctx),
    find: ({ where, orderBy, take }) =>
      findPage<Suspicion>(ctx, 'ReviewSuspicion', {
        where: { shopId: ctx.shop.id, settledAt: null, AND: where.AND },
        orderBy,
        take,
        select: columns,
      }),
  })
}

/** Returns each review's open reasons; null without one. */
export async function readSuspicions(ctx: Ctx, reviewIds: readonly string[]): Promise<(Suspicion | null)[]> {
  const rows = await ctx.db.reviewSuspicion.findMany({
    where: { shopId: ctx.shop.id, reviewId: { in: [...reviewIds] }, settledAt: null },
    select: columns,
  })
  const byReview = new Map(rows.map((row) => [row.reviewId, row as unknown as Suspicion]))
  return reviewIds.map((id) => byReview.get(id) ?? null)
}

/** Returns a review's open reasons, or null. @throws NotFound */
export async function requireSuspicion(ctx: Ctx, reviewId: string): Promise<Suspicion | null> {
  await requireRow(ctx, reviewId)
  const [suspicion = null] = await readSuspicions(ctx, [reviewId])
  return suspicion
}

async function requireRow({ db, shop }: Ctx, id: string): Promise<void> {
  const row = await db.review.findUnique({ where: { shopId_id: { shopId: shop.id, id } }, select: { id: true } })
  if (!row) throw new NotFound()
}

/**
 * Takes a review off the queue as fine; its status stays.
 * @throws NotFound; NotAllowed noSuspicion
 */
export async function dismissSuspicion(ctx: Ctx, reviewId: string): Promise<void> {
  const shopId = ctx.shop.id
  await inTransaction(ctx, async (tx) => {
    await requireRow(tx, reviewId)
    if ((await settle(tx, [reviewId])) === 0) throw new NotAllowed('noSuspicion')
    await addHistory(tx, {
      action: 'foundFine',
      by: { ...readChangeAuthor(tx), actor: 'merchant' },
      entries: [{ reviewId }],
    })
    tx.publish('reviewCounts', shopId)
  })
}

async function settle(tx: Ctx, ids: readonly string[]): Promise<number> {
  const { count } = await tx.db.reviewSuspicion.updateMany({
    where: { shopId: tx.shop.id, reviewId: { in: [...ids] }, settledAt: null },
    data: { settledAt: tx.now() },
  })
  return count
}

/** Listener: a review that is hidden or in the trash needs no look. */
export async function settleRefused(tx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  await settle(tx, ids)
}

/** Listener: a review that the merchant published needs no look; one that a rule published does. */
export async function settlePublished(tx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  const decided = await tx.db.review.findMany({
    where: { shopId: tx.shop.id, id: { in: ids }, decidedBy: 'merchant' },
    select: { id: true },
  })
  if (decided.length > 0)
    await settle(
      tx,
      decided.map(({ id }) => id),
    )
}

/** Returns on how many reviews each rule acted in the last 30 days. Deleted reviews don't count. */
export async function countRuleActs(ctx: Ctx): Promise<{ rule: ModerationRule; count: number }[]> {
  const since = new Date(ctx.now().getTime() - ruleCountDays * dayMs)
  const rows = await ctx.db.$queryRaw<{ rule: string; count: number }[]>`
    select r->>'kind' as rule, count(*)::int as count
    from "ReviewSuspicion" s, jsonb_array_elements(s.reasons) r
    where s."shopId" = ${ctx.shop.id}::uuid and s."createdAt" > ${since} and r->>'act' is not null group by 1`
  return MODERATION_RULES.map((rule) => ({ rule, count: rows.find((row) => row.rule === rule)?.count ?? 0 }))
}

export interface ModerationTrial {
  /** What the rules find in the text. */
  reasons: SuspicionReason[]
  /** What they would have done with the newest reviews. */
  acts: { act: ActingRule; count: number }[]
  /** How many reviews that were: at most 100. */
  reviews: number
}

/**
 * Tries rules before they are saved, on a text and on the shop's newest reviews by shoppers. Absent settings are the
 * stored ones.
 * @throws InvalidInput
 */
export async function tryModeration(ctx: Ctx, text: string, draft: object): Promise<ModerationTrial> {
  const rules = parse(MODERATION.schema, { ...(await readSetting(ctx, 'moderation')), ...draft })
  const newest = await ctx.db.review.findMany({
    where: { shopId: ctx.shop.id, origin: { in: ['customer', 'guest'] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: previewReviews,
    select: { title: true, content: true },
  })
  const acts: (ActingRule | null)[] = []
  for (const review of newest) acts.push(strictestAct(await findRuleReasons(rules, review)))
  return {
    reasons: await findRuleReasons(rules, { title: '', content: text }),
    acts: (['mark', 'hold', 'reject'] as const).map((act) => ({
      act,
      count: acts.filter((each) => each === act).length,
    })),
    reviews: newest.length,
  }
}
