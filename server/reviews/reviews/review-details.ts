import { LISTED_STATUSES } from '../../../rules/review-status.ts'
import { dayMs } from '../../../rules/dates.ts'
import type { Ctx } from '../../core/context.ts'
import { NotFound } from '../../core/errors.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { readSetting } from '../../shop/settings/settings.ts'

/** Returns when a trashed review is deleted permanently, by the general settings; null: never automatically. */
export async function purgeDate(
  ctx: Ctx,
  { status, deletedAt }: { status: string; deletedAt: Date | null },
): Promise<Date | null> {
  if (status !== 'deleted' || !deletedAt) return null
  const { enableTrashReview, deleteAfterDays } = await readSetting(ctx, 'general')
  return enableTrashReview ? new Date(deletedAt.getTime() + deleteAfterDays * dayMs) : null
}

export interface Reviewer {
  id: string
  customerId: string | null
  email: string
}

/** Returns each reviewer's other reviews, by customer or email, newest first, in one statement. */
export async function findOtherReviewIds(
  ctx: Ctx,
  reviewers: readonly Reviewer[],
  first: number,
): Promise<Map<string, string[]>> {
  const keys = reviewers.map(({ id, customerId, email }) => ({ id, customer: customerId, email: email || null }))
  const rows = await ctx.db.$queryRaw<{ of: string; id: string }[]>`
    select reviewer.id as "of", other.id from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as reviewer(id uuid, customer uuid, email text)
    cross join lateral (
      select id, "createdAt" from "Review"
      where "shopId" = ${ctx.shop.id}::uuid and ("customerId" = reviewer.customer or (email = reviewer.email and email <> '')) and id <> reviewer.id and status = any(${LISTED_STATUSES}::"ReviewStatus"[])
      order by "createdAt" desc, id desc limit ${first}
    ) other order by reviewer.id, other."createdAt" desc, other.id desc`
  const found = new Map<string, string[]>()
  for (const row of rows) found.set(row.of, [...(found.get(row.of) ?? []), row.id])
  return found
}

/** Buyer whose orders are searched: by the review's order, its email address and that of its customer. */
export interface Buyer {
  id: string
  orderId: string | null
  emails: string[]
}

export type ReviewerOrder = Pick<Order, 'id' | 'platformId' | 'name' | 'createdAt' | 'fulfilledAt'>

/** Returns each reviewer's newest orders in one statement, always including the review's own order. */
export async function findReviewerOrders(
  ctx: Ctx,
  buyers: readonly Buyer[],
  first: number,
): Promise<ReviewerOrder[][]> {
  const keys = buyers.flatMap(({ id, emails, orderId }): { id: string; email?: string; orderId?: string }[] => [
    ...[...new Set(emails.filter(Boolean))].map((email) => ({ id, email })),
    ...(orderId ? [{ id, orderId }] : []),
  ])
  const rows =
    keys.length === 0
      ? []
      : await ctx.db.$queryRaw<(ReviewerOrder & { of: string })[]>`
    select buyer.id as "of", placed.* from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as buyer(id uuid, email text, "orderId" uuid)
    cross join lateral (
      (select id, "platformId", name, "createdAt", "fulfilledAt" from "Order"
        where "shopId" = ${ctx.shop.id}::uuid and email = buyer.email order by "createdAt" desc, id desc limit ${first})
      union all
      (select id, "platformId", name, "createdAt", "fulfilledAt" from "Order" where "shopId" = ${ctx.shop.id}::uuid and id = buyer."orderId")
    ) placed order by placed."createdAt" desc, placed.id desc`
  const found = Map.groupBy(rows, ({ of }) => of)
  return buyers.map(({ id, orderId }) => {
    const unique = [...new Map((found.get(id) ?? []).map((order) => [order.id, order])).values()]
    const own = unique.find((order) => order.id === orderId)
    const shown = unique.slice(0, first)
    return own && !shown.includes(own) ? [...shown.slice(0, first - 1), own] : shown
  })
}

/** Returns one picture or video with the columns of the caller's query. @throws NotFound */
export async function requireMedia<Query extends object>(ctx: Ctx, id: string, query: Query): Promise<never> {
  const media = await ctx.db.reviewMedia.findUnique({ ...query, where: { shopId_id: { shopId: ctx.shop.id, id } } })
  if (!media) throw new NotFound()
  return media as never
}
