import { Prisma, type Import } from '../../generated/prisma/client.ts'
import type { Ctx } from '../../core/context.ts'
import type { LockedReview } from '../../reviews/reviews/lock-reviews.ts'

export interface UndoPlan {
  /** Of this import and in the shop still, those in the trash among them. */
  reviews: number
  /** Of these, what was changed since: edited, answered, published, hidden, marked. Not those in the trash. */
  changed: number
}

/** The version an import writes; every later change by anybody raises it, arriving pictures and a product's new title do not. */
const ownVersion = 1

const isChanged = Prisma.sql`version > ${ownVersion} and status <> 'deleted'`

/** What an undo would take; counted by the index of the import's reviews. */
export async function readUndoPlan(ctx: Ctx, importId: string): Promise<UndoPlan> {
  const [plan] = await ctx.db.$queryRaw<UndoPlan[]>`
    select count(*)::int as reviews, (count(*) filter (where ${isChanged}))::int as changed
    from "Review" where "shopId" = ${ctx.shop.id}::uuid and "importId" = ${importId}::uuid`
  return plan ?? { reviews: 0, changed: 0 }
}

type Undoing = Pick<Import, 'id' | 'takeChanged'>

/** The reviews that an undo takes. What lies in the trash goes whoever put it there: the merchant wanted it gone. */
export const selectUndoneReviews = (shopId: string, { id, takeChanged }: Undoing): Prisma.Sql =>
  Prisma.sql`"shopId" = ${shopId}::uuid and "importId" = ${id}::uuid ${takeChanged ? Prisma.empty : Prisma.sql`and not (${isChanged})`}`

/** The same of a locked row. */
export const isUndone = (
  { version, status }: Pick<LockedReview, 'version' | 'status'>,
  { takeChanged }: Undoing,
): boolean => takeChanged || version === ownVersion || status === 'deleted'

/** How many of an import's reviews there are. */
export const countKeptReviews = (ctx: Ctx, importId: string): Promise<number> =>
  ctx.db.review.count({ where: { shopId: ctx.shop.id, importId } })
