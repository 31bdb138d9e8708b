import { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx } from '../../core/context.ts'
import { addressPattern, type Person, type PersonalData } from '../privacy/personal-data.ts'

/** Entries of the log that name the person, or one of their reviews. */
const namesPerson = ({ shop }: Ctx, { emails, reviewIds }: Person): Prisma.Sql => Prisma.sql`
  "shopId" = ${shop.id}::uuid and "endpointId" is not null
  and (payload ->> 'id' = any(${reviewIds}::text[]) ${emails.length > 0 ? Prisma.sql`or payload::text ~* ${addressPattern(emails)} or answer ~* ${addressPattern(emails)}` : Prisma.empty})`

/** Events in the log of webhooks. Those that wait are not sent. */
export const webhookData: PersonalData = {
  collect: async (ctx, person) => ({
    webhookDeliveries: await ctx.db.$queryRaw<object[]>`
      select id, event, payload, state::text, answer, "createdAt" from "IntegrationDelivery" where ${namesPerson(ctx, person)} order by id`,
  }),
  erase: {
    webhooks: (tx, person) => tx.db.$executeRaw`delete from "IntegrationDelivery" where ${namesPerson(tx, person)}`,
  },
}
