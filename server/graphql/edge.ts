import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { execute, GraphQLError, parse, subscribe, validate, type DocumentNode } from 'graphql'
import { CloseCode } from 'graphql-ws'
import { useServer } from 'graphql-ws/use/ws'
import { createYoga, type Plugin } from 'graphql-yoga'
import { WebSocketServer } from 'ws'
import { makeContext, type Ctx } from '../context.ts'
import { NotAllowed, Unauthenticated, UserError } from '../errors.ts'
import type { Parts } from '../http/parts.ts'
import { failureOf } from '../http/errors.ts'
import { authTokenHeader } from '../session/login.rest.ts'
import type { Credentials, Session } from '../session/session.ts'
import { authorizationOf } from './authorization.ts'
import type { GqlContext } from './builder.ts'
import { documentRules } from './documents.ts'
import { maskError } from './mask-error.ts'
import { playgroundPage } from './playground.ts'
import { schema } from './schema.ts'

/** A document of the admin has a few hundred tokens; hostile ones have a hundred thousand (goal R11). */
const mostTokens = 4000
const largestSocketMessage = 256 * 1024

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
    onExecute({ args, setResultAndStopExecution }) {
      const { document, operationName, contextValue } = args as { document: DocumentNode; operationName?: string | null; contextValue: GqlContext }
      if (isMutation(document, operationName) && readOnly(contextValue.session))
        setResultAndStopExecution({ errors: [new GraphQLError(new NotAllowed('readOnly').message, { extensions: { code: 'readOnly' } })] })
    },
  }

  const yoga = createYoga<{ session: Session }, GqlContext>({
    schema,
    context: ({ session }) => contextFor(session),
    plugins: [rules],
    logging: false,
    graphiql: false,
    landingPage: false,
    batching: false,
    cors: false,
    maskedErrors: { maskError: masked },
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('cache-control', 'no-store')
    if (request.method === 'GET' || request.method === 'HEAD') return playgroundPage(parts, response)
    try {
      const session = await sessions.either(credentialsOf(request))
      await yoga.handle(request, response, { session } as never)
    } catch (error) {
      if (!(error instanceof UserError)) deps.log.error({ err: error }, 'graphql edge')
      const refusal = error instanceof Unauthenticated ? error : null
      if (refusal) for (const [name, value] of Object.entries(deps.platform.refusalHeaders({ kind: 'stale' }))) response.setHeader(name, value)
      const { message, code } = refusal ? failureOf(refusal) : { message: 'Something went wrong on our side', code: 'unexpected' }
      response.writeHead(refusal ? 401 : 500, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify({ errors: [{ message, extensions: { code } }] }))
    }
  }

  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestSocketMessage, handleProtocols: (offered) => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false) })
  const socketServer = useServer<Record<string, unknown>, { session: Session }>({
    async onConnect({ connectionParams, extra }) {
      const credentials = authorizationOf(connectionParams)
      // The codes of graphql-ws for "who are you" and "not you"; its own `false` knows the second only.
      if (!credentials) return void extra.socket.close(CloseCode.Unauthorized, 'Unauthorized')
      const session = await sessions.either(credentials).catch(() => null)
      if (!session) return void extra.socket.close(CloseCode.Forbidden, 'Forbidden')
      extra.session = session
      return true
    },
    onSubscribe({ extra }, _id, { query, variables, operationName, extensions }) {
      const session = extra.session
      if (!session) throw new Unauthenticated()
      const document = parse(documents.resolve({ query, id: documents.idOf(extensions) }), { maxTokens: mostTokens })
      const problems = validate(schema, document)
      if (problems.length > 0) return problems
      if (isMutation(document, operationName) && readOnly(session)) return [new GraphQLError(new NotAllowed('readOnly').message)]
      return { schema, document, variableValues: variables ?? null, operationName: operationName ?? null, contextValue: contextFor(session) }
    },
    execute,
    subscribe,
    onError: (_context, _id, _payload, errors) => errors.map((error) => masked(error).toJSON()),
    onNext: (_context, _id, _payload, _args, { data, errors }) => (errors ? { data: data ?? null, errors: errors.map((error) => masked(error).toJSON()) } : undefined),
  }, sockets)

  return {
    handle,
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        if (!/^\/graphql(\?|$)/.test(request.url ?? '')) return void socket.destroy()
        sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request))
      })
    },
    async close() {
      await socketServer.dispose()
      sockets.close()
    },
  }
}

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

function isMutation(document: DocumentNode, name: string | null | undefined): boolean {
  return document.definitions.some((node) => node.kind === 'OperationDefinition' && node.operation === 'mutation' && (!name || node.name?.value === name))
}
