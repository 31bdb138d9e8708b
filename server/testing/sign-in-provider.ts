import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const clientId = 'candor'
export const clientSecret = 'a-client-secret-for-tests-0123456789'

/** What the provider says about a person. */
export interface Claims {
  email?: string
  email_verified?: boolean
  name?: string
}

/** Answers a request in place of the provider. Returns false to let the provider answer. */
type Interference = (request: IncomingMessage, response: ServerResponse) => boolean

export interface ProviderStandIn {
  issuer: string
  /** Host and port, for CANDOR_LOCAL_TARGETS. */
  target: string
  /** Claims by subject. */
  people: Map<string, Claims>
  /** Who sits at the browser; null: cancels the sign-in. */
  at: { subject: string | null }
  /** Paths that were asked for. */
  asked: string[]
  interfere(how: Interference | null): void
  /** Signs with another key from now on. */
  rotateKeys(): void
  /** Follows a browser's way through the provider. Returns the first address outside of it. */
  visit(address: string): Promise<URL>
  close(): Promise<void>
}

/** Runs a real OpenID Connect provider on a free port of this computer, whose people sign in without a form. */
export async function openSignInProvider(origin: string): Promise<ProviderStandIn> {
  const people = new Map<string, Claims>()
  const at: { subject: string | null } = { subject: null }
  const asked: string[] = []
  let interference: Interference | null = null
  let provider: Provider
  const server = createServer((request, response) => {
    asked.push(request.url?.split('?')[0] ?? '')
    if (interference?.(request, response)) return
    void (request.url?.startsWith('/interaction/')
      ? decide({ provider, at }, request, response)
      : provider.callback()(request, response))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const target = `localhost:${(server.address() as AddressInfo).port}`
  const issuer = `http://${target}`
  const rotateKeys = () => {
    provider = makeProvider({ issuer, origin, people })
  }
  rotateKeys()
  return {
    issuer,
    target,
    people,
    at,
    asked,
    interfere: (how) => {
      interference = how
    },
    rotateKeys,
    visit: (address) => visit(issuer, address),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function makeProvider({ issuer, origin, people }: { issuer: string; origin: string; people: Map<string, Claims> }) {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${origin}/auth/oidc/callback`],
        post_logout_redirect_uris: [`${origin}/auth/login`],
      },
    ],
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') }] },
    cookies: { keys: ['a-cookie-key-of-tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, subject: string) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...people.get(subject) }),
    }),
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  })
}

/** Decides an interaction as the person at the browser. */
async function decide(
  { provider, at }: { provider: Provider; at: { subject: string | null } },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (at.subject === null) return provider.interactionFinished(request, response, { error: 'access_denied' })
  const grant = new provider.Grant({ accountId: at.subject, clientId })
  grant.addOIDCScope('openid email profile')
  const result = { login: { accountId: at.subject }, consent: { grantId: await grant.save() } }
  await provider.interactionFinished(request, response, result)
}

async function visit(issuer: string, address: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = new URL(address)
  for (let hop = 0; hop < 10; hop++) {
    if (next.origin !== issuer) return next
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`The provider stopped with ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next)
  }
  throw new Error('The provider redirected too often.')
}
