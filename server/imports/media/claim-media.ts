import { Prisma, type ReviewMedia } from '../../generated/prisma/client.ts'

/** By the wall clock: media whose runner died are taken over after this long. */
export const leaseSeconds = 60

type Taken = Pick<ReviewMedia, 'shopId' | 'id' | 'attempts'>

/**
 * Claims the rows that a statement before it chose and locked as `taken` (shopId, id), `for update skip locked`: `nextAt` is their lease,
 * `attempts` their fence.
 * @param more further columns to return, of `m` or `taken`
 */
export const claimSelectedRows = (more: Prisma.Sql): Prisma.Sql => Prisma.sql`
  update "ReviewMedia" m set "nextAt" = now() + ${leaseSeconds} * interval '1 second', attempts = m.attempts + 1, error = null
  from taken where m."shopId" = taken."shopId" and m.id = taken.id
  returning m."shopId", m.id, m."reviewId", m."sourceUrl", m.attempts, ${more}`

/** A picture as it was claimed. A late runner writes nothing: another one has claimed it since, or is done with it. */
export const isStillClaimed = ({ shopId, id, attempts }: Taken) => ({
  shopId,
  id,
  attempts,
  status: 'pending' as const,
})
