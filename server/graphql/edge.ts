import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { execute, GraphQLError, parse, type DocumentNode, type ExecutionArgs, type ExecutionResult } from 'graphql'
import { CloseCode, type SubscribePayload } from 'graphql-ws'
import { useServer } from 'graphql-ws/use/ws'
import { createYoga, type Plugin } from 'graphql-yoga'
import { WebSocket, WebSocketServer } from 'ws'
import { makeContext, type Ctx } from '../context.ts'
import { mostSockets, mostSubscriptions } from '../../rules/limits.ts'
import { sentence } from '../../rules/messages.ts'
import { AccessRefused, NotAllowed, Unauthenticated, UserError } from '../errors.ts'
import type { Parts } from '../http/parts.ts'
import { failureOf, statusOf } from '../http/errors.ts'
import { authTokenHeader } from '../session/login.rest.ts'
import type { Credentials, Session } from '../session/session.ts'
import { acceptSubscription, mostTokens } from './accept-subscription.ts'
import { authorizationOf } from './authorization.ts'
import type { GqlContext } from './builder.ts'
import { makeCrowd, ownerOf } from './crowd.ts'
import { documentTurns, type DocumentTurn } from './document-turns.ts'
import { documentRules } from './documents.ts'
import { idempotentMutations } from './idempotent-mutations.ts'
import { maskError } from './mask-error.ts'
import { isMutation } from './operations.ts'
import { playgroundPage } from './playground.ts'
import { schema } from './schema.ts'
import { makeNewsTurns, subscribeTogether } from './subscribe-together.ts'
import { onlyOnce } from './turns.ts'
import { untilEnded } from './until-ended.ts'

const largestSocketMessage = 256 * 1024
/** Of a POST; what REST takes. */
const largestBody = 2 * 1024 * 1024

export interface GraphqlEdge {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Takes the websocket upgrades of /graphql. */
  attach(server: Server): void
  close(): Promise<void>
}

/** /graphql: POST for documents, websocket (graphql-transport-ws) for subscriptions, GET for the playground. */
export function graphqlEdge(parts: Parts): GraphqlEdge {
  const { deps, sessions } = parts
  const documents = documentRules(deps.env.CANDOR_MODE)
  const turns = documentTurns()
  const newsTurns = makeNewsTurns()
  const openSockets = makeCrowd(mostSockets)
  const subscriptions = makeCrowd(mostSubscriptions)
  const contextFor = (session: Session): GqlContext => ({
    session,
    pubsub: parts.pubsub,
    doors: deps.doors,
    ctx: session.shop ? makeContext(deps, session.shop, session.actor) : shoplessContext,
  })

  const masked = (error: unknown) => maskError(deps.log, error)

  const rules: Plugin<GqlContext> = {
    onParams({ params, setParams }) {
      setParams({ ...params, query: documents.resolve({ query: params.query, id: documents.idOf(params.extensions) }) })
    },
    onParse({ setParseFn }) {
      setParseFn((source, options) => parse(source as string, { ...(options as object), maxTokens: mostTokens }))
    },
    async onExecute({ args, setResultAndStopExecution }) {
      const { document, operationName, contextValue } = args as unknown as { document: DocumentNode; operationName?: string | null; contextValue: GqlContext & { turn: DocumentTurn } }
      if (!isMutation(document, operationName)) return
      if (readOnly(contextValue.session))
        return void setResultAndStopExecution({ errors: [new GraphQLError(new NotAllowed('readOnly').message, { extensions: { code: 'readOnly' } })] })
      await contextValue.turn.asMutation()
    },
    // Here they would be without the bounds of a websocket, and keep their turn.
    onSubscribe({ setResultAndStopExecution }) {
      setResultAndStopExecution({ errors: [new GraphQLError('Subscriptions go over a websocket')] })
    },
    // Whoever takes the answer slowly keeps nobody of the shop waiting.
    onResponse({ serverContext }) {
      (serverContext as { turn?: DocumentTurn }).turn?.end()
    },
  }

  const yoga = createYoga<{ session: Session; turn: DocumentTurn }, GqlContext>({
    schema,
    context: ({ session }) => contextFor(session),
    plugins: [rules, idempotentMutations],
    logging: false,
    graphiql: false,
    landingPage: false,
    batching: false,
    cors: false,
    multipart: false,
    // Its own limit passes each body through a stream of streams, at twice the price of all the rest; see refusedLength.
    maxRequestBodySize: false,
    maskedErrors: { maskError: masked },
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('cache-control', 'no-store')
    if (request.method === 'GET' || request.method === 'HEAD') return playgroundPage(parts, response)
    const refused = refusedLength(request)
    if (refused) return void response.writeHead(refused, { connection: 'close', 'content-length': '0' }).end()
    try {
      const session = await sessions.either(credentialsOf(request))
      const turn = await turns.take(session)
      try {
        // Who has gone meanwhile is not answered.
        if (!response.destroyed) await yoga.handle(request, response, { session, turn } as never)
      } finally {
        turn.end()
      }
    } catch (error) {
      const refusal = error instanceof UserError ? error : null
      if (!refusal) deps.log.error({ err: error }, 'graphql edge')
      const kind = refusal instanceof Unauthenticated ? 'stale' : refusal instanceof AccessRefused ? 'reauthorize' : null
      if (kind) for (const [name, value] of Object.entries(deps.platform.refusalHeaders({ kind }))) response.setHeader(name, value)
      const { message, code } = refusal ? failureOf(refusal) : { message: sentence('unexpected'), code: 'unexpected' }
      response.writeHead(refusal ? statusOf(refusal) : 500, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify({ errors: [{ message, extensions: { code } }] }))
    }
  }

  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestSocketMessage, handleProtocols: (offered) => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false) })
  /** The session as it is now: a login that ended, or a plan that changed, counts for sockets that are open already, too. */
  async function renewed(extra: SocketExtra): Promise<Session | null> {
    const { session, credentials } = extra
    if (!session || !credentials) return null
    if (session.mode === 'standalone') return sessions.either(credentials).catch(() => null)
    // An ID token lives a minute; what it proved holds while the shop has the app.
    const shop = session.shop && (await parts.shops.byId(session.shop.id))
    return shop && !shop.uninstalledAt ? { ...session, shop } : null
  }

  /** Reading and checking a document is work, too. */
  async function accepted(payload: SubscribePayload, context: SubscriptionContext): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const endTurn = await newsTurns.take(ownerOf(context.session))
    let accepts = false
    try {
      const args = acceptSubscription(documents, payload, context)
      accepts = 'schema' in args
      return args
    } finally {
      endTurn()
      if (!accepts) context.ended()
    }
  }

  async function subscribed(args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
    const { ended } = args.contextValue as SubscriptionContext
    try {
      const results = await subscribeTogether(newsTurns, args)
      if (Symbol.asyncIterator in results) return untilEnded(results, ended)
      ended()
      return results
    } catch (error) {
      ended()
      throw error
    }
  }

  const socketServer = useServer<Record<string, unknown>, SocketExtra>({
    async onConnect({ connectionParams, extra }) {
      const credentials = authorizationOf(connectionParams)
      // The codes of graphql-ws for "who are you" and "not you"; its own `false` knows the second only.
      if (!credentials) return void extra.socket.close(CloseCode.Unauthorized, 'Unauthorized')
      const session = await sessions.either(credentials).catch(() => null)
      if (!session) return void extra.socket.close(CloseCode.Forbidden, 'Forbidden')
      // Who has gone while the session was looked up is not told of again.
      if (extra.socket.readyState !== WebSocket.OPEN) return
      const leave = openSockets.enter(session)
      if (!leave) return void extra.socket.close(tryAgainLater, 'Too many connections')
      extra.socket.once('close', leave)
      Object.assign(extra, { session, credentials, operations: 0 } satisfies SocketExtra)
      const watch = setInterval(() => void renewed(extra).then((now) => now ?? extra.socket.close(CloseCode.Forbidden, 'Forbidden')), sessionLookMs)
      extra.socket.once('close', () => clearInterval(watch))
      return true
    },
    async onSubscribe({ extra }, _id, payload) {
      const session = await renewed(extra)
      if (!session) {
        extra.socket.close(CloseCode.Forbidden, 'Forbidden')
        return [new GraphQLError(sentence('unauthenticated'))]
      }
      if ((extra.operations ?? 0) >= mostOperations) return [new GraphQLError('Too many operations on one connection')]
      const leave = subscriptions.enter(session)
      if (!leave) return [new GraphQLError('Too many operations on all connections')]
      extra.operations = (extra.operations ?? 0) + 1
      const ended = onlyOnce(() => {
        leave()
        extra.operations = (extra.operations ?? 0) - 1
      })
      return accepted(payload, { ...contextFor(session), ended })
    },
    execute,
    subscribe: subscribed,
    onError: (_context, _id, _payload, errors) => errors.map((error) => masked(error).toJSON()),
    onNext: (_context, _id, _payload, _args, { data, errors }) => (errors ? { data: data ?? null, errors: errors.map((error) => masked(error).toJSON()) } : undefined),
  }, sockets)

  return {
    handle,
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        if (!/^\/graphql(\?|$)/.test(request.url ?? '')) return void socket.destroy()
        if (!fromOwnPage(request, deps.origin)) return void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request))
      })
    },
    async close() {
      await socketServer.dispose()
      sockets.close()
    },
  }
}

/**
 * Browsers let every page open a websocket anywhere, and say whose page it is: ours are those of PUBLIC_URL and of the host that was
 * asked. Scripts name no origin; they must bring a token as everybody does.
 */
function fromOwnPage({ headers }: IncomingMessage, publicOrigin: string): boolean {
  if (!headers.origin) return true
  const origin = URL.parse(headers.origin)
  return origin !== null && (origin.origin === URL.parse(publicOrigin)?.origin || (/^https?:$/.test(origin.protocol) && origin.host === headers.host))
}

/** The status of a body that is too large, or does not say how large it is; Node holds it to what it says. */
function refusedLength({ headers }: IncomingMessage): 411 | 413 | null {
  const length = headers['content-length']
  if (headers['transfer-encoding'] !== undefined) return 411
  return Number(length ?? 0) > largestBody ? 413 : null
}

/** Of a subscription: what counts it no more. */
type SubscriptionContext = GqlContext & { ended(): void }

/** What a socket carries besides its transport. */
type SocketExtra = {
  session?: Session
  credentials?: Credentials
  /** Subscriptions under way. */
  operations?: number
}

/** A page has a handful; a hostile client opens thousands. */
const mostOperations = 50
/** RFC 6455: the client comes again later, at growing distances. */
const tryAgainLater = 1013
/** How soon an open socket notices that its login has ended. */
const sessionLookMs = 30_000

/** Stands for the context of a session that has not chosen a shop: whatever needs one is refused. */
const shoplessContext = new Proxy({} as Ctx, {
  get() {
    throw new NotAllowed('shopNotChosen')
  },
})

function credentialsOf(request: IncomingMessage): Credentials {
  const token = request.headers[authTokenHeader]
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return { authToken: typeof token === 'string' ? token : undefined, bearer }
}

const readOnly = (session: Session): boolean => session.actor.kind === 'merchant' && session.actor.readOnly
