import { complexityFromQuery } from '@pothos/plugin-complexity'
import { getOperationAST, GraphQLError, parse, validate, type DocumentNode, type ExecutionArgs } from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import { LRUCache } from 'lru-cache'
import { maxSubscriptionComplexity } from '../../../rules/limits.ts'
import { formatMessage } from '../../../rules/messages.ts'
import type { GqlContext } from '../../core/graphql/builder.ts'
import type { DocumentRules } from './documents.ts'
import { readDocument, isSubscription } from '../../core/graphql/operations.ts'
import { hasScope } from '../../core/key-scopes.ts'
import { isExtended } from '../../shop/shops/shops.ts'
import { schema } from './schema.ts'

/** A document of the admin has a few hundred tokens; hostile ones have a hundred thousand (goal R11). */
export const mostTokens = 4000

/** Valid documents by text: subscribers share one, since it takes more memory than the rest of a subscription. */
const validDocuments = new LRUCache<string, DocumentNode>({
  maxSize: 100_000,
  sizeCalculation: (_document, text) => text.length,
})

/** Returns the execution arguments of a subscription, or its errors. */
export function acceptSubscription(
  documents: DocumentRules,
  asked: SubscribePayload,
  contextValue: GqlContext,
): ExecutionArgs | readonly GraphQLError[] {
  const { session, ctx } = contextValue
  if (session.shop && !isExtended(ctx)) return [new GraphQLError(formatMessage('extendedModeBlocked'))]
  const { query, extensions } = asked
  if (!hasScope(session.actor, 'READ')) return [new GraphQLError(formatMessage('keyScopeMissing', { scope: 'READ' }))]
  const text = readDocument(() => documents.resolve(session.actor, { query, id: documents.idOf(extensions) }))
  if (text instanceof GraphQLError) return [text]
  const known = validDocuments.get(text)
  const document = known ?? readDocument(() => parse(text, { maxLexicalTokens: mostTokens }))
  if (document instanceof GraphQLError) return [document]
  const hideSuggestions = documents.isKnownOnly(session.actor)
  const problems = known ? [] : validate(schema, document, undefined, { hideSuggestions })
  if (problems.length > 0) return problems
  validDocuments.set(text, document)
  const operationName = asked.operationName ?? null
  if (!isSubscription(document, operationName)) return [new GraphQLError('Send queries and mutations by POST')]
  const args = {
    schema,
    document,
    operationName,
    variableValues: asked.variables ?? null,
    contextValue,
    hideSuggestions,
  }
  const tooDear = checkCost(args)
  return tooDear ? [tooDear] : args
}

/** Limits the cost below a query's: a subscription runs again for each event and each subscriber. */
function checkCost({ document, operationName, variableValues, contextValue }: ExecutionArgs): GraphQLError | null {
  try {
    const { complexity } = complexityFromQuery(keepOneOperation(document, operationName), {
      schema,
      ctx: contextValue as object,
      variables: { ...variableValues },
    })
    if (complexity <= maxSubscriptionComplexity) return null
    return new GraphQLError(
      `Subscription exceeds maximum complexity (complexity: ${complexity}, max: ${maxSubscriptionComplexity})`,
    )
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

/** Returns the document without its other operations: the cost is computed for the first one. */
const keepOneOperation = (document: DocumentNode, operationName: string | null | undefined): DocumentNode => {
  const asked = getOperationAST(document, operationName)
  return {
    ...document,
    definitions: document.definitions.filter((node) => node.kind !== 'OperationDefinition' || node === asked),
  }
}
