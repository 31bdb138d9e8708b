import { formatMessage, type MessageCode, type MessageParams } from '../../../rules/messages.ts'
import {
  InvalidInput,
  LimitReached,
  NotAllowed,
  NotFound,
  PlanRequired,
  Stale,
  UpstreamFailed,
  UserError,
} from '../errors.ts'
import { builder } from './builder.ts'

const Refusal = builder.interfaceRef<UserError>('Refusal').implement({
  description: 'Why something was not done. The code is stable; the message is English.',
  fields: (t) => ({
    code: t.string({ resolve: (error) => error.code }),
    message: t.exposeString('message'),
    params: t.expose('params', { type: 'MessageParams' }),
  }),
})

const FieldProblem = builder
  .objectRef<{ path: string; code: MessageCode; message: string; params: MessageParams }>('FieldProblem')
  .implement({
    fields: (t) => ({
      path: t.exposeString('path', { description: 'Path of the input field, as content or answers.0.answer.' }),
      code: t.exposeString('code'),
      message: t.exposeString('message'),
      params: t.expose('params', { type: 'MessageParams' }),
    }),
  })

builder.objectType(InvalidInput, {
  name: 'InvalidInputError',
  interfaces: [Refusal],
  fields: (t) => ({
    fields: t.field({
      type: [FieldProblem],
      resolve: (error) =>
        Object.entries(error.fields).map(([path, problem]) => {
          const { code, params } = typeof problem === 'string' ? { code: problem, params: {} } : problem
          return { path, code, params, message: formatMessage(code, params) }
        }),
    }),
  }),
})
builder.objectType(NotFound, { name: 'NotFoundError', interfaces: [Refusal] })
builder.objectType(NotAllowed, { name: 'NotAllowedError', interfaces: [Refusal] })
builder.objectType(Stale, { name: 'StaleError', interfaces: [Refusal] })
builder.objectType(UpstreamFailed, { name: 'UpstreamFailedError', interfaces: [Refusal] })
builder.objectType(PlanRequired, {
  name: 'PlanRequiredError',
  interfaces: [Refusal],
  fields: (t) => ({
    feature: t.exposeString('feature'),
    plan: t.exposeString('plan', { description: 'The cheapest plan that has the feature.' }),
  }),
})
builder.objectType(LimitReached, {
  name: 'LimitReachedError',
  interfaces: [Refusal],
  fields: (t) => ({ resetsAt: t.expose('resetsAt', { type: 'DateTime', nullable: true }) }),
})
