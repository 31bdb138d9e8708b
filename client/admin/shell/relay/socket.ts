import { CloseCode, createClient, type Client } from 'graphql-ws'
import { connection } from './connection.ts'
import type { Session } from '../session/session.ts'

const firstWaitMs = 1_000
const longestWaitMs = 30_000
/**
 * Interval of pings and timeout of their answers. Detects a connection that is dead but not closed, as after a laptop's
 * sleep.
 */
const askEveryMs = 15_000
const answerWithinMs = 8_000
const serversFault: number = CloseCode.InternalServerError

export type Subscribe = Client['subscribe']

/**
 * Subscribes on the session's websocket, which is open while there are subscribers. Reconnects forever at growing
 * intervals. Reconnects at once when the browser is online again or the merchant returns to the tab.
 */
export function openSocket(session: Session, endpoint: string): Subscribe {
  let unanswered: ReturnType<typeof setTimeout> | undefined
  const client = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${endpoint}`,
    lazy: true,
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: (tries) => waitOr(retryWaitMs(tries, Math.random())),
    keepAlive: askEveryMs,
    connectionParams: () => session.credentials(),
    on: {
      connected: () => connection.isBack(),
      ping: (received) => {
        if (!received) unanswered = setTimeout(() => client.terminate(), answerWithinMs)
      },
      pong: (received) => {
        if (received) clearTimeout(unanswered)
      },
      closed: (event) => {
        clearTimeout(unanswered)
        // Closed by us: the last subscriber left.
        if (event instanceof CloseEvent && event.code === 1000) connection.isBack()
        else connection.isGone()
      },
    },
  })
  return subscribingAgain(client)
}

/**
 * Resubscribes after the server closed the websocket with an error of its own: graphql-ws would drop all subscriptions.
 * Uses the delays of any other lost connection. After 4401, resubscribes only after a login.
 */
function subscribingAgain(client: Client): Subscribe {
  let faults = 0
  let resumed = 0
  let wait: Promise<void> | undefined
  const waited = (): Promise<void> => {
    if (wait) return wait
    // After a long connection, count errors from zero again.
    if (Date.now() - resumed > longestWaitMs) faults = 0
    wait = waitOr(retryWaitMs(faults++, Math.random())).then(() => {
      wait = undefined
      resumed = Date.now()
    })
    return wait
  }
  return (payload, sink) => {
    let left = false
    let leave: () => void
    const enter = () => {
      leave = client.subscribe(payload, {
        next: (value) => sink.next(value as never),
        complete: () => sink.complete(),
        error(error) {
          // The client still counts this subscriber among those that keep the socket open.
          leave()
          if (!isServersFault(error)) sink.error(error)
          else void waited().then(() => left || enter())
        },
      })
    }
    enter()
    return () => {
      left = true
      leave()
    }
  }
}

/** 4500, or a protocol code (RFC 6455) such as 1011, which a proxy may send as well. */
const isServersFault = (error: unknown): boolean =>
  error instanceof CloseEvent && (error.code === serversFault || error.code < 2_000)

/**
 * Returns the delay before the next attempt: a second, doubled each time up to half a minute. Randomized from half to
 * one and a half times that, because all tabs lose a server at once.
 */
export const retryWaitMs = (tries: number, chance: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** tries) * (0.5 + chance)

function waitOr(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    const look = () => {
      if (document.visibilityState === 'visible') end()
    }
    const timer = setTimeout(end, milliseconds)
    window.addEventListener('online', end)
    document.addEventListener('visibilitychange', look)
  })
}
