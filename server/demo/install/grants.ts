import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { OPTIONAL_SCOPES, REQUIRED_SCOPES } from '../../../rules/scopes.ts'
import type { Db } from '../../core/database/for-shop.ts'
import type { IdTokenSession } from '../../platform/platform.ts'

/** What a merchant has granted on the demo platform. Shops of the seed have granted everything. */
export const grantKey = (shopDomain: string): string => `grant:${shopDomain}`
const codeKey = (code: string): string => `oauth-code:${code}`
const refreshKey = (token: string): string => `refresh:${token}`
const allScopes: readonly string[] = [...REQUIRED_SCOPES, ...OPTIONAL_SCOPES]
const tokenSeconds = { offline: 3_600, own: 24 * 3_600 }

export async function readGrant(db: Db, shopDomain: string): Promise<readonly string[]> {
  const row = await db.demoState.findUnique({ where: { key: grantKey(shopDomain) } })
  return (row?.value as { scopes: string[] } | undefined)?.scopes ?? allScopes
}

/** Stores a grant. The platform adds what the app requires to what was asked for. */
export async function saveGrant(db: Db, shopDomain: string, scopes: readonly string[] = []): Promise<void> {
  const known = allScopes.filter(
    (scope) => (REQUIRED_SCOPES as readonly string[]).includes(scope) || scopes.includes(scope),
  )
  const [key, value] = [grantKey(shopDomain), { scopes: known }]
  await db.demoState.upsert({ where: { key }, create: { key, value }, update: { value } })
}

export async function dropGrant(db: Db, shopDomain: string): Promise<void> {
  await db.demoState.deleteMany({ where: { key: grantKey(shopDomain) } })
}

/** Makes a code that one exchange of the shop accepts. */
export async function makeCode(db: Db, shopDomain: string): Promise<string> {
  const code = randomBytes(16).toString('hex')
  await db.demoState.create({ data: { key: codeKey(code), value: { shopDomain } } })
  return code
}

const tokenRequest = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.string().optional(),
  code: z.string().optional(),
  subject_token: z.string().optional(),
  refresh_token: z.string().optional(),
})

export interface TokenEndpoint {
  db: Db
  apiKey: string
  secret: string
  verifyIdToken(token: string): Promise<IdTokenSession | null>
}

/** Answers POST /admin/oauth/access_token like the platform: a code once, an ID token, or a refresh token. */
export async function answerTokenRequest(parts: TokenEndpoint, shopDomain: string, body: unknown): Promise<Response> {
  const request = tokenRequest.safeParse(body)
  const refused = Response.json({ error: 'invalid_request' }, { status: 400 })
  if (!request.success) return refused
  const { client_id: id, client_secret: secret, ...given } = request.data
  if (id !== parts.apiKey || secret !== parts.secret) return Response.json({ error: 'invalid_client' }, { status: 401 })
  if (!(await isGranted(parts, shopDomain, given))) return refused
  const own = given.grant_type === 'client_credentials'
  const refreshToken = `shprt_${randomBytes(16).toString('hex')}`
  if (!own) await parts.db.demoState.create({ data: { key: refreshKey(refreshToken), value: { shopDomain } } })
  return Response.json({
    access_token: `shpat_${randomBytes(16).toString('hex')}`,
    scope: (await readGrant(parts.db, shopDomain)).join(','),
    expires_in: own ? tokenSeconds.own : tokenSeconds.offline,
    ...(own ? {} : { refresh_token: refreshToken }),
  })
}

async function isGranted(
  { db, verifyIdToken }: TokenEndpoint,
  shopDomain: string,
  given: Omit<z.output<typeof tokenRequest>, 'client_id' | 'client_secret'>,
): Promise<boolean> {
  if (given.code !== undefined) return takeOnce(db, codeKey(given.code), shopDomain)
  if (given.refresh_token !== undefined) return takeOnce(db, refreshKey(given.refresh_token), shopDomain)
  if (given.subject_token !== undefined) return (await verifyIdToken(given.subject_token))?.shopDomain === shopDomain
  return given.grant_type === 'client_credentials'
}

/** Deletes a code or token of a shop. Returns whether there was one. */
async function takeOnce(db: Db, key: string, shopDomain: string): Promise<boolean> {
  const { count } = await db.demoState.deleteMany({
    where: { key, value: { path: ['shopDomain'], equals: shopDomain } },
  })
  return count > 0
}
