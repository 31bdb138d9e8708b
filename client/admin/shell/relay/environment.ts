import {
  Environment,
  Network,
  Observable,
  RecordSource,
  Store,
  type CacheConfig,
  type FetchFunction,
  type GraphQLResponse,
  type RequestParameters,
  type SubscribeFunction,
  type Variables,
} from 'relay-runtime'
import { RequestFailed, send } from './request.ts'
import type { Session } from '../session/session.ts'
import type { Subscribe } from './socket.ts'

const endpoint = '/graphql'
const queryCacheMilliseconds = 5 * 60_000

/** Delays between retries while the server doesn't respond, long enough for a restart. */
export const askAgainAfterMilliseconds = [2_000, 5_000, 15_000, 40_000] as const

/** For queries that wait for the server instead of failing. */
export const retriesWhileOffline: CacheConfig = { metadata: { retriesWhileOffline: true } }

/** Creates the Relay environment of a session: one store, fetch for queries, one websocket for subscriptions. */
export function createEnvironment(session: Session): Environment {
  return new Environment({
    network: Network.create(fetchOver(session), subscribeOver(session)),
    store: new Store(new RecordSource(), { gcReleaseBufferSize: 20, queryCacheExpirationTime: queryCacheMilliseconds }),
    // Resolve `node(id:)` from records that a list has loaded.
    missingFieldHandlers: [
      {
        kind: 'linked',
        handle: (field, record, args) =>
          record?.getType() === '__Root' && field.name === 'node' && typeof args['id'] === 'string'
            ? args['id']
            : undefined,
      },
    ],
  })
}

function fetchOver(session: Session): FetchFunction {
  return (operation, variables, { metadata }) =>
    Observable.create<GraphQLResponse>((sink) => {
      const cancel = new AbortController()
      const ask = async () => {
        const response = await send(session, endpoint, {
          method: 'POST',
          signal: cancel.signal,
          headers: {
            'content-type': 'application/json',
            accept: 'application/graphql-response+json, application/json',
          },
          body: JSON.stringify(documentOf(operation, variables)),
        })
        if (!response.headers.get('content-type')?.includes('json')) throw new RequestFailed('server', response.status)
        sink.next((await response.json()) as GraphQLResponse)
        sink.complete()
      }
      const isCancelled = () => cancel.signal.aborted
      const askUntilAnswered = async (tries: number): Promise<void> => {
        try {
          await ask()
        } catch (error) {
          if (isCancelled()) return
          const retries =
            metadata?.['retriesWhileOffline'] === true &&
            error instanceof RequestFailed &&
            (error.kind === 'offline' || error.kind === 'timeout')
          if (!retries) {
            sink.error(error instanceof Error ? error : new Error(String(error)))
            return
          }
          await backOnline(askAgainAfterMilliseconds[tries] ?? askAgainAfterMilliseconds[3], cancel.signal)
          if (!isCancelled()) await askUntilAnswered(tries + 1)
        }
      }
      void askUntilAnswered(0)
      return () => cancel.abort()
    })
}

/** Waits until the browser is online, the milliseconds have passed, or the signal aborts. */
function backOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}

/** Sends a document's id, which the server knows by release. A newly compiled document is sent as text. */
function documentOf({ id, name, text }: RequestParameters, variables: Variables) {
  return { operationName: name, query: text ?? '', variables, ...(id ? { extensions: { persistedId: id } } : {}) }
}

function subscribeOver(session: Session): SubscribeFunction {
  let socket: Promise<Subscribe> | undefined
  return (operation, variables) =>
    Observable.create<GraphQLResponse>((sink) => {
      let stop: (() => void) | undefined
      let stopped = false
      // Load the websocket's code with the first subscription: no page needs it to render.
      socket ??= import('./socket.ts').then(({ openSocket }) => openSocket(session, endpoint))
      socket.then(
        (subscribe) => {
          if (stopped) return
          stop = subscribe(documentOf(operation, variables), {
            next: (value) => sink.next(value as GraphQLResponse),
            error: (error) => sink.error(error instanceof Error ? error : new Error(JSON.stringify(error))),
            complete: () => sink.complete(),
          })
        },
        (error: unknown) => sink.error(error instanceof Error ? error : new Error(String(error))),
      )
      return () => {
        stopped = true
        stop?.()
      }
    })
}
