import type {} from '@shopify/app-bridge-types'
import { hrefIn, type Mode } from '../frame/mode.tsx'

/** Name of the header and of the websocket's payload field of a standalone session (spec 6). */
const tokenHeader = 'x-auth-token'
const tokenKey = 'candor.token'
const defaultReauthorizeUrl = '/api/auth'
const reauthorizedKey = 'candor.reauthorized'
/** A second refusal within this time means that the platform's admin did not help: the page says so instead of going round. */
const reauthorizeOnceMilliseconds = 60_000

/** Who speaks to the server, and what to do when the server does not believe it any more. */
export interface Session {
  mode: Mode
  /** In front of every call of spec 7. */
  restPrefix: '/api' | '/apiSa'
  /** A fresh proof for one request or one websocket. */
  credentials(): Promise<Record<string, string>>
  /** False when a request would be refused for want of a proof. */
  present(): boolean
  /** The server refused the proof for good: leave for the place where a new one is given. False when that did not help just now. */
  handleRefusal(reauthorizeUrl: string | null): boolean
}

export interface StandaloneSession extends Session {
  mode: 'standalone'
  restPrefix: '/apiSa'
  keep(token: string): void
  forget(): void
}

/** Leaves the application for another document. */
export type Leave = (url: string) => void

/** The login of standalone mode: a token in the browser's storage, sent in a header (never a cookie, so nothing can be forged across sites). */
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

/** The platform's ID token. It lives for a minute, so each request gets a new one. */
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

/** Notes the time for the next one who asks; a browser that keeps nothing for frames is always led on. */
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

/** The login page, which leads back to where the merchant wanted to go. */
export function loginAddress(wanted: string): string {
  const login = hrefIn('standalone', '/auth/login')
  return wanted === '/' || wanted.startsWith('/auth/') ? login : `${login}?next=${encodeURIComponent(wanted)}`
}

/** Where to go after a login: only a path of our own, so that a link cannot send a merchant elsewhere. */
export function afterLogin(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : '/'
}
