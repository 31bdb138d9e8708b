import { foldAddress } from '../../core/fold-address.ts'
import type { QueueKind, QueueStatus } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Person, PersonalData } from '../../shop/privacy/personal-data.ts'
import { applyQueueCounts, buildCountChange } from './queue-counts.ts'

/** Matches a customer's review requests. */
export const buildRequestsFilter = ({ shop }: Ctx, { customerIds, emails, orderIds }: Person) => ({
  shopId: shop.id,
  OR: [{ customerId: { in: customerIds } }, { customerEmail: { in: emails } }, { orderId: { in: orderIds } }],
})

/** Review requests and reminders with their emails. Sent ones stay for the figures, without the person. */
export const requestData: PersonalData = {
  collect: async (ctx, person) => ({
    reviewRequests: await ctx.db.queueItem.findMany({
      where: buildRequestsFilter(ctx, person),
      omit: { shopId: true, searchText: true, leaseUntil: true, fence: true },
      orderBy: { createdAt: 'asc' },
    }),
  }),
  erase: {
    async requests(tx, person) {
      const { id: shopId } = tx.shop
      const rows = await tx.db.queueItem.findMany({
        where: buildRequestsFilter(tx, person),
        select: { id: true, type: true, status: true, skipReason: true },
        orderBy: { id: 'asc' },
      })
      const erased = await tx.db.$queryRaw<{ id: string; status: QueueStatus; skipReason: string | null }[]>`
        update "QueueItem" set "customerEmail" = '', "customerName" = '', "customerId" = null, locale = null, subject = '', "mailData" = null,
          "errorMessage" = null, "messageId" = null, "pushError" = null, "searchText" = lower("orderName"), version = version + 1, fence = fence + 1, "updatedAt" = ${tx.now()},
          status = case when status in ('waiting', 'waitingCondition', 'paused', 'sending') then 'cancelled' else status end
        where "shopId" = ${shopId}::uuid and id = any(${rows.map(({ id }) => id)}::uuid[]) returning id, status, "skipReason"`
      const after = new Map(erased.map((row) => [row.id, row]))
      await applyQueueCounts(
        tx.db,
        rows.flatMap((row) => {
          const now = after.get(row.id)
          const type = row.type as QueueKind
          return now ? buildCountChange(shopId, { ...row, type }, { ...now, type }) : []
        }),
      )
      if (erased.length > 0) tx.publish('queue', shopId)
      return erased.length
    },
  },
}

/** Matches a customer's discount codes. */
export const buildDiscountsFilter = ({ shop }: Ctx, { customerIds, emails, orderIds }: Person) => ({
  shopId: shop.id,
  OR: [
    { customerId: { in: customerIds } },
    { email: { in: emails } },
    { orderId: { in: orderIds } },
    ...emails.map((email) => ({ reason: { endsWith: ` ${foldAddress(email)}` } })),
  ],
})

/** Discount codes that the customer earned. The codes stay: the customer may use them, and they are the shop's figures. */
export const discountData: PersonalData = {
  collect: async (ctx, person) => ({
    discounts: await ctx.db.discount.findMany({
      where: buildDiscountsFilter(ctx, person),
      omit: { shopId: true, network: true, reason: true },
      orderBy: { createdAt: 'asc' },
    }),
  }),
  erase: {
    async discounts(tx, person) {
      const rows = await tx.db.discount.findMany({ where: buildDiscountsFilter(tx, person), select: { id: true } })
      return tx.db.$executeRaw`
        update "Discount" set email = '', "customerId" = null, network = null, terms = terms - 'platformCustomerId',
          reason = case when reason like 'product %' then 'review ' || "reviewId" else reason end
        where "shopId" = ${tx.shop.id}::uuid and id = any(${rows.map(({ id }) => id)}::uuid[])`
    },
  },
}

/** Browsers that get notifications. */
export const pushData: PersonalData = {
  collect: async ({ db, shop }, { customerIds }) => ({
    pushSubscriptions: await db.pushSubscription.findMany({
      where: { shopId: shop.id, customerId: { in: customerIds } },
      select: { endpoint: true, createdAt: true },
    }),
  }),
  erase: {
    pushSubscriptions: ({ db, shop }, { customerIds }) =>
      db.$executeRaw(
        Prisma.sql`delete from "PushSubscription" where "shopId" = ${shop.id}::uuid and "customerId" = any(${customerIds}::uuid[])`,
      ),
  },
}
