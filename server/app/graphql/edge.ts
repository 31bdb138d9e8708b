import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { makeContext, type Ctx } from '../../core/context.ts'
import { hasKey } from '../../../rules/api-keys.ts'
import { longestBodyMs } from '../../../rules/limits.ts'
import { formatMessage } from '../../../rules/messages.ts'
import { InvalidInput, KeyRefused, NotAllowed, UserError } from '../../core/errors.ts'
import type { Parts } from '../../core/http/parts.ts'
import { buildFailure, findStatus, listRefusalHeaders } from '../../core/http/errors.ts'
import { listSecurityHeaders } from '../../core/http/security.ts'
import { acceptedEncoding, compress, isWorthCompressing } from '../../core/http/compression.ts'
import { listAllow, listKeyCors, listPreflight } from '../../core/http/key-cors.ts'
import { authTokenHeader, readBearer, type Credentials } from '../../core/http/credentials.ts'
import type { Session } from '../../shop/session/session.ts'
import { mostTokens } from './accept-subscription.ts'
import type { GqlContext } from '../../core/graphql/builder.ts'
import { limitDocuments, type DocumentSlot } from '../../core/graphql/limit-documents.ts'
import { makeDocumentRules } from './documents.ts'
import { idempotentMutations } from '../../core/graphql/idempotent-mutations.ts'
import { introspectionCostRule } from '../../core/graphql/introspection-cost.ts'
import { maskError } from '../../core/graphql/mask-error.ts'
import { openSubscriptionSockets } from './subscription-sockets.ts'
import { isMutation } from '../../core/graphql/operations.ts'
import { isFrameQuery } from './frame-query.ts'
import { hasScope } from '../../core/key-scopes.ts'
import { answerKeyDocument, readKeyDocument } from '../../storefront/headless/key-document.graphql.ts'
import { isExtended } from '../../shop/shops/shops.ts'
import { schema } from './schema.ts'

const introspectionCost = introspectionCostRule(schema)

/** Limit of a POST body, same as REST. */
const largestBody = 2 * 1024 * 1024

interface GraphqlEdge {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Handles the websocket upgrades of /graphql. */
  attach(server: Server): void
  close(): Promise<void>
}

/** /graphql: POST for documents, websocket (graphql-transport-ws) for subscriptions. GET is the playground's. */
export function makeGraphqlEdge(parts: Parts): GraphqlEdge {
  const { deps, sessions } = parts
  const documents = makeDocumentRules(deps.env.CANDOR_MODE)
  const takeSlot = limitDocuments()
  const contextFor = (session: Session): GqlContext => ({
    session,
    pubsub: parts.pubsub,
    access: deps.access,
    ctx: session.shop ? makeContext(deps, session.shop, session.actor) : shoplessContext,
  })

  const mask = (error: unknown) => maskError(deps.log, error)

  const rules: Plugin<GqlContext> = {
    // Takes a slot only after the body has arrived: a slow upload would block the shop's other requests.
    async onParams({ params, setParams, setResult, context }) {
      const { slot, res, session } = context as unknown as { slot: DocumentSlot; res: ServerResponse; session: Session }
      await slot.becomeQuery()
      // The client disconnected: skip the work.
      if (res.destroyed) return void setResult({ errors: [new GraphQLError('The client disconnected')] })
      const id = documents.idOf(params.extensions)
      setParams({ ...params, query: documents.resolve(session.actor, { query: params.query, id }) })
    },
    onParse({ setParseFn }) {
      setParseFn((source, options) => parse(source as string, { ...(options as object), maxTokens: mostTokens }))
    },
    onValidate({ addValidationRule, setValidationFn, context }) {
      const hideSuggestions = documents.isKnownOnly(context.session.actor)
      // Hides names of the schema from logins in production. The rule's name keeps the cached results apart.
      addValidationRule(hideSuggestions ? NoSchemaIntrospectionCustomRule : introspectionCost)
      setValidationFn(((of: GraphQLSchema, document: DocumentNode, rules: ValidationRule[]) =>
        validate(of, document, rules, { hideSuggestions })) as typeof validate)
    },
    async onExecute({ args, setResultAndStopExecution }) {
      const { document, operationName, contextValue } = args as unknown as {
        document: DocumentNode
        operationName?: string | null
        contextValue: GqlContext & { slot: DocumentSlot }
      }
      Object.assign(args, { hideSuggestions: documents.isKnownOnly(contextValue.session.actor) })
      const isWrite = isMutation(document, operationName)
      const refusal = findRefusal(contextValue, document, isWrite)
      if (refusal) return void setResultAndStopExecution({ errors: [refusal] })
      if (isWrite) await contextValue.slot.becomeMutation()
    },
    // Over HTTP, subscriptions would lack the websocket's limits and keep their slot.
    onSubscribe({ setResultAndStopExecution }) {
      setResultAndStopExecution({ errors: [new GraphQLError('Send subscriptions over a websocket')] })
    },
    // Releases the slot before the transfer: a slow client delays no other request of the shop.
    onResponse({ serverContext }) {
      ;(serverContext as { slot?: DocumentSlot }).slot?.release()
    },
  }

  // Fastify's hook does this for every other path.
  const compressed: Plugin<GqlContext> = {
    async onResponse({ request, response, setResponse, fetchAPI }) {
      const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
      const { headers, status } = response
      if (
        !encoding ||
        !isWorthCompressing({ bytes: Number(headers.get('content-length')), type: headers.get('content-type') ?? '' })
      )
        return
      const body = await compress(await response.text(), encoding)
      setResponse(
        new fetchAPI.Response(body, {
          status,
          headers: {
            'content-type': headers.get('content-type') ?? '',
            'content-encoding': encoding,
            'content-length': String(body.length),
          },
        }),
      )
    },
  }

  const yoga = createYoga<{ session: Session; slot: DocumentSlot }, GqlContext>({
    schema,
    context: ({ session }) => contextFor(session),
    plugins: [rules, idempotentMutations, compressed],
    logging: false,
    graphiql: false,
    landingPage: false,
    batching: false,
    cors: false,
    multipart: false,
    // yoga's own limit pipes each body through nested streams, which doubles the cost; see findBodyRefusal.
    maxRequestBodySize: false,
    maskedErrors: { maskError: mask },
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeaders(new Map(Object.entries(listHeaders(deps, request))))
    if (request.method !== 'POST') return void answerOtherMethod(request, response)
    const refused = findBodyRefusal(request)
    if (refused) return void response.writeHead(refused, { connection: 'close', 'content-length': '0' }).end()
    try {
      if (hasKey(request.url ?? '')) throw new InvalidInput({ url: 'keyInUrl' })
      const session = await sessions.either(readCredentials(request))
      await parts.keyLimits.count(session, (name, value) => void response.setHeader(name, value))
      const slot = await takeSlot(session)
      const stopWaiting = waitForBody(request, response)
      try {
        if (response.destroyed) return
        if (hasScope(session.actor, 'READ')) await yoga.handle(request, response, { session, slot } as never)
        else await answerStorefrontKey({ parts, session, slot }, request, response)
      } finally {
        stopWaiting()
        slot.release()
      }
    } catch (error) {
      sendRefusal(deps, error, response)
    }
  }

  const subscriptionSockets = openSubscriptionSockets(parts, { documents, contextFor, mask })
  return {
    handle,
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        if (/^\/graphql(\?|$)/.test(request.url ?? '')) subscriptionSockets.upgrade({ request, socket, head })
        else socket.destroy()
      })
    },
    close: () => subscriptionSockets.close(),
  }
}

/** Returns the headers of every answer. */
const listHeaders = (deps: Parts['deps'], { url = '', headers }: IncomingMessage): Record<string, string> => ({
  ...listSecurityHeaders(deps, url),
  'cache-control': 'no-store',
  ...listKeyCors(headers.authorization),
})

/** Answers a browser's preflight, and refuses other methods than POST. GET is the playground's. */
function answerOtherMethod({ method }: IncomingMessage, response: ServerResponse): void {
  const methods = ['GET', 'HEAD', 'POST']
  if (method === 'OPTIONS') response.writeHead(204, listPreflight(methods)).end()
  else response.writeHead(405, { allow: listAllow(methods), connection: 'close', 'content-length': '0' }).end()
}

/** Answers a key with the scope STOREFRONT alone: with the public schema, which has nothing else. */
async function answerStorefrontKey(
  { parts, session: { shop }, slot }: { parts: Parts; session: Session; slot: DocumentSlot },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!shop) throw new NotAllowed('shopNotChosen')
  const given = await readKeyDocument(request)
  await slot.becomeQuery()
  const { status, body } = await answerKeyDocument(parts, shop, given)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body)
}

/** Answers an error before or beside a document's execution. */
function sendRefusal(deps: Parts['deps'], error: unknown, response: ServerResponse): void {
  // The client has got a timeout.
  if (response.headersSent) return
  const refusal = error instanceof UserError ? error : null
  if (!refusal) deps.log.error({ err: error }, 'graphql edge')
  else response.setHeaders(new Map(Object.entries(listRefusalHeaders(deps, refusal))))
  const { message, code } = refusal
    ? buildFailure(refusal)
    : { message: formatMessage('unexpected'), code: 'unexpected' }
  response.writeHead(refusal ? findStatus(refusal) : 500, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ errors: [{ message, extensions: { code } }] }))
}

/**
 * Refuses a body that is too large or has no length; Node enforces the length. Refuses other types than JSON, such as
 * forms of other sites.
 */
function findBodyRefusal({ headers, method }: IncomingMessage): 411 | 413 | 415 | null {
  const length = headers['content-length']
  if (method === 'POST' && !/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) return 415
  if (headers['transfer-encoding'] !== undefined) return 411
  return Number(length ?? 0) > largestBody ? 413 : null
}

/** Ends a request whose body takes too long. @returns a function that stops waiting */
function waitForBody(request: IncomingMessage, response: ServerResponse): () => void {
  const timer = setTimeout(() => {
    // The request may have been answered without its body.
    if (!response.headersSent) response.writeHead(408, { connection: 'close', 'content-length': '0' }).end()
  }, longestBodyMs)
  const stop = () => clearTimeout(timer)
  request.once('end', stop)
  return stop
}

/** Replaces the context of a session without a chosen shop: any access is refused. */
const shoplessContext = new Proxy({} as Ctx, {
  get() {
    throw new NotAllowed('shopNotChosen')
  },
})

function readCredentials(request: IncomingMessage): Credentials {
  const token = request.headers[authTokenHeader]
  return { authToken: typeof token === 'string' ? token : undefined, bearer: readBearer(request.headers.authorization) }
}

/** Returns why a session gets no answer: its shop is shut out, or a right is missing. */
function findRefusal(
  { session: { shop, actor }, ctx }: GqlContext,
  document: DocumentNode,
  isWrite: boolean,
): GraphQLError | null {
  const scope = isWrite ? 'WRITE' : 'READ'
  if (!hasScope(actor, scope)) return toGraphqlError(new KeyRefused('keyScopeMissing', { scope }))
  if (shop && !isExtended(ctx) && !isFrameQuery(document)) return toGraphqlError(new NotAllowed('extendedModeBlocked'))
  const isReadOnly = actor.kind === 'merchant' && actor.readOnly
  return isWrite && isReadOnly ? toGraphqlError(new NotAllowed('readOnly')) : null
}

const toGraphqlError = ({ message, code }: UserError) => new GraphQLError(message, { extensions: { code } })
