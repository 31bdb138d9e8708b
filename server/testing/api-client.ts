import type { World } from './world.ts'

export interface ApiCall {
  transport: 'graphql' | 'rest'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** /graphql, or a REST route below its prefix. */
  path: string
  body?: unknown
  /** Only file of a multipart request. */
  file?: { name: string; bytes: Uint8Array }
}

export interface ApiResponse {
  status: number
  text: string
  replayed: boolean
}

export interface CallOptions {
  token: string
  headers?: Record<string, string>
  query?: Record<string, string>
}

/** Sends one call. A check replaces it by a faulty API to prove that it finds the fault. */
export type SendCall = (sent: ApiCall, sending: CallOptions) => Promise<ApiResponse>

/** Calls the world's own API over a real socket, with standalone tokens or the platform's ID tokens. */
export function makeSendCall(world: World, mode: 'standalone' | 'embedded' = 'standalone'): SendCall {
  return async ({ transport, method, path, body, file }, { token, headers = {}, query = {} }) => {
    const url = new URL(
      `${transport === 'graphql' ? '' : mode === 'embedded' ? '/api' : '/apiSa'}${path}`,
      await world.url(),
    )
    for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
    const session: Record<string, string> =
      mode === 'embedded' ? { authorization: `Bearer ${token}` } : { 'x-auth-token': token }
    const answer = await fetch(url, {
      method,
      headers: { ...session, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: bodyOf(body, file),
    })
    return {
      status: answer.status,
      text: await answer.text(),
      replayed: answer.headers.get('idempotency-replayed') === 'true',
    }
  }
}

function bodyOf(body: unknown, file: ApiCall['file']): string | FormData | null {
  if (!file) return body === undefined ? null : JSON.stringify(body)
  const form = new FormData()
  form.set('file', new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name)
  return form
}

/** Returns whether a call succeeded: REST by its status, GraphQL by the union's member. */
export function isSuccess({ transport }: Pick<ApiCall, 'transport'>, { status, text }: ApiResponse): boolean {
  if (transport === 'rest') return status < 400
  if (status !== 200) return false
  const { data, errors } = JSON.parse(text) as { data?: { r?: { __typename?: string } } | null; errors?: unknown[] }
  return !errors && data?.r?.__typename?.endsWith('Success') === true
}

/** Returns the refusal code of a call, the same for both APIs. Null if it succeeded or failed otherwise. */
export function readRefusal(
  { transport }: Pick<ApiCall, 'transport'>,
  { text }: ApiResponse,
): { code: string; kind: string } | null {
  const parsed = JSON.parse(text || '{}') as {
    code?: string
    data?: { r?: { __typename?: string; code?: string } } | null
    errors?: { extensions?: { code?: string } }[]
  }
  if (transport === 'rest') return parsed.code ? { code: parsed.code, kind: 'rest' } : null
  const code = parsed.data?.r?.code ?? parsed.errors?.[0]?.extensions?.code
  return code ? { code, kind: parsed.data?.r?.__typename ?? 'error' } : null
}
