import { z } from 'zod'
import { maxInstagramPosts } from '../../../rules/limits.ts'
import { parseJson } from '../../../rules/json.ts'
import type { WebAnswer } from '../../core/files/fetch-remote.ts'
import type { ServiceRequest } from '../../core/web/request.ts'

/** Instagram API with Instagram login (developers.facebook.com/docs/instagram-platform). */

const get = (path: string, query: Record<string, string>): ServiceRequest => ({
  method: 'GET',
  path: `${path}?${new URLSearchParams(query).toString()}`,
})

export const buildProfileRequest = (token: string): ServiceRequest =>
  get('/me', { fields: 'user_id,username', access_token: token })
export const buildMediaRequest = (token: string): ServiceRequest =>
  get('/me/media', {
    fields: 'id,caption,media_type,media_url,thumbnail_url,permalink,timestamp',
    limit: String(maxInstagramPosts),
    access_token: token,
  })
/** Exchanges a token of one hour for one of 60 days. */
export const buildExchangeRequest = (token: string, secret: string): ServiceRequest =>
  get('/access_token', { grant_type: 'ig_exchange_token', client_secret: secret, access_token: token })
/** Extends a token to 60 days from now. */
export const buildRefreshRequest = (token: string): ServiceRequest =>
  get('/refresh_access_token', { grant_type: 'ig_refresh_token', access_token: token })

export const profileAnswer = z.object({ username: z.string() })
export const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() })
/** Instagram wraps the token in a list; older responses don't. */
export const codeAnswer = z.union([
  z
    .object({ data: z.array(z.object({ access_token: z.string().min(1) })).min(1) })
    .transform(({ data }) => data[0]?.access_token ?? ''),
  z.object({ access_token: z.string().min(1) }).transform(({ access_token }) => access_token),
])
const medium = z.object({
  id: z.string(),
  caption: z.string().default(''),
  media_type: z.string(),
  media_url: z.string().optional(),
  thumbnail_url: z.string().optional(),
  permalink: z.string().optional(),
  timestamp: z.string(),
})
export type InstagramMedium = z.infer<typeof medium>
export const mediaAnswer = z.object({ data: z.array(medium) })

const refusal = z.object({ error: z.object({ code: z.number() }) })
/** Error code of an expired or revoked token, sent with status 400. */
const invalidToken = 190

/** Whether Instagram refuses the token itself. */
export function isTokenRefused(answer: WebAnswer | null): boolean {
  if (!answer) return false
  const parsed = refusal.safeParse(parseJson(answer.text))
  return answer.status === 401 || (parsed.success && parsed.data.error.code === invalidToken)
}
