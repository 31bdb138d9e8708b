import type { PersonalData } from '../privacy/personal-data.ts'

/** Customers, their choices and the addresses that must not be written to. */
export const customerData: PersonalData = {
  async collect({ db, shop }, { customerIds, emails }) {
    const where = { shopId: shop.id, email: { in: emails } }
    return {
      customers: await db.customer.findMany({
        where: { shopId: shop.id, id: { in: customerIds } },
        omit: { shopId: true, heard: true },
      }),
      emailPreferences: await db.mailPreference.findMany({ where, omit: { shopId: true } }),
      stoppedEmails: await db.suppression.findMany({ where, omit: { shopId: true } }),
    }
  },
  erase: {
    async preferences({ db, shop }, { emails }) {
      const where = { shopId: shop.id, email: { in: emails } }
      const [preferences, suppressions] = [
        await db.mailPreference.deleteMany({ where }),
        await db.suppression.deleteMany({ where }),
      ]
      return preferences.count + suppressions.count
    },
    async customers({ db, shop }, { customerIds }) {
      return (await db.customer.deleteMany({ where: { shopId: shop.id, id: { in: customerIds } } })).count
    },
  },
}
