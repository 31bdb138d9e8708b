import { CloseCode, createClient, type Client } from 'graphql-ws'
import { connection } from './connection.ts'
import type { Session } from '../session/session.ts'

const firstWaitMs = 1_000
const longestWaitMs = 30_000
/** A line that is dead without being closed, as after a laptop's sleep, is found by asking so often, and waiting so long for the answer. */
const askEveryMs = 15_000
const answerWithinMs = 8_000
const serversFault: number = CloseCode.InternalServerError

export type Subscribe = Client['subscribe']

/**
 * Subscribes on the websocket of a session, which is open while there are subscribers. It is tried again for ever, at growing distances, and at once
 * when the browser is in a network again or the merchant comes back to the tab.
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
 * graphql-ws gives up all that is subscribed where the server closes by a fault of its own, whatever `shouldRetry` says. A fault passes, so
 * that it is subscribed again, together and at the distances of any other lost connection. Who is told 4401 is not heard before a login.
 */
function subscribingAgain(client: Client): Subscribe {
  let faults = 0
  let resumed = 0
  let wait: Promise<void> | undefined
  const waited = (): Promise<void> => {
    if (wait) return wait
    // What held for so long is another fault, not the same one still.
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
          // The client still counts it among those that keep the socket open.
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

/** 4500, or a code of the protocol (RFC 6455) such as 1011, which a proxy may say as well. */
const isServersFault = (error: unknown): boolean =>
  error instanceof CloseEvent && (error.code === serversFault || error.code < 2_000)

/** How long the next try waits: a second, twice as long with each, half a minute at most; by chance half of it to one and a half, as all tabs lose a server at once. */
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
