import { createClient, type Client } from 'graphql-ws'
import { connection } from './connection.ts'
import type { Session } from './session.ts'

const firstWaitMs = 1_000
const longestWaitMs = 30_000
/** A line that is dead without being closed, as after a laptop's sleep, is found by asking so often, and waiting so long for the answer. */
const askEveryMs = 15_000
const answerWithinMs = 8_000

/**
 * The websocket of a session, open while somebody subscribes. It is tried again for ever, at growing distances, and at once when the browser
 * is in a network again or the merchant comes back to the tab.
 */
export function openSocket(session: Session, endpoint: string): Client {
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
        // Closed by us, as nobody subscribes any more.
        if (event instanceof CloseEvent && event.code === 1000) connection.isBack()
        else connection.isGone()
      },
    },
  })
  return client
}

/** How long the next try waits: a second, twice as long with each, half a minute at most; by chance half of it to one and a half, as all tabs lose a server at once. */
export const retryWaitMs = (tries: number, chance: number): number => Math.min(longestWaitMs, firstWaitMs * 2 ** tries) * (0.5 + chance)

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
