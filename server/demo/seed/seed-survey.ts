import { dayMs } from '../../../rules/dates.ts'
import { SURVEY } from '../../../rules/settings/survey.ts'
import { weighScore } from '../../../rules/survey.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { recordFacts } from '../../shop/analytics/facts.ts'
import { uuidAt, type Random } from './seed-random.ts'

/** Share of orders whose customers answer. */
const answerShare = 0.4
const scores = [10, 10, 10, 9, 9, 9, 9, 8, 8, 8, 7, 7, 6, 5, 3, 0]
/** Comments by the lowest score that fits. */
const comments: readonly (readonly [number, readonly string[]])[] = [
  [
    9,
    [
      'Beautifully packed, and it arrived two days early.',
      'I keep telling everyone about the mugs.',
      'My third order.',
    ],
  ],
  [7, ['Good quality. Delivery took a little long.', 'Nice shop, I would like more colors.']],
  [0, ['One cup arrived chipped.', 'Shipping costs nearly as much as the bowl.']],
]

/** Turns the survey on and answers it for some of the demo's orders. */
export async function seedSurvey(ctx: Ctx, random: Random): Promise<void> {
  const { shop } = ctx
  const orders = await ctx.db.order.findMany({
    where: { shopId: shop.id },
    select: { platformId: true, createdAt: true },
    orderBy: { id: 'asc' },
  })
  const { question, choices } = SURVEY.defaults
  const answers = orders.flatMap(({ platformId, createdAt }) => {
    const [isAsked, isLate, isCommented] = [random.chance(answerShare), random.chance(0.4), random.chance(0.35)]
    const answeredAt = new Date(createdAt.getTime() + (isLate ? (5 + random.below(8)) * dayMs : 120_000))
    const score = random.pick(scores)
    const [, fitting = []] = comments.find(([least]) => score >= least) ?? []
    const [choice, comment] = [random.pick(choices), random.pick(fitting)]
    if (!isAsked || answeredAt > ctx.now()) return []
    return [
      {
        shopId: shop.id,
        id: uuidAt(random, answeredAt.getTime()),
        platformOrderId: platformId,
        answeredAt,
        channel: isLate ? 'email' : 'thankYou',
        score,
        question,
        choice,
        comment: isCommented ? comment : '',
      },
    ]
  })
  await inTransaction(ctx, async (tx) => {
    await tx.db.setting.create({
      data: { shopId: shop.id, key: 'survey', value: { enabled: true }, updatedAt: tx.now() },
    })
    await tx.db.surveyAnswer.createMany({ data: answers })
    recordFacts(
      tx,
      answers.map(({ answeredAt, score, channel }) => ({
        metric: 'surveys.answered',
        at: answeredAt,
        sum: weighScore(score),
        by: { score: String(score), channel },
      })),
    )
  })
}
