import type { SurveyGroup } from '../../../rules/survey.ts'
import { encodeId } from '../../core/global-ids.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import {
  listSurveyAnswers,
  readSurveyResults,
  surveyFile,
  type ListedAnswer,
  type SurveyQuestionResult,
  type SurveyResults,
} from './survey-results.ts'

const Group = enumOf(
  'SurveyGroup',
  ['promoter', 'passive', 'detractor'] satisfies SurveyGroup[],
  'Promoters give 9 or 10, passives 7 or 8, detractors less.',
)

const Choice = builder.objectRef<SurveyQuestionResult['choices'][number]>('SurveyChoiceResult').implement({
  fields: (t) => ({ choice: t.exposeString('choice'), count: t.exposeInt('count') }),
})

const Question = builder.objectRef<SurveyQuestionResult>('SurveyQuestionResult').implement({
  fields: (t) => ({
    question: t.exposeString('question', { description: 'As it was asked, in the shop’s primary language.' }),
    answers: t.exposeInt('answers', { description: 'Customers who picked a choice.' }),
    choices: t.expose('choices', { type: [Choice], description: 'The most frequent first.' }),
  }),
})

const Answer = builder.objectRef<ListedAnswer>('SurveyAnswer').implement({
  description: 'The answer of one order.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => encodeId('SurveyAnswer', id) }),
    answeredAt: t.expose('answeredAt', { type: 'DateTime', nullable: true }),
    score: t.exposeInt('score', { nullable: true, description: '0 to 10.' }),
    question: t.exposeString('question'),
    choice: t.exposeString('choice', { description: 'Empty: the question has no choices, or none was picked.' }),
    comment: t.exposeString('comment', { description: 'The comment, or the answer to a question without choices.' }),
    channel: t.exposeString('channel', { description: 'thankYou, email or review.' }),
    orderName: t.exposeString('orderName', { description: 'Empty until the platform reports the order.' }),
    email: t.exposeString('email'),
  }),
})

const Results = builder.objectRef<SurveyResults>('SurveyResults').implement({
  description: 'Results of the customer survey over days of the shop.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'First day, YYYY-MM-DD.' }),
    to: t.exposeString('to', { description: 'Last day, included.' }),
    answers: t.exposeInt('answers'),
    nps: t.exposeFloat('nps', {
      nullable: true,
      description: 'Net promoter score: the share of promoters less that of detractors, -100 to 100.',
    }),
    previousNps: t.exposeFloat('previousNps', { nullable: true, description: 'Of the period before.' }),
    promoters: t.exposeInt('promoters'),
    passives: t.exposeInt('passives'),
    detractors: t.exposeInt('detractors'),
    questions: t.expose('questions', { type: [Question], description: 'The newest five questions with choices.' }),
    csv: t.string({
      description: 'The answers as a CSV file, the newest 10,000.',
      resolve: (days, _args, { ctx }) => surveyFile(ctx, days),
    }),
    list: t.connection({
      type: Answer,
      description: 'The answers, the newest first.',
      complexity: pageComplexity,
      args: {
        group: t.arg({ type: Group }),
        hasComment: t.arg.boolean({ description: 'Only answers with a comment.' }),
      },
      resolve: async (days, { group, hasComment, ...args }, { ctx }) =>
        (await listSurveyAnswers(ctx, { args, filter: { days, group, hasComment } })) as never,
    }),
  }),
})

builder.objectField(Shop, 'surveyResults', (t) =>
  t.field({
    type: Results,
    description: 'Results of the customer survey, at most three years. Throws for other ranges.',
    args: {
      period: t.arg.string({ description: 'last7Days (default), last30Days, allTime and the like.' }),
      from: t.arg.string({ description: 'First day, YYYY-MM-DD.' }),
      to: t.arg.string({ description: 'Last day, included.' }),
    },
    resolve: (_shop, { period, from, to }, { ctx }) =>
      readSurveyResults(ctx, { ...(period && { period }), ...(from && { from }), ...(to && { to }) }),
  }),
)
