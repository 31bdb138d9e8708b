import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client'
import type { Env } from '../../core/env.ts'
import type { Logger } from '../../core/logger.ts'
import { localTargets } from '../../core/web/local-targets.ts'

/** Why a sign-in stopped. The login page has a sentence for each. */
export type SignInProblem = 'cancelled' | 'invalid' | 'away' | 'unverified' | 'domain' | 'unknown' | 'shop' | 'limit'

/** A sign-in that stopped; the cause is logged where it is known. */
export class SignInRefused extends Error {
  readonly problem: SignInProblem
  constructor(problem: SignInProblem) {
    super(`The sign-in stopped: ${problem}`)
    this.problem = problem
  }
}

/** What the provider says about a person. */
export interface ProvidedPerson {
  issuer: string
  subject: string
  /** Null unless the provider has verified the address. */
  email: string | null
  name: string
}

/** Secrets of one sign-in, which the browser that began it brings back. */
export interface SignInChecks {
  state: string
  nonce: string
  verifier: string
}

/** The operator's OpenID Connect provider. */
export interface SignInProvider {
  /** Returns the provider's page. @throws SignInRefused */
  begin(checks: SignInChecks, redirectUri: string): Promise<string>
  /** Redeems the code of a callback's URL. @throws SignInRefused */
  finish(checks: SignInChecks, callback: URL): Promise<ProvidedPerson>
  /** Returns the page that ends the provider's own session and leads back; null if there is none. @throws SignInRefused */
  findLogoutUrl(back: string): Promise<string | null>
}

/** A person waits for each request. */
const secondsToAnswer = 5
/** Endpoints change seldom; keys are read at each sign-in. */
const metadataMs = 10 * 60_000
/** Failures of one sign-in. Others are those of the provider, or of the settings. */
const faultsOfSignIn = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
])

type ProviderSettings = Pick<
  Env,
  'CANDOR_OIDC_ISSUER' | 'CANDOR_OIDC_CLIENT_ID' | 'CANDOR_OIDC_CLIENT_SECRET' | 'CANDOR_LOCAL_TARGETS' | 'CANDOR_MODE'
>

/** Opens the provider of the settings; null without one. Asks it only when someone signs in. */
export function openProvider({ env, log, origin }: { env: Env; log: Logger; origin: string }): SignInProvider | null {
  if (!env.CANDOR_OIDC_ISSUER) return null
  const open = makeConfigurationReader(env, origin)
  const explained = async <T>(step: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      const { problem, code } = explain(error)
      // The error's cause may hold the provider's answer with tokens, so only its code is logged.
      if (problem !== 'cancelled') log.warn({ step, code }, 'a sign-in through the provider failed')
      throw new SignInRefused(problem)
    }
  }
  return {
    begin: (checks, redirectUri) =>
      explained('begin', async () => {
        const parameters = {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
        }
        return buildAuthorizationUrl(await open(), parameters).href
      }),
    finish: (checks, callback) => explained('finish', async () => redeem(await open(), checks, callback)),
    findLogoutUrl: (back) =>
      explained('logout', async () => {
        const configuration = await open()
        if (!configuration.serverMetadata().end_session_endpoint) return null
        return buildEndSessionUrl(configuration, { post_logout_redirect_uri: back }).href
      }),
  }
}

async function redeem(configuration: Configuration, checks: SignInChecks, callback: URL): Promise<ProvidedPerson> {
  const tokens = await authorizationCodeGrant(configuration, callback, {
    pkceCodeVerifier: checks.verifier,
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    idTokenExpected: true,
  })
  const token = tokens.claims()
  if (!token) throw new ClientError('no ID token')
  // Many providers name the address only at their userinfo endpoint.
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  const claims =
    token.email === undefined && hasUserInfo
      ? await fetchUserInfo(configuration, tokens.access_token, token.sub)
      : token
  const { email, email_verified: isVerified, name } = claims
  return {
    issuer: token.iss,
    subject: token.sub,
    email: isVerified === true && typeof email === 'string' ? email : null,
    name: typeof name === 'string' ? name : '',
  }
}

/**
 * Returns the reader of the provider's configuration. Concurrent sign-ins share one request, and a failed one is asked
 * again. Each sign-in reads the provider's keys, so that changed ones work at once.
 */
function makeConfigurationReader(env: ProviderSettings, origin: string): () => Promise<Configuration> {
  const { CANDOR_OIDC_ISSUER: issuer = '', CANDOR_OIDC_CLIENT_ID: clientId = '' } = env
  const secret = env.CANDOR_OIDC_CLIENT_SECRET ?? ''
  const isLocal = localTargets(env, origin)
  const guarded: CustomFetch = (url, options) => {
    const { protocol, hostname, port } = new URL(url)
    if (protocol !== 'https:' && !isLocal(hostname, Number(port) || 80)) throw new ClientError('only https is allowed')
    return fetch(url, options as RequestInit)
  }
  const isPlain = issuer.startsWith('http:')
  const discover = async () => {
    const execute = isPlain ? [allowInsecureRequests] : []
    const options = { [customFetch]: guarded, timeout: secondsToAnswer, execute }
    return (await discovery(new URL(issuer), clientId, secret, undefined, options)).serverMetadata()
  }
  let known: { metadata: Promise<ServerMetadata>; until: number } | null = null
  return async () => {
    if (!known || known.until <= Date.now()) {
      const asked = { metadata: discover(), until: Date.now() + metadataMs }
      known = asked
      asked.metadata.catch(() => {
        if (known === asked) known = null
      })
    }
    const metadata = await known.metadata
    const configuration = new Configuration(metadata, clientId, secret, chooseAuthentication(metadata, secret))
    configuration[customFetch] = guarded
    configuration.timeout = secondsToAnswer
    if (isPlain) allowInsecureRequests(configuration)
    enableNonRepudiationChecks(configuration)
    return configuration
  }
}

/** Returns how the client proves itself: in the header, OpenID Connect's default, or in the body. */
function chooseAuthentication({ token_endpoint_auth_methods_supported: methods }: ServerMetadata, secret: string) {
  const isHeader = !methods || methods.includes('client_secret_basic')
  return isHeader ? ClientSecretBasic(secret) : ClientSecretPost(secret)
}

function explain(error: unknown): { problem: SignInProblem; code: string } {
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return { problem: 'cancelled', code: error.error }
    const isAway = error.error === 'temporarily_unavailable' || error.error === 'server_error'
    return { problem: isAway ? 'away' : 'invalid', code: nameOf(error.error) }
  }
  if (error instanceof ResponseBodyError)
    return { problem: error.error === 'invalid_grant' ? 'invalid' : 'away', code: nameOf(error.error) }
  const code = error instanceof ClientError ? (error.code ?? 'unknown') : 'unreachable'
  return { problem: faultsOfSignIn.has(code) ? 'invalid' : 'away', code }
}

/** Returns the code of a provider's error. Another text could hold anything. */
const nameOf = (error: string): string => (/^[a-z_]{1,60}$/.test(error) ? error : 'unknown')
