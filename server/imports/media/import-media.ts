import type { Ctx } from '../../core/context.ts'
import { requireImport } from '../imports.ts'

const mostBroken = 100

export interface BrokenMedia {
  reviewId: string
  kind: 'image' | 'video'
  address: string
  /** unreachable, timeout, status, address, redirects, type, tooLarge, notAnImage, notAVideo, videoTooLong ... */
  problem: string
}

/** Progress of an import's media. They are fetched after the reviews, which stay even if a fetch fails. */
export interface ImportMedia {
  waiting: number
  ready: number
  failed: number
  broken: BrokenMedia[]
}

/** Returns the state of the pictures and videos of an import's reviews. @throws NotFound also for another shop's id */
export async function readImportMedia(ctx: Ctx, importId: string): Promise<ImportMedia> {
  const { id } = await requireImport(ctx, importId)
  const counted = await ctx.db.$queryRaw<{ status: 'pending' | 'ready' | 'failed'; count: number }[]>`
    select m.status::text, count(*)::int as count from "ReviewMedia" m join "Review" r on r."shopId" = ${ctx.shop.id}::uuid and r.id = m."reviewId"
    where m."shopId" = ${ctx.shop.id}::uuid and r."importId" = ${id}::uuid group by 1`
  const of = (status: string): number => counted.find((one) => one.status === status)?.count ?? 0
  const broken =
    of('failed') === 0
      ? []
      : await ctx.db.$queryRaw<BrokenMedia[]>`
    select m."reviewId", m.kind::text as kind, coalesce(m."sourceUrl", '') as address, coalesce(m.error, 'unexpected') as problem
    from "ReviewMedia" m join "Review" r on r."shopId" = ${ctx.shop.id}::uuid and r.id = m."reviewId"
    where m."shopId" = ${ctx.shop.id}::uuid and r."importId" = ${id}::uuid and m.status = 'failed'
    order by m."reviewId", m.position limit ${mostBroken}`
  return { waiting: of('pending'), ready: of('ready'), failed: of('failed'), broken }
}
