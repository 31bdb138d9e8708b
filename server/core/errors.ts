import type { z } from 'zod'
import {
  formatMessage,
  type MessageCode,
  type MessageParams,
  type Problem as FieldProblem,
} from '../../rules/messages.ts'
import { plans, requiredPlan, type Feature, type PlanId } from '../../rules/plans.ts'
import { listProblems } from '../../rules/validation.ts'

export type Problem = MessageCode | { code: MessageCode; params: MessageParams }

/**
 * A refusal for the user to read. Only service functions throw it. GraphQL makes it a union member, REST a status and a
 * message. Any other error is a bug: masked and logged.
 */
export class UserError extends Error {
  readonly code: MessageCode
  readonly params: MessageParams

  constructor(code: MessageCode, params: MessageParams = {}) {
    super(formatMessage(code, params))
    this.name = new.target.name
    this.code = code
    this.params = params
  }
}

/** A rule refused the input. REST 422. */
export class InvalidInput extends UserError {
  /** Path of the field, as `content` or `answers.0.answer`, to its problem. */
  readonly fields: Readonly<Record<string, Problem>>

  constructor(fields: Record<string, Problem>, code: MessageCode = firstCode(fields)) {
    super(code, firstParams(fields))
    this.fields = fields
  }
}

function firstCode(fields: Record<string, Problem>): MessageCode {
  const first = Object.values(fields)[0]
  if (!first) return 'malformedInput'
  return typeof first === 'string' ? first : first.code
}

function firstParams(fields: Record<string, Problem>): MessageParams {
  const first = Object.values(fields)[0]
  return typeof first === 'object' ? first.params : {}
}

/** The row is absent or another shop's; the response doesn't tell which. REST 404. */
export class NotFound extends UserError {
  constructor(code: MessageCode = 'notFound') {
    super(code)
  }
}

/** The current state forbids it. REST 409. */
export class NotAllowed extends UserError {}

/** The plan is too low. REST 402. */
export class PlanRequired extends UserError {
  readonly feature: Feature
  readonly plan: PlanId

  constructor(feature: Feature) {
    const plan = requiredPlan(feature)
    super('planRequired', { plan: plans[plan].displayName })
    this.feature = feature
    this.plan = plan
  }
}

/** A limit is reached. With `resetsAt`, time lifts it: REST 429 with Retry-After. Without, REST 409. */
export class LimitReached extends UserError {
  readonly resetsAt: Date | null

  constructor(
    code: MessageCode,
    { resetsAt = null, params = {} }: { resetsAt?: Date | null; params?: MessageParams } = {},
  ) {
    super(code, params)
    this.resetsAt = resetsAt
  }
}

/** The row changed since it was read; nothing was written. REST 409. */
export class Stale extends UserError {
  constructor() {
    super('stale')
  }
}

/** The platform, a mail server or a marketplace refused. REST 502. */
export class UpstreamFailed extends UserError {}

/** The platform revoked our access; only the merchant can grant it again. REST 403 with the reauthorize headers. */
export class AccessRefused extends UpstreamFailed {
  constructor() {
    super('upstreamFailed')
  }
}

/** The merchant hasn't granted the access that a feature needs. REST 403. */
export class ScopeMissing extends UpstreamFailed {
  constructor() {
    super('scopeMissing')
  }
}

/** The session is missing or no longer valid. REST 401. */
export class Unauthenticated extends UserError {
  constructor(code: MessageCode = 'unauthenticated') {
    super(code)
  }
}

/** The API key is malformed, unknown or no longer valid. REST 401. */
export class KeyInvalid extends Unauthenticated {}

/** The API key lacks a scope, or only a person may do this. REST 403. */
export class KeyRefused extends UserError {}

/**
 * Runs a schema of rules/ over input from outside.
 * @throws InvalidInput with the first problem of each field
 */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw toInvalidInput(listProblems(result.error))
}

/**
 * Reads one input field with a function that does not know its name.
 * @throws InvalidInput under that name
 */
export function parseField<T>(field: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof InvalidInput
      ? new InvalidInput({ [field]: Object.values(error.fields)[0] ?? error.code })
      : error
  }
}

export function toInvalidInput(problems: readonly FieldProblem[]): InvalidInput {
  const fields: Record<string, Problem> = {}
  for (const { path, code, params } of problems) fields[path || 'input'] ??= params ? { code, params } : code
  return new InvalidInput(fields)
}
