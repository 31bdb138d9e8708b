import {
  Environment, Network, Observable, RecordSource, Store,
  type FetchFunction, type GraphQLResponse, type RequestParameters, type SubscribeFunction, type Variables,
} from 'relay-runtime'
import { RequestFailed, send } from './request.ts'
import type { Session } from './session.ts'
import type { Subscribe } from './socket.ts'

const endpoint = '/graphql'
const queryCacheMilliseconds = 5 * 60_000

/** The Relay environment of a session: one store, fetch for questions, one websocket for subscriptions. */
export function createEnvironment(session: Session): Environment {
  return new Environment({
    network: Network.create(fetchOver(session), subscribeOver(session)),
    store: new Store(new RecordSource(), { gcReleaseBufferSize: 20, queryCacheExpirationTime: queryCacheMilliseconds }),
    // A record that a list has brought answers `node(id:)` at once.
    missingFieldHandlers: [{
      kind: 'linked',
      handle: (field, record, args) => (record?.getType() === '__Root' && field.name === 'node' && typeof args['id'] === 'string' ? args['id'] : undefined),
    }],
  })
}

function fetchOver(session: Session): FetchFunction {
  return (operation, variables) => Observable.create<GraphQLResponse>((sink) => {
    const cancel = new AbortController()
    const ask = async () => {
      const response = await send(session, endpoint, {
        method: 'POST',
        signal: cancel.signal,
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' },
        body: JSON.stringify(documentOf(operation, variables)),
      })
      if (!response.headers.get('content-type')?.includes('json')) throw new RequestFailed('server', response.status)
      sink.next(await response.json() as GraphQLResponse)
      sink.complete()
    }
    ask().catch((error: unknown) => {
      if (!cancel.signal.aborted) sink.error(error instanceof Error ? error : new Error(String(error)))
    })
    return () => cancel.abort()
  })
}

/** The server knows the documents of a release by id; one compiled a moment ago it may know by its text only. */
function documentOf({ id, name, text }: RequestParameters, variables: Variables) {
  return { operationName: name, query: text ?? '', variables, ...(id ? { extensions: { persistedId: id } } : {}) }
}

function subscribeOver(session: Session): SubscribeFunction {
  let socket: Promise<Subscribe> | undefined
  return (operation, variables) => Observable.create<GraphQLResponse>((sink) => {
    let stop: (() => void) | undefined
    let stopped = false
    // The websocket's code comes with the first subscription: no page needs it to show itself.
    socket ??= import('./socket.ts').then(({ openSocket }) => openSocket(session, endpoint))
    socket.then((subscribe) => {
      if (stopped) return
      stop = subscribe(documentOf(operation, variables), {
        next: (value) => sink.next(value as GraphQLResponse),
        error: (error) => sink.error(error instanceof Error ? error : new Error(JSON.stringify(error))),
        complete: () => sink.complete(),
      })
    }, (error: unknown) => sink.error(error instanceof Error ? error : new Error(String(error))))
    return () => {
      stopped = true
      stop?.()
    }
  })
}
