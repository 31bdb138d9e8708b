import type { PersonalData } from '../privacy/personal-data.ts'

/** Orders stay without their customer: later events of the platform find them and store no person. */
export const orderData: PersonalData = {
  collect: async ({ db, shop }, { orderIds }) => ({
    orders: await db.order.findMany({
      where: { shopId: shop.id, id: { in: orderIds } },
      omit: { shopId: true, redactedAt: true },
      orderBy: { createdAt: 'asc' },
    }),
  }),
  erase: {
    async orders({ db, shop, now }, { orderIds }) {
      const { count } = await db.order.updateMany({
        where: { shopId: shop.id, id: { in: orderIds } },
        data: {
          email: '',
          customerName: '',
          customerId: null,
          locale: null,
          country: null,
          discountCodes: [],
          redactedAt: now(),
        },
      })
      return count
    },
  },
}
