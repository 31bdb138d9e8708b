import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { execute, GraphQLError, type ExecutionArgs } from 'graphql'
import { CloseCode, type SubscribePayload } from 'graphql-ws'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocket, WebSocketServer } from 'ws'
import { eventsAtOnce, mostSockets, mostSubscriptions } from '../../../rules/limits.ts'
import { allows } from '../../../rules/plans.ts'
import { hasKey } from '../../../rules/api-keys.ts'
import { formatMessage } from '../../../rules/messages.ts'
import { AccessRefused, PlanRequired, Unauthenticated } from '../../core/errors.ts'
import type { Parts } from '../../core/http/parts.ts'
import { findKey } from '../../core/key-scopes.ts'
import type { Credentials } from '../../core/http/credentials.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import type { Session } from '../../shop/session/session.ts'
import { acceptSubscription } from './accept-subscription.ts'
import { readAuthorization } from '../../core/graphql/authorization.ts'
import type { GqlContext } from '../../core/graphql/builder.ts'
import { findOwnerId } from '../../core/graphql/limit-documents.ts'
import type { DocumentRules } from './documents.ts'
import { subscribeTogether } from '../../core/graphql/subscriptions/subscribe-together.ts'
import { limitByKey } from '../../core/limit-by-key.ts'

const largestSocketMessage = 256 * 1024

interface SubscriptionSockets {
  upgrade(asked: { request: IncomingMessage; socket: Duplex; head: Buffer }): void
  close(): Promise<void>
}

interface SubscriptionSocketOptions {
  documents: DocumentRules
  contextFor(session: Session): GqlContext
  mask(error: unknown): GraphQLError
}

/** Opens the websockets of /graphql: graphql-transport-ws, for subscriptions only. */
export function openSubscriptionSockets(
  parts: Parts,
  { documents, contextFor, mask }: SubscriptionSocketOptions,
): SubscriptionSockets {
  const { deps } = parts
  // Waiting is unlimited, as subscriptions are limited.
  const limit = limitByKey({ atOnce: eventsAtOnce, waiting: Infinity })
  // Shares one read of a changed shop among all its open tabs.
  const readShop = (id: string) =>
    parts.pubsub.readOnce(`shop:${id}`, () =>
      parts.shops.findById(id).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'the shop of a subscription cannot be read now')
        return null
      }),
    )
  const takeSocket = limitSessions(mostSockets)
  const takeSubscription = limitSessions(mostSubscriptions)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestSocketMessage,
    handleProtocols: (offered) => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false),
  })
  const { sessionOf, renewed, admitted, watch } = openSocketSessions(parts, readShop)

  /** Accepts a subscription within the limit of events: parsing and validating are work too. */
  const accept = (payload: SubscribePayload, session: Session): Promise<ExecutionArgs | readonly GraphQLError[]> =>
    limit.run(findOwnerId(session), async () => acceptSubscription(documents, payload, contextFor(session)))

  const socketServer = useServer<Record<string, unknown>, SocketExtra>(
    {
      async onConnect({ connectionParams, extra }) {
        const credentials = readAuthorization(connectionParams)
        // graphql-ws's codes for unauthenticated and forbidden; its own `false` only means forbidden.
        if (!credentials) return void extra.socket.close(CloseCode.Unauthorized, 'Unauthorized')
        const session = await admitted(extra.socket, () => sessionOf(credentials))
        // The client disconnected while the session was read.
        if (!session || extra.socket.readyState !== WebSocket.OPEN) return
        const leave = takeSocket(session)
        if (!leave) return void extra.socket.close(tryAgainLater, 'Too many connections')
        extra.socket.once('close', leave)
        Object.assign(extra, { session, credentials } satisfies SocketExtra)
        watch(extra)
        return true
      },
      async onSubscribe({ extra }, _id, payload) {
        const session = await admitted(extra.socket, () => renewed(extra))
        // The client does not receive this: the socket is closed.
        if (!session) return [new GraphQLError(formatMessage('unauthenticated'))]
        extra.operations ??= new Map()
        if (extra.operations.size >= mostOperations) return [new GraphQLError('Too many operations on one connection')]
        const leave = takeSubscription(session)
        if (!leave) return [new GraphQLError('Too many operations on all connections')]
        extra.operations.set(payload, leave)
        let accepted: ExecutionArgs | readonly GraphQLError[] = []
        try {
          return (accepted = await accept(payload, session))
        } finally {
          if (!('schema' in accepted)) endOperation(extra, payload)
        }
      },
      onComplete: ({ extra }, _id, payload) => endOperation(extra, payload),
      onDisconnect: ({ extra }) => extra.operations?.forEach((_leave, payload) => endOperation(extra, payload)),
      execute,
      subscribe: (args) => subscribeTogether({ limit, readShop, contextFor }, args),
      onError: (_context, _id, _payload, errors) => errors.map((error) => mask(error).toJSON()),
      onNext: (_context, _id, _payload, _args, { data, errors }) =>
        errors ? { data: data ?? null, errors: errors.map((error) => mask(error).toJSON()) } : undefined,
    },
    sockets,
  )

  return {
    upgrade({ request, socket, head }) {
      if (!isFromOwnPage(request, deps.origin) || hasKey(request.url ?? ''))
        return void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      sockets.handleUpgrade(request, socket, head, (opened) => {
        sockets.emit('connection', opened, request)
        // graphql-ws would log this as our error and listen only once, missing a second error.
        opened
          .removeAllListeners('error')
          .on('error', (error) => deps.log.debug({ err: error }, 'a websocket has failed'))
      })
    },
    async close() {
      await socketServer.dispose()
      sockets.close()
    },
  }
}

/** Finds the sessions of websockets, and closes sockets whose session has ended. */
function openSocketSessions({ deps, sessions, shops, pubsub }: Parts, readShop: (id: string) => Promise<Shop | null>) {
  /** @returns null only if there is certainly no session. @throws an error that may be temporary */
  async function sessionOf(credentials: Credentials): Promise<Session | null> {
    try {
      return await sessions.either(credentials)
    } catch (error) {
      if (error instanceof Unauthenticated || error instanceof AccessRefused || error instanceof PlanRequired)
        return null
      throw error
    }
  }

  /** Returns the current session, as a login may end and a plan change. Returns and throws like sessionOf(). */
  async function renewed({ session, credentials }: SocketExtra): Promise<Session | null> {
    if (!session || !credentials) return null
    if (session.mode === 'standalone') return sessionOf(credentials)
    // The ID token expires after a minute. The socket stays authenticated until the app is uninstalled.
    const shop = session.shop && (await shops.findById(session.shop.id))
    return shop && !shop.uninstalledAt ? { ...session, shop } : null
  }

  /** Returns the session for a new operation. Without one, returns null and closes the socket. */
  async function admitted(socket: WebSocket, find: () => Promise<Session | null>): Promise<Session | null> {
    try {
      const session = await find()
      if (!session) socket.close(CloseCode.Forbidden, 'Forbidden')
      return session
    } catch (error) {
      deps.log.warn({ err: error }, 'the session of a websocket cannot be looked up now')
      // graphql-ws would close with 4500, after which its client gives up. After this code it reconnects and subscribes
      // again.
      socket.close(tryAgainLater, 'Try again later')
      return null
    }
  }

  /** Closes the socket of an ended session. If the check fails, the next one decides. */
  async function look(extra: SocketExtra & { socket: WebSocket }): Promise<void> {
    try {
      if (!(await renewed(extra))) extra.socket.close(CloseCode.Forbidden, 'Forbidden')
    } catch (error) {
      deps.log.warn({ err: error }, 'the session of a websocket cannot be looked up now')
    }
  }

  /** Open sockets, to check those of a session or a shop that changes. */
  const watched = new Set<SocketExtra & { socket: WebSocket }>()
  const lookAt = (which: (session: Session | undefined) => boolean) => {
    for (const extra of watched) if (which(extra.session)) void look(extra)
  }
  pubsub.onNotification((shopId, topic, id) => {
    // The caches drop the changed row first.
    if (topic === 'session') setImmediate(() => lookAt((session) => session?.tokenHash === id))
    const isShops = (session: Session | undefined) => session?.shop?.id === shopId
    if (topic === 'shop' && [...watched].some(({ session }) => isShops(session)))
      void readShop(shopId).then((shop) => {
        if (!shop || shop.uninstalledAt) lookAt(isShops)
        // A downgrade ends what keys opened.
        else if (!allows(shop.plan, 'api'))
          lookAt((session) => isShops(session) && !!session && !!findKey(session.actor))
      })
  })

  return {
    sessionOf,
    renewed,
    admitted,
    /** Looks at the socket's session from time to time, until the socket closes. */
    watch(extra: SocketExtra & { socket: WebSocket }): void {
      watched.add(extra)
      const timer = setInterval(() => void look(extra), sessionCheckMs)
      extra.socket.once('close', () => {
        clearInterval(timer)
        watched.delete(extra)
      })
    },
  }
}

/**
 * Checks the Origin header: browsers let every page open a websocket anywhere. Our origins are PUBLIC_URL's and the
 * requested host's. Scripts send no origin; they must bring a token.
 */
function isFromOwnPage({ headers }: IncomingMessage, publicOrigin: string): boolean {
  if (!headers.origin) return true
  const origin = URL.parse(headers.origin)
  return (
    origin !== null &&
    (origin.origin === URL.parse(publicOrigin)?.origin ||
      (/^https?:$/.test(origin.protocol) && origin.host === headers.host))
  )
}

type SocketExtra = {
  session?: Session
  credentials?: Credentials
  /** Releases the slots of open operations. Keyed by payload, as a client may reuse an id before its operation ends. */
  operations?: Map<SubscribePayload, () => void>
}

function endOperation({ operations }: SocketExtra, payload: SubscribePayload): void {
  operations?.get(payload)?.()
  operations?.delete(payload)
}

/** Limits what each account and each shop has open in this process. Returns null at the limit, else a release. */
function limitSessions(most: { account: number; shop: number }): (session: Session) => (() => void) | null {
  const accounts = limitByKey({ atOnce: most.account, waiting: 0 })
  const shops = limitByKey({ atOnce: most.shop, waiting: 0 })
  return ({ account, shop }) => {
    const leaveAccount = account ? accounts.tryAcquire(account.id) : () => undefined
    const leaveShop = shop ? shops.tryAcquire(shop.id) : () => undefined
    const leave = () => {
      leaveAccount?.()
      leaveShop?.()
    }
    if (leaveAccount && leaveShop) return leave
    leave()
    return null
  }
}

/** A page has a handful; a hostile client opens thousands. */
const mostOperations = 50
/** RFC 6455: the client reconnects later, with backoff. */
const tryAgainLater = 1013
/** Interval at which an open socket checks that its login still holds. */
const sessionCheckMs = 30_000
