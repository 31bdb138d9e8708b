export const authTokenHeader = 'x-auth-token'

export interface Credentials {
  authToken?: string | undefined
  bearer?: string | undefined
}

export const readBearer = (authorization: string | undefined): string | undefined =>
  /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
