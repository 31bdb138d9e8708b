import { Prisma, type Import } from '../../generated/prisma/client.ts'
import type { Ctx } from '../../core/context.ts'
import type { LockedReview } from '../../reviews/reviews/lock-reviews.ts'

export interface UndoPlan {
  /** Reviews of the import that still exist, including those in the trash. */
  reviews: number
  /** Reviews changed since the import, such as edited, answered, published or hidden. Excludes the trash. */
  changed: number
}

/** The version an import writes. Edits raise it; fetched pictures and new product titles don't. */
const ownVersion = 1

const isChanged = Prisma.sql`version > ${ownVersion} and status <> 'deleted'`

/** Counts what an undo would remove. Uses the index on the import's reviews. */
export async function readUndoPlan(ctx: Ctx, importId: string): Promise<UndoPlan> {
  const [plan] = await ctx.db.$queryRaw<UndoPlan[]>`
    select count(*)::int as reviews, (count(*) filter (where ${isChanged}))::int as changed
    from "Review" where "shopId" = ${ctx.shop.id}::uuid and "importId" = ${importId}::uuid`
  return plan ?? { reviews: 0, changed: 0 }
}

type Undoing = Pick<Import, 'id' | 'takeChanged'>

/** Selects the reviews that an undo removes. Trashed reviews always go, because the merchant deleted them anyway. */
export const selectUndoneReviews = (shopId: string, { id, takeChanged }: Undoing): Prisma.Sql =>
  Prisma.sql`"shopId" = ${shopId}::uuid and "importId" = ${id}::uuid ${takeChanged ? Prisma.empty : Prisma.sql`and not (${isChanged})`}`

/** Decides the same for a locked row. */
export const isUndone = (
  { version, status }: Pick<LockedReview, 'version' | 'status'>,
  { takeChanged }: Undoing,
): boolean => takeChanged || version === ownVersion || status === 'deleted'

export const countKeptReviews = (ctx: Ctx, importId: string): Promise<number> =>
  ctx.db.review.count({ where: { shopId: ctx.shop.id, importId } })
