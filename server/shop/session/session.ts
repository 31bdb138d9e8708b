import { LRUCache } from 'lru-cache'
import type { Account, Shop } from '../../generated/prisma/client.ts'
import type { Actor, Deps } from '../../core/context.ts'
import { Unauthenticated } from '../../core/errors.ts'
import type { Credentials } from '../../core/http/credentials.ts'
import { connectShop, isConnected } from '../install/install.ts'
import type { ShopCache } from '../shops/shop-cache.ts'
import { hashToken } from './login.ts'

/** The session of a request's token. `shop` is null until an account with several shops has chosen one. */
export interface Session {
  mode: 'embedded' | 'standalone'
  shop: Shop | null
  account: Pick<Account, 'id' | 'email' | 'name' | 'locale'> | null
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
    if (row) noteUse(deps, row)
    if (row && before === drops) rows.set(hash, row)
    return row
  }

  async function embedded(idToken: string | undefined): Promise<Session> {
    const claims = idToken ? await deps.platform.verifyIdToken(idToken) : null
    if (!claims || !idToken) throw new Unauthenticated()
    const known = await shops.findByDomain(claims.shopDomain)
    const shop =
      known && isConnected(known) && !deps.platform.needsAccess(known)
        ? known
        : await connectShop(deps, {
            shopDomain: claims.shopDomain,
            known,
            grant: (one) => deps.platform.connect(one, idToken),
          })
    if (shop !== known) shops.drop(shop.id)
    const actor: Actor = { kind: 'merchant', mode: 'embedded', accountId: null, locale: null, readOnly: false }
    return { mode: 'embedded', shop, account: null, tokenHash: null, actor }
  }

  async function standalone(token: string | undefined): Promise<Session> {
    if (!token || token.length > 200) throw new Unauthenticated()
    const hash = hashToken(token)
    const row = await readRow(hash)
    if (!row || row.expiresAt.getTime() <= Date.now()) throw new Unauthenticated()
    const shop = row.shopId ? await shops.findById(row.shopId) : null
    // The session ends with the account's right to the shop, and with the app's uninstallation.
    if (row.shopId && (!row.right || !shop || shop.uninstalledAt)) throw new Unauthenticated()
    return { mode: 'standalone', shop, account: row.account, tokenHash: hash, actor: actorOf(row) }
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

const actorOf = ({ account: { id, ...person }, right }: SessionRow): Actor => ({
  kind: 'merchant',
  mode: 'standalone',
  accountId: id,
  ...person,
  readOnly: right?.readOnly ?? false,
})

type SessionRow = NonNullable<Awaited<ReturnType<typeof findRow>>>

const findRow = (deps: Deps, hash: string) =>
  deps.access.acrossShops('find the shop of a session').loginSession.findUnique({
    where: { tokenHash: hash },
    include: {
      account: { select: { id: true, email: true, name: true, locale: true } },
      right: { select: { readOnly: true } },
    },
  })

/** Time between two notes of when a session was last used. */
const useNotedMs = 5 * 60_000

/** Notes that a session is in use, without delaying its request. */
function noteUse({ access, log }: Deps, { tokenHash, lastUsedAt }: SessionRow): void {
  if (Date.now() - lastUsedAt.getTime() < useNotedMs) return
  access
    .acrossShops('find the shop of a session')
    .loginSession.updateMany({ where: { tokenHash }, data: { lastUsedAt: new Date() } })
    .catch((error: unknown) => log.warn({ err: error }, 'the use of a session cannot be noted now'))
}

const looksLikeIdToken = (bearer: string | undefined): boolean => bearer?.split('.').length === 3
