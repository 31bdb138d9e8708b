import type {} from '@shopify/app-bridge-types'
import { hrefIn, type Mode } from '../frame/mode.tsx'

/** Name of a standalone session's header and of its field in the websocket's payload (spec 6). */
const tokenHeader = 'x-auth-token'
const tokenKey = 'candor.token'
const defaultReauthorizeUrl = '/api/auth'
const reauthorizedKey = 'candor.reauthorized'
/** After a second refusal within this time, the page shows an error instead of redirecting in a loop. */
const reauthorizeOnceMilliseconds = 60_000

/** Authenticates requests, and handles a refused authentication. */
export interface Session {
  mode: Mode
  /** Prefix of all paths of spec 7. */
  restPrefix: '/api' | '/apiSa'
  /** Returns fresh credentials for one request or websocket. */
  credentials(): Promise<Record<string, string>>
  /** Returns false if a request would be refused for lack of credentials. */
  present(): boolean
  /** Leaves for the page that gives new credentials after a final refusal. Returns false if that was just tried. */
  handleRefusal(reauthorizeUrl: string | null): boolean
}

export interface StandaloneSession extends Session {
  mode: 'standalone'
  restPrefix: '/apiSa'
  keep(token: string): void
  forget(): void
}

/** Opens another document. */
export type Leave = (url: string) => void

/**
 * Session of standalone mode: a token in the browser's storage, sent in a header. Not a cookie, which would allow
 * cross-site forgery.
 */
export function standaloneSession(storage: Storage, leave: Leave): StandaloneSession {
  return {
    mode: 'standalone',
    restPrefix: '/apiSa',
    credentials() {
      const token = storage.getItem(tokenKey)
      return Promise.resolve(token ? { [tokenHeader]: token } : {})
    },
    present: () => storage.getItem(tokenKey) !== null,
    keep: (token) => storage.setItem(tokenKey, token),
    forget: () => storage.removeItem(tokenKey),
    handleRefusal() {
      storage.removeItem(tokenKey)
      leave(loginAddress(location.pathname + location.search))
      return true
    },
  }
}

/** Session by the platform's ID token. It expires after a minute, so each request gets a new one. */
export function embeddedSession(leave: Leave): Session {
  let leaving = false
  return {
    mode: 'embedded',
    restPrefix: '/api',
    async credentials() {
      return { authorization: `Bearer ${await window.shopify.idToken()}` }
    },
    present: () => 'shopify' in window,
    handleRefusal(reauthorizeUrl) {
      if (leaving) return true
      if (wasJustReauthorized()) return false
      leaving = true
      leave(reauthorizeUrl === null || reauthorizeUrl === defaultReauthorizeUrl ? ownReauthorizeUrl() : reauthorizeUrl)
      return true
    },
  }
}

const ownReauthorizeUrl = (): string =>
  `${defaultReauthorizeUrl}?${new URLSearchParams({ shop: window.shopify.config.shop ?? '' }).toString()}`

/** Returns whether a redirect was just tried, and stores the time of this one. Always false if storage is blocked. */
function wasJustReauthorized(): boolean {
  try {
    const last = Number(sessionStorage.getItem(reauthorizedKey))
    if (Date.now() - last < reauthorizeOnceMilliseconds) return true
    sessionStorage.setItem(reauthorizedKey, String(Date.now()))
  } catch {
    // Blocked storage.
  }
  return false
}

/** Returns the URL of the login page, which leads back to the wanted page. */
export function loginAddress(wanted: string): string {
  const login = hrefIn('standalone', '/auth/login')
  return wanted === '/' || wanted.startsWith('/auth/') ? login : `${login}?next=${encodeURIComponent(wanted)}`
}

/** Returns the page to open after a login: only our own paths, so that a link cannot redirect elsewhere. */
export function afterLogin(next: string | null): string {
  if (next === null || !URL.canParse(next, location.origin)) return '/'
  const { origin, pathname, search, hash } = new URL(next, location.origin)
  return origin === location.origin && !pathname.startsWith('//') ? pathname + search + hash : '/'
}
