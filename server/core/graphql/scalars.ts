import { GraphQLError, GraphQLScalarType } from 'graphql'
import { builder } from './builder.ts'

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

function readTime(value: unknown): Date {
  const time = typeof value === 'string' && isoTime.test(value) ? new Date(value) : null
  // Years that PostgreSQL and JSON write alike.
  if (!time || Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1 || time.getUTCFullYear() > 9999)
    throw new GraphQLError('DateTime must be an ISO 8601 time with a zone, such as 2026-11-20T12:00:00Z')
  return time
}

builder.addScalarType(
  'DateTime',
  new GraphQLScalarType<Date, string>({
    name: 'DateTime',
    description: 'A moment in UTC, ISO 8601 with milliseconds.',
    coerceOutputValue: (value) => (value as Date).toISOString(),
    coerceInputValue: readTime,
  }),
)

builder.addScalarType(
  'MessageParams',
  new GraphQLScalarType<never, object>({
    name: 'MessageParams',
    description:
      'Values of a sentence by the names of its placeholders: an object of texts and numbers. Only answered, never taken.',
    coerceOutputValue: (value) => value as object,
    coerceInputValue: () => {
      throw new GraphQLError('MessageParams is answered only')
    },
  }),
)
