import { z } from 'zod'
import { MESSAGES } from '../../../rules/messages.ts'
import { failureAnswer } from '../../core/rest/answers.ts'
import { nameShape } from '../../core/rest/shapes.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

/** One operation of the OpenAPI document. */
export interface Operation {
  operationId: string
  summary: string
  tags: readonly string[]
  [field: string]: unknown
}

const codes = Object.keys(MESSAGES) as [string, ...string[]]

/** Each refusal, with every code that it can have. */
export const errorShape = nameShape(
  'Error',
  failureAnswer.extend({
    code: nameShape('ErrorCode', z.enum(codes).describe('A stable name of the reason. New releases add codes.')),
  }),
)

const refusals = {
  400: 'The request is malformed.',
  401: 'There is no valid session or API key.',
  402: 'The shop’s plan doesn’t include this: `planRequired`.',
  403: 'The API key may not do this: `keyScopeMissing`, `keyNeedsPerson`. Or the platform no longer gives Candor access.',
  404: 'It doesn’t exist, or it belongs to another shop.',
  409: 'Its current state doesn’t allow this, it changed in between (`stale`), or a limit is reached that time doesn’t lift.',
  413: 'The body or file is too large.',
  415: 'The content type is not supported.',
  422: 'The input is not valid. `fields` says where.',
  429: 'A limit is reached. `Retry-After` says when to try again.',
  500: 'Candor failed. Its log has the `requestId`.',
  502: 'The platform or another service failed.',
} as const

export type RefusalStatus = keyof typeof refusals

/** Headers of every answer to an API key (IETF draft RateLimit header fields for HTTP). */
const limitHeaders = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
}

export const headerComponents = {
  RateLimitPolicy: {
    description: 'Requests (`q`) that an API key may send in `w` seconds.',
    schema: { type: 'string', examples: ['"default";q=600;w=60'] },
  },
  RateLimit: {
    description: 'Requests that are left (`r`) and seconds until the window ends (`t`).',
    schema: { type: 'string', examples: ['"default";r=598;t=41'] },
  },
  RetryAfter: { description: 'Seconds after which to try again.', schema: { type: 'integer' } },
}

/** Builds the shared answers of refusals, with and without the headers of API keys. */
export function buildRefusalComponents(schemas: Schemas): JsonSchema {
  const of = (status: number, headers: object, description: string) => ({
    description,
    headers: { ...headers, ...(status === 429 && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }) },
    content: { 'application/json': { schema: schemas.of(errorShape) } },
  })
  return Object.fromEntries(
    Object.entries(refusals).flatMap(([status, description]) => [
      [`Refusal${status}`, of(Number(status), limitHeaders, description)],
      [`PublicRefusal${status}`, of(Number(status), {}, description)],
    ]),
  )
}

/** Returns references to refusals, by status. */
export const listRefusals = (statuses: readonly RefusalStatus[], { isPublic = false } = {}): JsonSchema =>
  Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { $ref: `#/components/responses/${isPublic ? 'PublicRefusal' : 'Refusal'}${status}` },
    ]),
  )

/** Returns a successful answer with the headers of API keys. */
export const describeAnswer = (content: JsonSchema, { isPublic = false, description = 'Done.' } = {}): JsonSchema => ({
  description,
  ...(!isPublic && { headers: limitHeaders }),
  content,
})

/** Returns the parameters of a query. */
export const listQueryParameters = (schemas: Schemas, query: z.ZodObject | undefined): JsonSchema[] =>
  Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, type]) => {
    const { description, ...schema } = schemas.of(type)
    return {
      name,
      in: 'query',
      required: !type.safeParse(undefined).success,
      ...(description !== undefined && { description }),
      schema,
    }
  })

/** Returns the path in OpenAPI's syntax, and its parameters. */
export function readPath(
  path: string,
  describe: (name: string) => JsonSchema,
): { url: string; parameters: JsonSchema[] } {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return {
    url: path.replace(/:(\w+)/g, '{$1}'),
    parameters: names.map((name) => ({ name, in: 'path', required: true, ...describe(name) })),
  }
}

/** Makes an id such as `postReviewsByIdPublish`, which generated clients name functions after. */
export const makeOperationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .split(/[/_.-]/)
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? `By${capitalize(part.slice(1))}` : capitalize(part)))
    .join('')

const capitalize = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
