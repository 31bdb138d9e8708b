import { includesScope } from '../../../rules/api-keys.ts'
import { allows } from '../../../rules/plans.ts'
import type { Account, Shop } from '../../generated/prisma/client.ts'
import type { Actor, Deps } from '../../core/context.ts'
import { KeyInvalid, PlanRequired, Unauthenticated } from '../../core/errors.ts'
import type { Credentials } from '../../core/http/credentials.ts'
import { looksLikeKey, makeKeyReader, type KeyRow } from '../api-keys/read-key.ts'
import { connectShop, isConnected } from '../install/install.ts'
import type { ShopCache } from '../shops/shop-cache.ts'
import { hashToken } from './login.ts'
import { nameSupport } from './support.ts'
import { makeRowCache } from '../../core/row-cache.ts'

/** The session of a request's token or API key, which `actor.key` names. `shop` is null until an account with several shops has chosen one. */
export interface Session {
  mode: 'embedded' | 'standalone'
  shop: Shop | null
  account: Pick<Account, 'id' | 'email' | 'name' | 'locale'> | null
  /** The hash of the standalone token or of the API key, by which changes are published. */
  tokenHash: string | null
  actor: Actor
}

export interface SessionReader {
  /** Reads a bearer token: an ID token of the platform (spec 6: embedded), or an API key. @throws Unauthenticated */
  platform(bearer: string | undefined): Promise<Session>
  /** Reads a standalone token. @throws Unauthenticated */
  standalone(token: string | undefined): Promise<Session>
  /** Reads the standalone token, or else the bearer token; for edges that accept both. @throws Unauthenticated */
  either(credentials: Credentials): Promise<Session>
  /** Drops a standalone session or an API key from the cache: it ended, or changed. */
  drop(hash: string): void
  /** Clears the cache after a lost message channel. */
  clear(): void
}

/** Makes the readers of sessions: /api uses `embedded` or `key`, /apiSa `standalone`, /graphql all. */
export function makeSessionReader(deps: Deps, shops: ShopCache): SessionReader {
  const rows = makeRowCache(async (hash) => {
    const row = await findRow(deps, hash)
    if (row) noteUse(deps, row)
    return row
  })
  const keys = makeKeyReader(deps)

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
    if (looksLikeKey(token)) throw new KeyInvalid('keyElsewhere')
    if (!token || token.length > 200) throw new Unauthenticated()
    const hash = hashToken(token)
    const row = await rows.read(hash)
    if (!row || row.expiresAt.getTime() <= Date.now()) throw new Unauthenticated()
    const shopId = row.supportShopId ?? row.shopId
    const shop = shopId ? await shops.findById(shopId) : null
    const hasRight = row.supportShopId ? deps.env.CANDOR_OIDC_SUPPORT : row.right !== null
    // The session ends with the account's right to the shop, and with the app's uninstallation.
    if (shopId && (!hasRight || !shop || shop.uninstalledAt)) throw new Unauthenticated()
    return { mode: 'standalone', shop, account: row.account, tokenHash: hash, actor: actorOf(row) }
  }

  async function key(bearer: string | undefined): Promise<Session> {
    const row = await keys.read(bearer)
    const shop = await shops.findById(row.shopId)
    if (!shop || shop.uninstalledAt) throw new KeyInvalid('keyRevoked')
    if (!allows(shop.plan, 'api')) throw new PlanRequired('api')
    return { mode: 'standalone', shop, account: null, tokenHash: row.hash, actor: actorOfKey(row) }
  }

  return {
    platform: async (bearer) => (looksLikeKey(bearer) ? key(bearer) : embedded(bearer)),
    standalone,
    async either({ authToken, bearer }) {
      if (authToken) return standalone(authToken)
      if (looksLikeKey(bearer)) return key(bearer)
      return looksLikeIdToken(bearer) ? embedded(bearer) : standalone(bearer)
    },
    drop: (hash) => [rows, keys].forEach((cache) => cache.drop(hash)),
    clear: () => [rows, keys].forEach((cache) => cache.clear()),
  }
}

/** A key acts under its name in the history. Without the scope WRITE it is read-only. */
const actorOfKey = ({ id, name, scopes }: KeyRow): Actor => ({
  kind: 'merchant',
  mode: 'standalone',
  accountId: null,
  name: `API key: ${name}`,
  locale: null,
  readOnly: !includesScope(scopes, 'WRITE'),
  key: { id, scopes },
})

/** Without a shop, an account is read-only if it is so in all of its shops. */
const actorOf = ({ account: { id, shops, ...person }, right, supportShopId }: SessionRow): Actor => ({
  kind: 'merchant',
  mode: 'standalone',
  accountId: id,
  ...person,
  ...(supportShopId
    ? { name: nameSupport(person), isSupport: true, readOnly: false }
    : { readOnly: right?.readOnly ?? (shops.length > 0 && shops.every(({ readOnly }) => readOnly)) }),
})

type SessionRow = NonNullable<Awaited<ReturnType<typeof findRow>>>

const findRow = (deps: Deps, hash: string) =>
  deps.access.acrossShops('find the shop of a session').loginSession.findUnique({
    where: { tokenHash: hash },
    include: {
      account: {
        select: { id: true, email: true, name: true, locale: true, shops: { select: { readOnly: true } } },
      },
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
