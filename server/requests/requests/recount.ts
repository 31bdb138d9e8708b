import { ownSenderApp } from '../../../rules/sender-apps.ts'
import type { Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { buildQueueCountUpdate } from './queue-counts.ts'
import { buildMarkCountUpdate } from './queue-marks.ts'

/** Sets the counters of the shop's queue from its rows, in a transaction that writes many of them. */
export async function recountQueue({ db, shop }: Ctx): Promise<void> {
  const where = { where: { shopId: shop.id } }
  await db.queueCount.deleteMany(where)
  await db.queueMarkCount.deleteMany(where)
  const ofShop = Prisma.sql`from "QueueItem" where "shopId" = ${shop.id}::uuid`
  await db.$executeRaw(
    buildQueueCountUpdate(Prisma.sql`
      select "shopId", type, status, 1, (status = 'cancelled' and "skipReason" is not null)::int ${ofShop}`),
  )
  await db.$executeRaw(
    buildMarkCountUpdate(Prisma.sql`
      select "shopId", type, 'pushSent', 1 ${ofShop} and "pushStatus" = 'sent'
      union all select "shopId", type, 'pushFailed', 1 ${ofShop} and "pushStatus" = 'failed'
      union all select "shopId", type, 'sentToMarketing', 1 ${ofShop} and status = 'success' and "senderApp" <> ${ownSenderApp}`),
  )
}
