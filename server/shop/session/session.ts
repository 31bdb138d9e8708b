import { LRUCache } from 'lru-cache'
import { v7 as uuidv7 } from 'uuid'
import { cleanLine } from '../../../rules/clean-text.ts'
import type { Account, Shop } from '../../generated/prisma/client.ts'
import { makeContext, type Actor, type Deps } from '../../core/context.ts'
import { Unauthenticated } from '../../core/errors.ts'
import type { Credentials } from '../../core/http/credentials.ts'
import type { ShopCache } from '../shops/shop-cache.ts'
import { hashToken } from './login.ts'

/** The session of a request's token. `shop` is null until an account with several shops has chosen one. */
export interface Session {
  mode: 'embedded' | 'standalone'
  shop: Shop | null
  account: Pick<Account, 'id' | 'email' | 'locale'> | null
  /** Standalone only: the key of the session's row. */
  tokenHash: string | null
  actor: Actor
}

export interface SessionReader {
  /** Reads an ID token of the platform (spec 6: embedded). @throws Unauthenticated */
  embedded(idToken: string | undefined): Promise<Session>
  /** Reads a standalone token. @throws Unauthenticated */
  standalone(token: string | undefined): Promise<Session>
  /** Reads the standalone token, or else the ID token; for edges that accept both. @throws Unauthenticated */
  either(credentials: Credentials): Promise<Session>
  /** Drops a standalone session from the cache: it ended, or changed. */
  drop(hash: string): void
  /** Clears the cache after a lost message channel. */
  clear(): void
}

/** Cache of session rows; every change is published to all nodes (decisions 'Counting statements'). */
const kept = { max: 5000, ttl: 60_000 }

/** Makes the readers of sessions: /api uses `embedded`, /apiSa `standalone`, /graphql both. */
export function makeSessionReader(deps: Deps, shops: ShopCache): SessionReader {
  const rows = new LRUCache<string, SessionRow>(kept)
  /** Raised by every drop: a row read before a drop is not cached after it. */
  let drops = 0

  async function readRow(hash: string): Promise<SessionRow | null> {
    const known = rows.get(hash)
    if (known) return known
    const before = drops
    const row = await findRow(deps, hash)
    if (row && before === drops) rows.set(hash, row)
    return row
  }

  async function embedded(idToken: string | undefined): Promise<Session> {
    const claims = idToken ? await deps.platform.verifyIdToken(idToken) : null
    if (!claims || !idToken) throw new Unauthenticated()
    const known = await shops.findByDomain(claims.shopDomain)
    const shop =
      known && !known.uninstalledAt && !deps.platform.needsAccess(known)
        ? known
        : await connectShop(deps, { shopDomain: claims.shopDomain, idToken, known })
    if (shop !== known) shops.drop(shop.id)
    const actor: Actor = { kind: 'merchant', mode: 'embedded', accountId: null, locale: null, readOnly: false }
    return { mode: 'embedded', shop, account: null, tokenHash: null, actor }
  }

  async function standalone(token: string | undefined): Promise<Session> {
    if (!token || token.length > 200) throw new Unauthenticated()
    const hash = hashToken(token)
    const row = await readRow(hash)
    if (!row || row.expiresAt.getTime() <= Date.now()) throw new Unauthenticated()
    const { account } = row
    const shop = row.shopId ? await shops.findById(row.shopId) : null
    const actor: Actor = {
      kind: 'merchant',
      mode: 'standalone',
      accountId: account.id,
      email: account.email,
      locale: account.locale,
      readOnly: row.readOnly,
    }
    return { mode: 'standalone', shop, account, tokenHash: hash, actor }
  }

  return {
    embedded,
    standalone,
    either: ({ authToken, bearer }) =>
      authToken ? standalone(authToken) : looksLikeIdToken(bearer) ? embedded(bearer) : standalone(bearer),
    drop(hash) {
      drops += 1
      rows.delete(hash)
    },
    clear() {
      drops += 1
      rows.clear()
    },
  }
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof findRow>>>

const findRow = (deps: Deps, hash: string) =>
  deps.access.acrossShops('find the shop of a session').loginSession.findUnique({
    where: { tokenHash: hash },
    include: { account: { select: { id: true, email: true, locale: true } } },
  })

const looksLikeIdToken = (bearer: string | undefined): boolean => bearer?.split('.').length === 3

/** Connects a new or returning shop: first the row, then platform access, then the shop's details. */
async function connectShop(
  deps: Deps,
  visit: { shopDomain: string; idToken: string; known: Shop | null },
): Promise<Shop> {
  const db = deps.access.acrossShops('find the shop of a session')
  const now = deps.now()
  const unknown = { domain: visit.shopDomain, name: visit.shopDomain.split('.')[0] ?? visit.shopDomain, email: '' }
  const { id } =
    visit.known ??
    (await db.shop.upsert({
      where: { shopifyDomain: visit.shopDomain },
      create: {
        id: uuidv7(),
        shopifyDomain: visit.shopDomain,
        ...unknown,
        planStartedAt: now,
        createdAt: now,
        flags: { isNewShop: true },
      },
      update: {},
      select: { id: true },
    }))
  const shop = { id, shopifyDomain: visit.shopDomain }
  await deps.platform.connect(shop, visit.idToken)
  const { ownerName, ...details } = await deps.platform.shopDetails(shop)
  const welcomed = await db.shop.update({
    where: { id },
    data: {
      ...details,
      name: cleanLine(details.name),
      firstName: cleanLine(ownerName),
      uninstalledAt: null,
      ...(visit.known?.uninstalledAt ? { appStatus: true } : {}),
      version: { increment: 1 },
    },
  })
  const ctx = makeContext(deps, welcomed, { kind: 'system', name: 'welcome' })
  await ctx.enqueue('products.sync', {})
  await ctx.enqueue('billing.sync', {})
  return welcomed
}
