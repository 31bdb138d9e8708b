import { setTimeout as later } from 'node:timers/promises'
import {
  fetchRemote,
  sendRemote,
  type Fetched,
  type FetchLimits,
  type Guard,
  type WebAnswer,
  type WebRequest,
} from './fetch-remote.ts'

/** Access to other companies' servers, for scans of many pages. */
export interface WebPort {
  /** Fetches a file or page and follows redirects. @throws FetchRefused */
  fetch(url: string, limits: FetchLimits): Promise<Fetched>
  /** Sends one request without following redirects; any status counts. @throws FetchRefused when no response arrived */
  send(request: WebRequest): Promise<WebAnswer>
  /** Pauses between requests, to spare the server. */
  rest(milliseconds: number): Promise<void>
  /** The wall clock in milliseconds. */
  now(): number
}

/** Opens the real web, public internet only. A test world passes its own guard and clock. */
export function openWeb({
  guard,
  rest = async (milliseconds) => void (await later(milliseconds)),
  now = Date.now,
}: { guard?: Guard } & Partial<Pick<WebPort, 'rest' | 'now'>> = {}): WebPort {
  return {
    fetch: (url, limits) => fetchRemote(url, limits, guard),
    send: (request) => sendRemote(request, guard),
    rest,
    now,
  }
}
