import type { FastifyRequest } from 'fastify'

export interface Cookie {
  name: string
  path: string
}

/** Returns a Set-Cookie header that only our server reads, only at its path. An empty value for 0 seconds deletes it. */
export const cookieText = (
  { name, path }: Cookie,
  { value, seconds, origin }: { value: string; seconds: number; origin: string },
): string =>
  `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${origin.startsWith('https:') ? '; Secure' : ''}`

/** Returns the value of a request's cookie; empty without one. Reads only characters of our signed tokens. */
export const readCookie = ({ headers }: FastifyRequest, { name }: Cookie): string =>
  new RegExp(`(?:^|; )${name}=([\\w.-]+)`).exec(headers.cookie ?? '')?.[1] ?? ''
