/** The header that carries the token of the standalone admin. */
export const authTokenHeader = 'x-auth-token'

/** What a request proves its session with: a standalone token or an ID token of the platform. */
export interface Credentials {
  authToken?: string | undefined
  bearer?: string | undefined
}

/** Returns the token of an `Authorization: Bearer …` header. */
export const readBearer = (authorization: string | undefined): string | undefined =>
  /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
