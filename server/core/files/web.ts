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

/** Servers of others, as those who ask one page after another see them. */
export interface WebPort {
  /** Fetches a file or page; redirects are followed. @throws FetchRefused */
  fetch(url: string, limits: FetchLimits): Promise<Fetched>
  /** Sends one request; any status is an answer and no redirect is followed. @throws FetchRefused when no answer came */
  send(request: WebRequest): Promise<WebAnswer>
  /** Lets others breathe for so many milliseconds. */
  rest(milliseconds: number): Promise<void>
  /** The wall clock in milliseconds. */
  now(): number
}

/** The real web, from the public internet only; a test world brings a guard and a clock of its own. */
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
