import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'

interface IdTokenSubject {
  apiKey: string
  secret: string
  shopDomain: string
  userId?: string
  sessionId?: string
}

/** The platform's tokens last a minute; its script fetches a new one before each call. */
const lifeSeconds = 60

/** Creates an ID token like the platform's, signed with the secret that the server checks. */
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
