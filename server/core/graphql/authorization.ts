import { readBearer, type Credentials } from '../http/credentials.ts'

/** Reads connection_init's payload: {"x-auth-token": T} or {"authorization": "Bearer T"}; null without a token. */
export function readAuthorization(payload: Readonly<Record<string, unknown>> | null | undefined): Credentials | null {
  const named = new Map(Object.entries(payload ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
  const authToken = named.get('x-auth-token')
  if (typeof authToken === 'string' && authToken) return { authToken }
  const authorization = named.get('authorization')
  const bearer = typeof authorization === 'string' ? readBearer(authorization) : undefined
  return bearer ? { bearer } : null
}
