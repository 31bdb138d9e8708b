import { summarise } from '../../../rules/rating-summary.ts'
import { missingScopes } from '../../../rules/scopes.ts'
import { queueLostJobs } from '../../core/background/lost-jobs.ts'
import type { Ctx, Deps } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { mostRatings } from '../../platform/platform.ts'

/** A job yields to other shops after this time. */
const longestMs = 5_000

interface DueProduct {
  id: string
  platformId: string
  version: number
  ratingSent: string | null
  deletedAt: Date | null
  counts: { rate: number; count: number }[]
}

/**
 * Job: sends changed ratings to the platform as metafields, which themes and other apps read. Changes during the job
 * stay due. Unchanged ratings are not sent again.
 */
export async function sendRatings(ctx: Ctx): Promise<void> {
  if (ctx.shop.uninstalledAt !== null || missingScopes(ctx.shop.grantedScopes, 'ratings').length > 0) return
  const end = Date.now() + longestMs
  for (let after = ''; Date.now() < end && !ctx.stopping.aborted;) {
    const due = await dueProducts(ctx, after)
    const last = due.at(-1)
    if (!last) return
    await pushRatings(ctx, due)
    after = last.id
  }
  await ctx.enqueue('ratings.send', {})
}

/** Shops that miss the access wait until it is granted. */
const isGranted = Prisma.sql`(s."grantedScopes" = '{}' or s."grantedScopes" @> array['write_products'])`

/** Schedule: retries due products after the job's own retries failed. */
export const retryRatings = (deps: Deps): Promise<number> =>
  queueLostJobs(deps, { job: 'ratings.send', due: Prisma.sql`p."ratingDue" and ${isGranted}` })

function dueProducts(ctx: Ctx, after: string): Promise<DueProduct[]> {
  return ctx.db.product.findMany({
    where: { shopId: ctx.shop.id, ratingDue: true, ...(after && { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: mostRatings,
    select: {
      id: true,
      platformId: true,
      version: true,
      ratingSent: true,
      deletedAt: true,
      counts: { where: { status: 'published' }, select: { rate: true, count: true } },
    },
  })
}

async function pushRatings(ctx: Ctx, due: readonly DueProduct[]): Promise<void> {
  const rated = due.map(({ counts, ...product }) => ({ ...product, ...summarise(counts) }))
  const textOf = ({ average, count }: { average: number; count: number }) => (count > 0 ? `${average} ${count}` : null)
  // The platform no longer has a deleted product.
  const changed = rated.filter((product) => product.deletedAt === null && textOf(product) !== product.ratingSent)
  if (changed.length > 0)
    await ctx.platform.setRatings(
      ctx.shop,
      changed.map(({ platformId, average, count }) => ({ platformId, average, count })),
    )
  for (const { id, version, ...product } of rated)
    await ctx.db.product.updateMany({
      where: { shopId: ctx.shop.id, id, version },
      data: { ratingDue: false, ratingSent: product.deletedAt === null ? textOf(product) : null },
    })
}
