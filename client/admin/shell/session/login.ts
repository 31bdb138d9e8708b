import type { MessageCode, MessageParams } from '../../../../rules/messages.ts'
import { isMessageCode } from '../words/sentences.ts'
import { RequestFailed } from '../relay/request.ts'

export interface DemoLogin {
  email: string
  password: string
}

/** The operator's OpenID Connect provider. */
export interface LoginProvider {
  /** Its name; empty: the operator gave none. */
  label: string
  /** Whether its people may enter a shop as support. */
  isSupport: boolean
}

export interface LoginConfig {
  demo: DemoLogin | null
  provider: LoginProvider | null
}

type LoginOutcome =
  | { ok: true; token: string }
  | { ok: false; code: MessageCode; params: MessageParams; retryAfterSeconds: number | null }

/** Signs in. There is no session yet, so a 401 means a wrong address or password. @throws RequestFailed */
export const logIn = (email: string, password: string): Promise<LoginOutcome> =>
  openSession('/apiSa/auth/login', { email, password })

/** Accepts an invitation and signs in. @throws RequestFailed */
export const acceptInvitation = (input: { token: string; name: string; password: string }): Promise<LoginOutcome> =>
  openSession('/apiSa/auth/invitation/accept', input)

async function openSession(path: string, input: object): Promise<LoginOutcome> {
  const response = await ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...input, timeZone: browserZone() }),
  })
  const body = await read(response)
  if (response.ok && typeof body['token'] === 'string') return { ok: true, token: body['token'] }
  const code = isMessageCode(body['code']) ? body['code'] : 'unexpected'
  const wait = Number(response.headers.get('retry-after'))
  const params = (body['params'] ?? {}) as MessageParams
  return { ok: false, code, params, retryAfterSeconds: wait > 0 ? wait : null }
}

/** Time zone of this browser, which names its place in the list of devices. */
const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Where a merchant signed in before the login page opened: the platform, or the operator's provider. */
export type LoginOrigin = 'platform' | 'provider'

/** Opens the session of a merchant who signed in elsewhere. Returns null without one. */
export async function logInFrom(origin: LoginOrigin): Promise<string | null> {
  const outcome = await openSession(`/apiSa/auth/${origin}`, {})
  return outcome.ok ? outcome.token : null
}

/** Returns the ways to sign in besides a password. */
export async function readLoginConfig(): Promise<LoginConfig> {
  const body = await read(await ask('/auth/config', {}))
  return {
    demo: (body['demo'] as DemoLogin | null | undefined) ?? null,
    provider: (body['provider'] as LoginProvider | null | undefined) ?? null,
  }
}

/** Returns the demo's public login; null outside the demo. */
export const demoLogin = async (): Promise<DemoLogin | null> => (await readLoginConfig()).demo

async function ask(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, signal: AbortSignal.timeout(60_000) })
  } catch (error) {
    throw new RequestFailed(error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'offline')
  }
}

async function read(response: Response): Promise<Record<string, unknown>> {
  if (!response.headers.get('content-type')?.includes('json')) return {}
  const body: unknown = await response.json()
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}
