import type { Deps } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { IntegrationDelivery } from '../../generated/prisma/client.ts'

/** Deliveries of one shop to one receiver. */
export interface Lane {
  shopId: string
  lane: string
}

/** Longer than a batch of slow answers; another process sends a crashed one's deliveries after it. */
const leaseSeconds = 120
const mostLanes = 1_000

const access = ({ access: { acrossShops } }: Pick<Deps, 'access'>) => acrossShops('send deliveries')
const isDue = (now: Date) =>
  Prisma.sql`state = 'waiting' and "dueAt" <= ${now} and ("leaseUntil" is null or "leaseUntil" < now())`

/** Finds lanes with due deliveries that no process sends. Jumps from lane to lane, however many deliveries each has. */
export const findDueLanes = (deps: Pick<Deps, 'access' | 'now'>): Promise<Lane[]> =>
  access(deps).$queryRaw<Lane[]>`
    with recursive lanes as (
      (select "shopId", lane from "IntegrationDelivery" where state = 'waiting' order by "shopId", lane limit 1)
      union all
      select next.* from lanes cross join lateral (
        select d."shopId", d.lane from "IntegrationDelivery" d
        where d.state = 'waiting' and (d."shopId", d.lane) > (lanes."shopId", lanes.lane) order by d."shopId", d.lane limit 1
      ) next
    )
    select l."shopId", l.lane from lanes l
    where exists (select from "IntegrationDelivery" d where d."shopId" = l."shopId" and d.lane = l.lane and ${isDue(deps.now())})
    order by random() limit ${mostLanes}`

/** Claims the oldest due deliveries of a lane. Counts the attempt, so that one that crashes its process is given up. */
export const claimDeliveries = (
  deps: Pick<Deps, 'access' | 'now'>,
  { shopId, lane }: Lane,
  most: number,
): Promise<IntegrationDelivery[]> =>
  access(deps).$queryRaw<IntegrationDelivery[]>`
    update "IntegrationDelivery" d set attempts = d.attempts + 1, "leaseUntil" = now() + ${leaseSeconds} * interval '1 second'
    from (
      select "shopId", id from "IntegrationDelivery"
      where "shopId" = ${shopId}::uuid and lane = ${lane} and ${isDue(deps.now())}
      order by "dueAt", id limit ${most} for update skip locked
    ) due where d."shopId" = due."shopId" and d.id = due.id returning d.*`
