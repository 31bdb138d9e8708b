import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { dayMs } from '../../../rules/dates.ts'
import { chooseSurveyTexts, type SurveyQuestion } from '../../../rules/settings/survey.ts'
import {
  maxClockGapMinutes,
  maxSurveyCommentChars,
  SURVEY_SCORES,
  surveyChangeDays,
  thankYouHours,
  weighScore,
  type SurveyChannel,
} from '../../../rules/survey.ts'
import { text } from '../../../rules/validation.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { InvalidInput, NotAllowed, parse } from '../../core/errors.ts'
import { word, wordLocale } from '../../core/words/words.ts'
import type { Order, SurveyAnswer } from '../../generated/prisma/client.ts'
import { recordFacts } from '../../shop/analytics/facts.ts'
import { readSetting } from '../../shop/settings/settings.ts'

/** Payload of a survey's link: one order may answer once. */
export interface SurveyLink {
  shopId: string
  /** The platform's id of the order. */
  order: string
  channel: SurveyChannel
}

/** Surveys stay open for half a year, as review forms do. */
const surveyLinkSeconds = 180 * 86_400
/** Links of a thank-you page: whoever knows the order's number can get one (decision 0120). */
const thankYouLinkSeconds = thankYouHours * 3_600

/** Whether a link doesn't prove that its holder placed the order. It shows and changes no stored answer. */
const isGuessable = ({ channel }: Pick<SurveyLink, 'channel'>): boolean => channel === 'thankYou'

export const buildSurveyUrl = (ctx: Ctx, { order, channel }: Omit<SurveyLink, 'shopId'>): string =>
  `${ctx.origin}/survey/${ctx.signer.sign('survey', { shopId: ctx.shop.id, order, channel } satisfies SurveyLink, channel === 'thankYou' ? thankYouLinkSeconds : surveyLinkSeconds)}`

/**
 * `open`: not answered, or the answer may still change. `final`: too late to change it. `answered`: by someone who may
 * be another person, so the answer isn't shown.
 */
export type SurveyState = 'open' | 'final' | 'answered' | 'ended'

export interface ShownSurvey {
  survey: SurveyQuestion
  state: SurveyState
  answer: SurveyAnswer | null
  /** Until when the answer may change; null without an answer. */
  changeableUntil: Date | null
}

/** Returns the survey of an order as the holder of a link sees it. */
export async function readSurvey(
  ctx: Ctx,
  { order, channel }: Omit<SurveyLink, 'shopId'>,
  locale: string | null,
): Promise<ShownSurvey> {
  const settings = await readSetting(ctx, 'survey')
  const survey = chooseSurveyTexts(settings, {
    locale: wordLocale(locale),
    primary: wordLocale(ctx.shop.primaryLocale),
    standard: sayStandardTexts(locale),
  })
  const isHidden = isGuessable({ channel }) && (await hasAnswer(ctx, order))
  if (isHidden) return { survey, answer: null, changeableUntil: null, state: 'answered' }
  const answer = await ctx.db.surveyAnswer.findFirst({
    where: { shopId: ctx.shop.id, platformOrderId: order, answeredAt: { not: null } },
  })
  return {
    survey,
    answer,
    changeableUntil: answer && changeableUntil(answer),
    state: answer && !isChangeable(ctx, answer) ? 'final' : settings.enabled && ctx.shop.appStatus ? 'open' : 'ended',
  }
}

/** Returns the default question and choices in a language. */
const sayStandardTexts = (locale: string | null) => ({
  question: word(locale, 'survey.standard.question'),
  choices: (['search', 'social', 'friend', 'ad', 'other'] as const).map((choice) =>
    word(locale, `survey.standard.${choice}`),
  ),
})

async function hasAnswer({ db, shop }: Ctx, order: string): Promise<boolean> {
  const answered = { OR: [{ answeredAt: { not: null } }, { heldAt: { not: null } }] }
  return (await db.surveyAnswer.count({ where: { shopId: shop.id, platformOrderId: order, ...answered } })) > 0
}

const changeableUntil = ({ answeredAt }: Pick<SurveyAnswer, 'answeredAt'>): Date | null =>
  answeredAt && new Date(answeredAt.getTime() + surveyChangeDays * dayMs)

const isChangeable = (ctx: Ctx, answer: Pick<SurveyAnswer, 'answeredAt'>): boolean =>
  (changeableUntil(answer) ?? ctx.now()) >= ctx.now()

/**
 * Returns the survey's address for a page after an order or a review. Null if it is off there, or the order has answered.
 */
export async function offerSurvey(
  ctx: Ctx,
  { order, channel }: { order: string; channel: 'thankYou' | 'review' },
): Promise<string | null> {
  const { enabled, thankYouPage, afterReview } = await readSetting(ctx, 'survey')
  if (!enabled || !ctx.shop.appStatus || !(channel === 'thankYou' ? thankYouPage : afterReview)) return null
  return (await hasAnswer(ctx, order)) ? null : buildSurveyUrl(ctx, { order, channel })
}

/**
 * Returns the survey's address for the thank-you page of an order; null as `offerSurvey`. The platform's token proves
 * only the shop and a signed-in customer. So an order gets it that is new or unknown and isn't another customer's.
 */
export async function offerThankYouSurvey(
  ctx: Ctx,
  { order: platformId, customerId }: { order: string; customerId: string | null },
): Promise<string | null> {
  const order = await ctx.db.order.findUnique({
    where: { shopId_platformId: { shopId: ctx.shop.id, platformId } },
    select: { createdAt: true, customerId: true },
  })
  const customer =
    order?.customerId && customerId
      ? await ctx.db.customer.findUnique({
          where: { shopId_id: { shopId: ctx.shop.id, id: order.customerId } },
          select: { platformId: true },
        })
      : null
  if (customer && customer.platformId !== customerId) return null
  // A signed-in customer's own order may be older, on its status page.
  if (order && !customer && order.createdAt.getTime() < ctx.now().getTime() - thankYouHours * 3_600_000) return null
  return offerSurvey(ctx, { order: platformId, channel: 'thankYou' })
}

const answerInput = z.object({
  // A form sends text.
  score: z
    .unknown()
    .transform((score) => (typeof score === 'string' && /^(?:\d|10)$/.test(score) ? Number(score) : score))
    .pipe(z.literal(SURVEY_SCORES, { error: 'scoreRequired' })),
  choice: z.string({ error: 'valueInvalid' }).default(''),
  comment: text(maxSurveyCommentChars).default(''),
})

/**
 * Saves the answer of an order. A second answer replaces the first, for a week; but not through a thank-you page's link.
 * Such an answer is held, and counts nowhere, until the platform reports its order.
 * @throws InvalidInput; NotAllowed when the survey has ended or the answer is final
 */
export async function answerSurvey(
  ctx: Ctx,
  { order, channel }: Omit<SurveyLink, 'shopId'>,
  input: unknown,
): Promise<void> {
  const { score, choice, comment } = parse(answerInput, input)
  const settings = await readSetting(ctx, 'survey')
  if (!settings.enabled || !ctx.shop.appStatus) throw new NotAllowed('surveyEnded')
  const isChoice = settings.kind === 'choices'
  if (isChoice && choice !== '' && !settings.choices.includes(choice))
    throw new InvalidInput({ choice: 'valueInvalid' })
  const where = { shopId_platformOrderId: { shopId: ctx.shop.id, platformOrderId: order } }
  await inTransaction(ctx, async (tx) => {
    await tx.db.surveyAnswer.createMany({
      data: [{ shopId: tx.shop.id, id: uuidv7(), platformOrderId: order }],
      skipDuplicates: true,
    })
    // Two answers of one order wait for each other.
    await tx.db
      .$queryRaw`select 1 from "SurveyAnswer" where "shopId" = ${tx.shop.id}::uuid and "platformOrderId" = ${order} for update`
    const before = await tx.db.surveyAnswer.findUniqueOrThrow({ where })
    const isFinal = isGuessable({ channel })
      ? (before.answeredAt ?? before.heldAt)
      : before.answeredAt && !isChangeable(tx, before)
    if (isFinal) throw new NotAllowed('surveyFinal')
    const isHeld = isGuessable({ channel }) && !(await isKnownOrder(tx, order))
    const after = await tx.db.surveyAnswer.update({
      where,
      data: {
        score,
        question: settings.question,
        choice: isChoice ? choice : '',
        comment: isChoice && !settings.askComment ? '' : comment,
        channel: before.answeredAt ? before.channel : channel,
        answeredAt: isHeld ? null : (before.answeredAt ?? tx.now()),
        heldAt: isHeld ? tx.now() : null,
        changedAt: before.answeredAt && tx.now(),
      },
    })
    if (!isHeld) recordFacts(tx, [...(before.answeredAt ? [factOf(before, -1)] : []), factOf(after, 1)])
  })
}

const isKnownOrder = async ({ db, shop }: Ctx, platformId: string): Promise<boolean> =>
  (await db.order.count({ where: { shopId: shop.id, platformId } })) > 0

/**
 * Listener: counts an answer that was held until its order arrived. Drops an answer that is older than the order, as it
 * guessed the number. Drops one that came more than a day later.
 */
export async function settleHeldAnswer(tx: Ctx, { order }: { order: Order }): Promise<void> {
  const where = { shopId: tx.shop.id, platformOrderId: order.platformId, heldAt: { not: null } }
  const held = await tx.db.surveyAnswer.findFirst({ where })
  if (!held?.heldAt) return
  const gap = held.heldAt.getTime() - order.createdAt.getTime()
  if (gap < -maxClockGapMinutes * 60_000 || gap > thankYouHours * 3_600_000)
    return void (await tx.db.surveyAnswer.deleteMany({ where }))
  const [settled] = await tx.db.surveyAnswer.updateManyAndReturn({
    where,
    data: { answeredAt: held.heldAt, heldAt: null },
  })
  if (settled) recordFacts(tx, [factOf(settled, 1)])
}

/** Returns the fact of an answer; `times` -1 takes it back. */
const factOf = ({ score, channel, answeredAt }: SurveyAnswer, times: 1 | -1) => ({
  metric: 'surveys.answered' as const,
  at: answeredAt ?? new Date(),
  count: times,
  sum: times * weighScore(score ?? 0),
  by: { score: String(score), channel },
})
