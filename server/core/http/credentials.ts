import { createHash, timingSafeEqual } from 'node:crypto'

export const authTokenHeader = 'x-auth-token'

export interface Credentials {
  authToken?: string | undefined
  bearer?: string | undefined
}

export const readBearer = (authorization: string | undefined): string | undefined =>
  /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares what a client sent with a secret. The time that it takes tells neither the secret nor its length. */
export const isSameSecret = (given: string | undefined, secret: string): boolean =>
  timingSafeEqual(digest(given ?? ''), digest(secret))
