import type { ReviewFilter } from '../../../../rules/filters.ts'
import { splitSearchWords } from '../../../../rules/votes-and-search.ts'
import { LISTED_STATUSES } from '../../../../rules/review-status.ts'
import { escapeLike } from '../../../core/database/like.ts'
import { Prisma } from '../../../generated/prisma/client.ts'

/** Builds a filter's SQL for statements that Prisma can't write. A test keeps it equal to `buildReviewWhere`. */
export function buildReviewsWhere(shopId: string, filter: ReviewFilter): Prisma.Sql {
  const {
    status,
    rate,
    source,
    productIds,
    importId,
    search,
    hasMedia,
    verified,
    edited,
    reported,
    suspicion,
    objected,
    unanswered,
    assignee,
    createdFrom,
    createdTo,
    updatedAfter,
    updatedBefore,
  } = filter
  const parts = [
    Prisma.sql`"shopId" = ${shopId}::uuid`,
    Prisma.sql`status = any(${status?.length ? status : LISTED_STATUSES}::"ReviewStatus"[])`,
    rate?.length && Prisma.sql`rate = any(${rate}::smallint[])`,
    source?.length && Prisma.sql`source = any(${source}::"ReviewSource"[])`,
    productIds?.length && Prisma.sql`"productId" = any(${productIds}::uuid[])`,
    importId && Prisma.sql`"importId" = ${importId}::uuid`,
    ...splitSearchWords(search ?? '').map((word) => Prisma.sql`"searchText" like ${`%${escapeLike(word)}%`}`),
    hasMedia !== undefined && Prisma.sql`"hasMedia" = ${hasMedia}`,
    verified !== undefined &&
      (verified ? Prisma.sql`"verifiedBy" in ('merchant', 'order')` : Prisma.sql`"verifiedBy" = 'none'`),
    edited !== undefined && Prisma.sql`edited = ${edited}`,
    reported && Prisma.sql`"openReports" > 0`,
    suspicion?.length &&
      Prisma.sql`exists (select from "ReviewSuspicion" s where s."shopId" = "Review"."shopId" and s."reviewId" = "Review".id and s."settledAt" is null and s.kinds && ${suspicion}::text[])`,
    objected && Prisma.sql`"openObjection"`,
    unanswered && Prisma.sql`"replyAt" is null`,
    assignee &&
      (assignee === 'unassigned' ? Prisma.sql`"assigneeId" is null` : Prisma.sql`"assigneeId" = ${assignee}::uuid`),
    createdFrom && Prisma.sql`"createdAt" >= ${createdFrom}`,
    createdTo && Prisma.sql`"createdAt" <= ${createdTo}`,
    updatedAfter && Prisma.sql`"updatedAt" > ${updatedAfter}`,
    updatedBefore && Prisma.sql`"updatedAt" < ${updatedBefore}`,
  ]
  return Prisma.join(
    parts.filter((part) => typeof part === 'object'),
    ' and ',
  )
}
