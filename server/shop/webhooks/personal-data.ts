import { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx } from '../../core/context.ts'
import { addressPattern, type Person, type PersonalData } from '../privacy/personal-data.ts'

/** Events of webhooks that name the person, or one of their reviews. */
const namesPerson = ({ shop }: Ctx, { emails, reviewIds }: Person): Prisma.Sql => Prisma.sql`
  "shopId" = ${shop.id}::uuid and "endpointId" is not null
  and (payload ->> 'id' = any(${reviewIds}::text[]) ${emails.length > 0 ? Prisma.sql`or payload::text ~* ${addressPattern(emails)} or answer ~* ${addressPattern(emails)}` : Prisma.empty})`

/** Answers of other services that name the person or are about one of their reviews. */
const answersAbout = ({ shop }: Ctx, { emails, names, reviewIds }: Person): Prisma.Sql => Prisma.sql`
  "shopId" = ${shop.id}::uuid and "endpointId" is null and answer <> '' and (${Prisma.join(
    [
      Prisma.sql`payload ->> 'reviewId' = any(${reviewIds}::text[])`,
      ...(emails.length > 0 ? [Prisma.sql`answer ~* ${addressPattern(emails)}`] : []),
      ...names.filter((name) => name.includes(' ')).map((name) => Prisma.sql`position(${name} in answer) > 0`),
    ],
    ' or ',
  )})`

/** Answers about several reviews, such as translations. Not exported: they quote other people, too. */
const answersAboutMany = ({ shop }: Ctx, { reviewIds }: Person): Prisma.Sql => Prisma.sql`
  "shopId" = ${shop.id}::uuid and answer <> '' and payload -> 'reviewIds' ?| ${reviewIds}::text[]`

/** Events in the log of webhooks; those that wait are not sent. And what other services answered. */
export const webhookData: PersonalData = {
  collect: async (ctx, person) => ({
    webhookDeliveries: await ctx.db.$queryRaw<object[]>`
      select id, event, payload, state::text, answer, "createdAt" from "IntegrationDelivery" where ${namesPerson(ctx, person)} order by id`,
    answersOfServices: await ctx.db.$queryRaw<object[]>`
      select id, integration, event, answer, "createdAt" from "IntegrationDelivery" where ${answersAbout(ctx, person)} order by id`,
  }),
  erase: {
    webhooks: async (tx, person) => {
      for (const where of [answersAbout(tx, person), answersAboutMany(tx, person)])
        await tx.db.$executeRaw`update "IntegrationDelivery" set answer = null where ${where}`
      return tx.db.$executeRaw`delete from "IntegrationDelivery" where ${namesPerson(tx, person)}`
    },
  },
}
