import type { World } from './world.ts'

/** A call as it goes over the wire, whoever sends it. */
export interface ApiCall {
  transport: 'graphql' | 'rest'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** /graphql, or a row of REST below its prefix. */
  path: string
  body?: unknown
  /** The one file of a multipart request. */
  file?: { name: string; bytes: Uint8Array }
}

export interface ApiResponse {
  status: number
  text: string
  replayed: boolean
}

/** What goes with a call: whose session, and whatever else a caller may add. */
export interface CallOptions {
  token: string
  headers?: Record<string, string>
  /** Added to the address. */
  query?: Record<string, string>
}

/** Sends one call: the seam where a check can be shown a door with a fault. */
export type SendCall = (sent: ApiCall, sending: CallOptions) => Promise<ApiResponse>

/** The world's own doors, over a real socket: with standalone tokens, or with the platform's ID tokens. */
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

/** Whether a call was done: REST says it by its status, GraphQL by the member of the union. */
export function isSuccess({ transport }: Pick<ApiCall, 'transport'>, { status, text }: ApiResponse): boolean {
  if (transport === 'rest') return status < 400
  if (status !== 200) return false
  const { data, errors } = JSON.parse(text) as { data?: { r?: { __typename?: string } } | null; errors?: unknown[] }
  return !errors && data?.r?.__typename?.endsWith('Success') === true
}

/** The refusal of a call, as both doors name it; null where it was done, or failed otherwise. */
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
