import { GraphQLError } from 'graphql'
import { formatMessage } from '../../../rules/messages.ts'
import { InvalidInput, UserError } from '../errors.ts'
import type { Logger } from '../logger.ts'

/** Keeps the text of refusals and client mistakes. Logs and masks everything else, which is a bug. */
export function maskError(log: Logger, error: unknown): GraphQLError {
  const original = rootOf(error)
  if (original instanceof UserError) {
    // Names the argument, as the error's path names the field only.
    const fields = original instanceof InvalidInput ? { fields: Object.keys(original.fields) } : {}
    return new GraphQLError(original.message, { ...position(error), extensions: { code: original.code, ...fields } })
  }
  if (error instanceof GraphQLError && (!error.cause || error.cause instanceof GraphQLError)) return error
  log.error({ err: original }, 'unexpected in graphql')
  return new GraphQLError(formatMessage('unexpected'), { ...position(error), extensions: { code: 'unexpected' } })
}

function rootOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.cause ? rootOf(error.cause) : error
}

function position(error: unknown): { path?: readonly (string | number)[] } {
  return error instanceof GraphQLError && error.path ? { path: error.path } : {}
}
