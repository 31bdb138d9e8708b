import type { Ctx } from '../context.ts'

/**
 * What the merchant wrote to the customer with the newest edit request of each review; reviews without a note are left out. The
 * history's entry of the request is the one place where it stands.
 */
export async function editNotes(ctx: Ctx, reviewIds: readonly string[]): Promise<Map<string, string>> {
  const entries = await ctx.db.reviewHistory.findMany({
    where: { shopId: ctx.shop.id, reviewId: { in: [...reviewIds] }, action: 'editRequested' }, select: { reviewId: true, after: true }, orderBy: { id: 'asc' },
  })
  const newest = new Map(entries.map(({ reviewId, after }) => [reviewId, after]))
  return new Map([...newest].flatMap(([id, after]): [string, string][] => (hasNote(after) ? [[id, after.note]] : [])))
}

const hasNote = (after: unknown): after is { note: string } => typeof after === 'object' && after !== null && 'note' in after && typeof after.note === 'string'
