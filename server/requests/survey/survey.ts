import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { dayMs } from '../../../rules/dates.ts'
import { chooseSurveyTexts, type SurveyQuestion } from '../../../rules/settings/survey.ts'
import {
  maxSurveyCommentChars,
  SURVEY_SCORES,
  surveyChangeDays,
  weighScore,
  type SurveyChannel,
} from '../../../rules/survey.ts'
import { text } from '../../../rules/validation.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { InvalidInput, NotAllowed, parse } from '../../core/errors.ts'
import { word, wordLocale } from '../../core/words/words.ts'
import type { SurveyAnswer } from '../../generated/prisma/client.ts'
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

export const buildSurveyUrl = (ctx: Ctx, { order, channel }: Omit<SurveyLink, 'shopId'>): string =>
  `${ctx.origin}/survey/${ctx.signer.sign('survey', { shopId: ctx.shop.id, order, channel } satisfies SurveyLink, surveyLinkSeconds)}`

/** `open`: not answered, or the answer may still change. `final`: too late to change it. */
export type SurveyState = 'open' | 'final' | 'ended'

export interface ShownSurvey {
  survey: SurveyQuestion
  state: SurveyState
  answer: SurveyAnswer | null
  /** Until when the answer may change; null without an answer. */
  changeableUntil: Date | null
}

/** Returns the survey of an order as its customer sees it. */
export async function readSurvey(ctx: Ctx, order: string, locale: string | null): Promise<ShownSurvey> {
  const settings = await readSetting(ctx, 'survey')
  const answer = await ctx.db.surveyAnswer.findFirst({
    where: { shopId: ctx.shop.id, platformOrderId: order, answeredAt: { not: null } },
  })
  return {
    survey: chooseSurveyTexts(settings, {
      locale: wordLocale(locale),
      primary: wordLocale(ctx.shop.primaryLocale),
      standard: sayStandardTexts(locale),
    }),
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
  const answered = await ctx.db.surveyAnswer.count({
    where: { shopId: ctx.shop.id, platformOrderId: order, answeredAt: { not: null } },
  })
  return answered > 0 && channel === 'review' ? null : buildSurveyUrl(ctx, { order, channel })
}

const answerInput = z.object({
  // A form sends text.
  score: z
    .unknown()
    .transform((score) => (typeof score === 'string' && score !== '' ? Number(score) : score))
    .pipe(z.literal(SURVEY_SCORES, { error: 'scoreRequired' })),
  choice: z.string({ error: 'valueInvalid' }).default(''),
  comment: text(maxSurveyCommentChars).default(''),
})

/**
 * Saves the answer of an order. A second answer replaces the first, for a week.
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
    if (before.answeredAt && !isChangeable(tx, before)) throw new NotAllowed('surveyFinal')
    const answeredAt = before.answeredAt ?? tx.now()
    const after = await tx.db.surveyAnswer.update({
      where,
      data: {
        score,
        question: settings.question,
        choice: isChoice ? choice : '',
        comment: isChoice && !settings.askComment ? '' : comment,
        channel: before.answeredAt ? before.channel : channel,
        answeredAt,
        changedAt: before.answeredAt && tx.now(),
      },
    })
    recordFacts(tx, [...(before.answeredAt ? [factOf(before, -1)] : []), factOf(after, 1)])
  })
}

/** Returns the fact of an answer; `times` -1 takes it back. */
const factOf = ({ score, channel, answeredAt }: SurveyAnswer, times: 1 | -1) => ({
  metric: 'surveys.answered' as const,
  at: answeredAt ?? new Date(),
  count: times,
  sum: times * weighScore(score ?? 0),
  by: { score: String(score), channel },
})
