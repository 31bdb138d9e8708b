import type { Ctx } from '../../core/context.ts'
import type { Person, PersonalData } from '../../shop/privacy/personal-data.ts'
import { cancelDelayedMails } from '../delayed-mails/delayed-mails.ts'

async function answersOf({ db, shop }: Ctx, { orderIds }: Person) {
  const orders = await db.order.findMany({
    where: { shopId: shop.id, id: { in: orderIds } },
    select: { platformId: true },
  })
  return { shopId: shop.id, platformOrderId: { in: orders.map(({ platformId }) => platformId) } }
}

/** Answers of the survey. Number and choice stay for the figures; the comment and the order go. */
export const surveyData: PersonalData = {
  collect: async (ctx, person) => ({
    surveyAnswers: await ctx.db.surveyAnswer.findMany({
      where: await answersOf(ctx, person),
      omit: { shopId: true },
      orderBy: { id: 'asc' },
    }),
  }),
  erase: {
    async surveyAnswers(tx, person) {
      const where = await answersOf(tx, person)
      await cancelDelayedMails(
        tx,
        person.orderIds.map((id) => `survey ${id}`),
      )
      return tx.db.$executeRaw`
        update "SurveyAnswer" set comment = '', "platformOrderId" = 'erased ' || id
        where "shopId" = ${tx.shop.id}::uuid and "platformOrderId" = any(${where.platformOrderId.in}::text[])`
    },
  },
}
