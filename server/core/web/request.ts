import { createHmac } from 'node:crypto'

/** Headers that prove to a service who sends a body. */
export type Signature = (body: string) => Record<string, string>

/** Signs the body by HMAC-SHA256 in the header that the service names. */
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

/** `Authorization: Bearer ...`, or another scheme such as `Klaviyo-API-Key`. */
export const bearer =
  (token: string, scheme = 'Bearer'): Signature =>
  () => ({ authorization: `${scheme} ${token}` })

/** `Authorization: Basic ...` */
export const basic =
  (user: string, password: string): Signature =>
  () => ({ authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` })

/** What an integration asks of a service: an address below its base address, a body and how it is signed. */
export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With its query; `/api/events`. */
  path: string
  json?: unknown
  form?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  sign?: Signature
}

/** Returns the body and the headers as they go over the wire; the signature covers these very bytes. */
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
