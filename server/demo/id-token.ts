import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'

export interface IdTokenSubject {
  apiKey: string
  secret: string
  shopDomain: string
  /** The platform's id of the person. */
  userId?: string
  sessionId?: string
}

/** The platform's tokens live a minute; its script asks for a new one before each call. */
const lifeSeconds = 60

/** An ID token as the platform makes it, signed with the same secret the server checks it with. */
export function mintIdToken(subject: IdTokenSubject, now: Date = new Date()): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({ dest: `https://${subject.shopDomain}`, sid: subject.sessionId ?? randomUUID() })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(`https://${subject.shopDomain}/admin`)
    .setAudience(subject.apiKey)
    .setSubject(subject.userId ?? '1')
    .setIssuedAt(seconds)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + lifeSeconds)
    .setJti(randomUUID())
    .sign(new TextEncoder().encode(subject.secret))
}
