import { z } from 'zod'
import type { Ctx } from '../../../core/context.ts'

const proposal = z.object({
  title: z.string(),
  content: z.string(),
  media: z.array(z.object({ id: z.string(), hidden: z.boolean() })).default([]),
  /** Merchant's message to the customer, or empty. */
  note: z.string().default(''),
})

export type EditProposal = z.infer<typeof proposal>

/**
 * Returns the proposal of each review's newest edit request, from the request's history entry. Leaves out old requests
 * without a proposal: customers can't approve them.
 */
export async function readEditProposals(ctx: Ctx, reviewIds: readonly string[]): Promise<Map<string, EditProposal>> {
  const entries = await ctx.db.reviewHistory.findMany({
    where: { shopId: ctx.shop.id, reviewId: { in: [...reviewIds] }, action: 'editRequested' },
    select: { reviewId: true, after: true },
    orderBy: { id: 'asc' },
  })
  const newest = new Map(entries.map(({ reviewId, after }) => [reviewId, proposal.safeParse(after)]))
  return new Map(
    [...newest].flatMap(([id, parsed]): [string, EditProposal][] => (parsed.success ? [[id, parsed.data]] : [])),
  )
}
