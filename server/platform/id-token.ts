import { errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import type { CheckoutSession, IdTokenSession } from './platform.ts'

interface IdTokenRules {
  apiKey: string
  secret: string
  isShopDomain(text: string): boolean
  /** Wall clock; only tests replace it. */
  now?: () => Date
}

/** Leeway between two machines' clocks, seconds (spec 4). */
const clockToleranceSeconds = 10
/** The platform's tokens have some 500 characters; far longer ones are refused without an HMAC. */
const maxTokenChars = 4096
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]+$/
const requiredClaims = ['iss', 'dest', 'aud', 'sub', 'exp', 'nbf', 'iat']

/**
 * Makes the reader of ID tokens (spec 4). Accepts only a current HS256 token of our secret and audience, whose issuer
 * and destination are the same shop. Returns null for all others, without a reason, which would only help an attacker.
 */
export function makeIdTokenVerifier(rules: IdTokenRules): (token: string) => Promise<IdTokenSession | null> {
  return makeVerifier(rules, requiredClaims, (payload, now) => sessionOf(payload, rules, now))
}

/**
 * Makes the reader of session tokens that extensions of checkout, thank-you and order status pages send. They name the
 * shop, but no issuer and often no customer, so they never open a session of the admin. ID tokens have an issuer and are
 * refused.
 */
const makeCheckoutTokenVerifier = (rules: IdTokenRules): ((token: string) => Promise<CheckoutSession | null>) =>
  makeVerifier(rules, ['dest', 'aud', 'exp', 'nbf', 'iat'], ({ aud, dest, iss, sub }) => {
    const shopDomain = typeof dest === 'string' && !dest.includes('/') ? dest : shopOf(dest)
    if (iss !== undefined || aud !== rules.apiKey || shopDomain === null || !rules.isShopDomain(shopDomain)) return null
    return { shopDomain, customerId: /^gid:\/\/shopify\/Customer\/(\d{1,20})$/.exec(sub ?? '')?.[1] ?? null }
  })

/** Makes both readers of the platform's tokens. */
export const makeTokenVerifiers = (rules: IdTokenRules) => ({
  verifyIdToken: makeIdTokenVerifier(rules),
  verifyCheckoutToken: makeCheckoutTokenVerifier(rules),
})

function makeVerifier<Read>(
  rules: IdTokenRules,
  claims: string[],
  read: (payload: JWTPayload, now: Date) => Read | null,
): (token: string) => Promise<Read | null> {
  if (rules.secret === '') throw new Error('The platform secret is empty: any token could be forged.')
  const key = new TextEncoder().encode(rules.secret)
  const now = rules.now ?? (() => new Date())
  return async (token) => {
    if (typeof token !== 'string' || token.length > maxTokenChars || !compactForm.test(token)) return null
    const currentDate = now()
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        audience: rules.apiKey,
        clockTolerance: clockToleranceSeconds,
        currentDate,
        requiredClaims: claims,
      })
      return read(payload, currentDate)
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
}

function sessionOf(payload: JWTPayload, rules: IdTokenRules, currentDate: Date): IdTokenSession | null {
  // A list of audiences that includes us was made for another app too.
  if (payload.aud !== rules.apiKey) return null
  if ((payload.iat ?? Infinity) > currentDate.getTime() / 1000 + clockToleranceSeconds) return null
  if (typeof payload.sub !== 'string' || payload.sub === '') return null
  const shopDomain = shopOf(payload.dest)
  if (shopDomain === null || !rules.isShopDomain(shopDomain)) return null
  if (shopOf(payload.iss) !== shopDomain) return null
  return { shopDomain, userId: payload.sub, sessionId: typeof payload.sid === 'string' ? payload.sid : '' }
}

/** Returns the host of an https URL without port and credentials, or null. */
function shopOf(address: unknown): string | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null
  return url.hostname
}
