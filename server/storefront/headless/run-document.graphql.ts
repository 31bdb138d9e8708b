import { createHash } from 'node:crypto'
import { execute, GraphQLError, parse, specifiedRules, validate, type DocumentNode } from 'graphql'
import { formatMessage } from '../../../rules/messages.ts'
import type { Ctx } from '../../core/context.ts'
import { UserError } from '../../core/errors.ts'
import { introspectionCostRule } from '../../core/graphql/introspection-cost.ts'
import { buildResponse, buildPageKey, type CachedResponse } from '../widgets/cached-response.ts'
import { readThroughCache } from '../widgets/pages/page-cache.ts'
import { readRenderOptions } from '../widgets/page-view.ts'
import { createPageReader } from './page-reader.ts'
import { requireHeadless } from './public-reviews.ts'
import { invalidDocument, publicSchema, type PublicContext } from './public-schema.graphql.ts'

/** A request's fields, as JSON over POST or as query parameters over GET. */
export interface PublicDocument {
  query?: unknown
  variables?: unknown
  operationName?: unknown
}

export const largestDocument = 16 * 1024
const mostTokens = 1_000
const validationRules = [...specifiedRules, introspectionCostRule(publicSchema)]

/** A response and its status: 400 for a document that can't run. */
interface DocumentResult {
  status: 200 | 400
  answer: CachedResponse
}

/**
 * Runs a document of the public schema. Caches responses without errors until reviews of a product or a setting change.
 * @throws PlanRequired, NotFound while the app is off
 */
export async function runDocument(ctx: Ctx, given: PublicDocument): Promise<DocumentResult> {
  requireHeadless(ctx)
  const read = readDocument(given)
  if ('errors' in read) return rejectDocument(read.errors)
  const renderOptions = await readRenderOptions(ctx)
  const name = createHash('sha256')
    .update(JSON.stringify([given.query, read.variables, read.operationName]))
    .digest('base64url')
  const failed: CachedResponse[] = []
  let status: DocumentResult['status'] = 200
  const [answer] = await readThroughCache(
    ctx.shop.id,
    [buildPageKey(ctx, { first: 0, after: null, sort: 'recent', rate: null }, ['graphql', name])],
    async () => {
      const contextValue: PublicContext = { ctx, renderOptions, read: createPageReader(ctx) }
      const result = await execute({
        schema: publicSchema,
        document: read.document,
        variableValues: read.variables,
        operationName: read.operationName,
        contextValue,
      })
      const invalid = result.errors?.filter(({ extensions }) => extensions['code'] === invalidDocument) ?? []
      if (invalid.length > 0) {
        status = 400
        failed.unshift(rejectDocument(invalid).answer)
        return [null]
      }
      const value = buildResponse(
        JSON.stringify(
          result.errors ? { ...result, errors: result.errors.map((error) => shownError(ctx, error)) } : result,
        ),
      )
      if (result.errors) failed.unshift(value)
      return [result.errors ? null : { subjectId: ctx.shop.id, bytes: 2 * value.body.length, value }]
    },
  )
  return { status, answer: answer ?? failed[0] ?? buildResponse('{}') }
}

const rejectDocument = (errors: readonly GraphQLError[]): DocumentResult => ({
  status: 400,
  answer: buildResponse(JSON.stringify({ errors })),
})

type ReadDocument =
  | { document: DocumentNode; variables: Record<string, unknown>; operationName: string | null }
  | { errors: readonly GraphQLError[] }

function readDocument({ query, variables, operationName }: PublicDocument): ReadDocument {
  const wrong = (message: string, code = 'BAD_REQUEST'): ReadDocument => ({
    errors: [new GraphQLError(message, { extensions: { code } })],
  })
  if (typeof query !== 'string' || query.trim() === '') return wrong('Send a document as `query`.')
  const values = variablesOf(variables)
  if (!values) return wrong('`variables` must be an object.')
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    return wrong('`operationName` must be a string.')
  try {
    const document = parse(query, { maxLexicalTokens: mostTokens })
    const errors = validate(publicSchema, document, validationRules)
    return errors.length > 0
      ? { errors: errors.map((error) => withCode(error, invalidDocument)) }
      : { document, variables: values, operationName: operationName || null }
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [withCode(error, 'GRAPHQL_PARSE_FAILED')] }
    throw error
  }
}

const withCode = ({ message, nodes, source, positions }: GraphQLError, code: string): GraphQLError =>
  new GraphQLError(message, { nodes, source, positions, extensions: { code } })

function variablesOf(given: unknown): Record<string, unknown> | null {
  if (given === undefined || given === null || given === '') return {}
  try {
    const value: unknown = typeof given === 'string' ? JSON.parse(given) : given
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Shows refusals; hides any other error, which is a bug. */
function shownError(ctx: Ctx, error: GraphQLError): object {
  const cause = error.cause
  const place = { path: error.path, locations: error.locations }
  if (cause instanceof UserError) return { message: cause.message, ...place, extensions: { code: cause.code } }
  if (!cause || cause instanceof GraphQLError || error.extensions['code'] !== undefined)
    return { message: error.message, ...place }
  ctx.log.error({ err: cause }, 'public graphql')
  return { message: formatMessage('unexpected'), ...place, extensions: { code: 'unexpected' } }
}
