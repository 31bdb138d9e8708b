import { createHmac } from 'node:crypto'

export type Signature = (body: string) => Record<string, string>

/** Signs the body by HMAC-SHA256 in the service's header. */
export const hmacSha256 =
  ({
    header,
    secret,
    encoding = 'base64',
  }: {
    header: string
    secret: string
    encoding?: 'base64' | 'hex'
  }): Signature =>
  (body) => ({ [header]: createHmac('sha256', secret).update(body).digest(encoding) })

export const bearer =
  (token: string, scheme = 'Bearer'): Signature =>
  () => ({ authorization: `${scheme} ${token}` })

export const basic =
  (user: string, password: string): Signature =>
  () => ({ authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` })

/** A request of an integration: a path below the service's base URL, a body and its signature. */
export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Includes the query; `/api/events`. */
  path: string
  /** Absolute, for a receiver that the merchant chose: replaces base URL and path. */
  url?: string
  /** Replaces the integration's base URL, for services that merchants host or choose. */
  baseUrl?: string
  json?: unknown
  form?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  sign?: Signature
}

/** Returns the exact body and headers to send; the signature covers these very bytes. */
export function encodeRequest({ json, form, headers, sign }: ServiceRequest): {
  headers: Record<string, string>
  body?: string
} {
  const body = json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : undefined
  const contentType = json !== undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  return {
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': contentType }),
      ...headers,
      ...sign?.(body ?? ''),
    },
    ...(body !== undefined && { body }),
  }
}
