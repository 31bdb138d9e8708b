import { Prisma, type ReviewMedia } from '../../generated/prisma/client.ts'

/** By the wall clock: media of a dead runner are claimed again after this time. */
const leaseSeconds = 60
/** Host name of rows that are copied instead of fetched. */
export const ownHost = 'candor'

type Taken = Pick<ReviewMedia, 'shopId' | 'id' | 'attempts'>

/**
 * Claims rows that an earlier CTE `taken` (shopId, id) locked with `for update skip locked`. `nextAt` is the lease,
 * `attempts` the fence.
 * @param more further columns to return, of `m` or `taken`
 */
export const claimSelectedRows = (more: Prisma.Sql): Prisma.Sql => Prisma.sql`
  update "ReviewMedia" m set "nextAt" = now() + ${leaseSeconds} * interval '1 second', attempts = m.attempts + 1, error = null
  from taken where m."shopId" = taken."shopId" and m.id = taken.id
  returning m."shopId", m.id, m."reviewId", m."sourceUrl", m.attempts, ${more}`

/** Matches a picture while its claim holds. A late runner matches nothing and so writes nothing. */
export const isStillClaimed = ({ shopId, id, attempts }: Taken) => ({
  shopId,
  id,
  attempts,
  status: 'pending' as const,
})
