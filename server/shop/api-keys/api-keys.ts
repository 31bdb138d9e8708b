import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { apiKeyInput, rotationInput } from '../../../rules/api-key-input.ts'
import { endedKeyDays, keyPrefix, maxApiKeys, shownKeyChars, type KeyScope } from '../../../rules/api-keys.ts'
import { inTransaction, requireFeature, type Ctx } from '../../core/context.ts'
import { LimitReached, NotAllowed, NotFound, parse } from '../../core/errors.ts'
import { markDone } from '../../core/idempotency/idempotency.ts'
import { requirePerson } from '../../core/key-scopes.ts'
import { isUuid } from '../../core/uuid.ts'
import { requireOwner } from '../session/support.ts'
import { addSettingHistory } from '../settings/history.ts'
import { hashKey, type KeyRow } from './read-key.ts'

/** A key as lists show it; the key itself is not stored. */
export type ShownKey = Omit<KeyRow, 'hash'>

export interface CreatedKey {
  /** Shown this once. */
  key: string
  apiKey: ShownKey
}

const hourMs = 3_600_000

/** Returns the shop's keys, the newest first. Those that no longer work stay for 30 days. @throws KeyRefused */
export async function listKeys(ctx: Ctx): Promise<ShownKey[]> {
  requirePerson(ctx)
  const { db, shop, now } = ctx
  const seen = new Date(now().getTime() - endedKeyDays * 24 * hourMs)
  const rows = await db.apiKey.findMany({
    where: { shopId: shop.id, AND: [endsAfter('revokedAt', seen), endsAfter('expiresAt', seen)] },
    orderBy: { id: 'desc' },
    omit: { hash: true },
    take: 200,
  })
  return rows as ShownKey[]
}

/**
 * Creates a key (spec 6: Enterprise).
 * @throws PlanRequired, InvalidInput, LimitReached for the 21st key, KeyRefused
 */
export async function createKey(ctx: Ctx, input: unknown): Promise<CreatedKey> {
  requireManager(ctx)
  const { name, scopes } = parse(apiKeyInput, input)
  return inTransaction(ctx, async (tx) => {
    // Concurrent requests would both count one key too few.
    await lockKeys(tx)
    if ((await tx.db.apiKey.count({ where: working(tx) })) >= maxApiKeys)
      throw new LimitReached('tooManyKeys', { params: { max: maxApiKeys } })
    const created = await insertKey(tx, { name, scopes })
    await addSettingHistory(tx, 'apiKeys', [{ field: 'created', before: null, after: `${name}: ${scopes.join(', ')}` }])
    await markDone(tx)
    return created
  })
}

/**
 * Creates a new key with the name and scopes of another one, which keeps working for some hours.
 * @throws PlanRequired, InvalidInput, NotFound, NotAllowed for a key that is already replaced or revoked, KeyRefused
 */
export async function rotateKey(ctx: Ctx, id: string, input: unknown): Promise<CreatedKey> {
  requireManager(ctx)
  const { overlapHours } = parse(rotationInput, input)
  return inTransaction(ctx, async (tx) => {
    await lockKeys(tx)
    const old = await findKeyRow(tx, id)
    if (old.revokedAt || old.expiresAt) throw new NotAllowed('keyEnded')
    const expiresAt = new Date(tx.now().getTime() + overlapHours * hourMs)
    await tx.db.apiKey.update({ where: { shopId_id: { shopId: tx.shop.id, id: old.id } }, data: { expiresAt } })
    const created = await insertKey(tx, old)
    await addSettingHistory(tx, 'apiKeys', [{ field: 'rotated', before: old.prefix, after: created.apiKey.prefix }])
    await markDone(tx)
    tx.publish('session', old.hash)
    return created
  })
}

/** Revokes a key in every process at once, on every plan. Repeating it does nothing. @throws NotFound, KeyRefused */
export async function revokeKey(ctx: Ctx, id: string): Promise<ShownKey> {
  requirePerson(ctx)
  return inTransaction(ctx, async (tx) => {
    await lockKeys(tx)
    const { hash, ...row } = await findKeyRow(tx, id)
    if (row.revokedAt) return row
    const revokedAt = tx.now()
    await tx.db.apiKey.update({ where: { shopId_id: { shopId: tx.shop.id, id: row.id } }, data: { revokedAt } })
    await addSettingHistory(tx, 'apiKeys', [{ field: 'revoked', before: row.name, after: null }])
    tx.publish('session', hash)
    return { ...row, revokedAt }
  })
}

/** Revokes the keys of a shop that leaves. */
export async function revokeAllKeys(tx: Ctx): Promise<void> {
  const revoked = await tx.db.apiKey.updateManyAndReturn({
    where: { shopId: tx.shop.id, revokedAt: null },
    data: { revokedAt: tx.now() },
    select: { hash: true },
  })
  for (const { hash } of revoked) tx.publish('session', hash)
}

function requireManager(ctx: Ctx): void {
  requireOwner(ctx)
  requireFeature(ctx, 'api')
}

const endsAfter = (field: 'revokedAt' | 'expiresAt', at: Date) => ({ OR: [{ [field]: null }, { [field]: { gt: at } }] })

const working = ({ shop, now }: Ctx) => ({ shopId: shop.id, revokedAt: null, ...endsAfter('expiresAt', now()) })

const lockKeys = ({ db, shop }: Ctx) => db.$queryRaw`select id from "Shop" where id = ${shop.id}::uuid for update`

async function findKeyRow({ db, shop }: Ctx, id: string): Promise<KeyRow> {
  const row = isUuid(id) ? await db.apiKey.findUnique({ where: { shopId_id: { shopId: shop.id, id } } }) : null
  if (!row) throw new NotFound()
  return row as KeyRow
}

async function insertKey(tx: Ctx, { name, scopes }: { name: string; scopes: KeyScope[] }): Promise<CreatedKey> {
  const key = keyPrefix + randomBytes(32).toString('base64url')
  const row = {
    shopId: tx.shop.id,
    id: uuidv7(),
    name,
    scopes,
    prefix: key.slice(0, shownKeyChars),
    createdAt: tx.now(),
    createdBy: personOf(tx),
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
  }
  await tx.db.apiKey.create({ data: { ...row, hash: hashKey(key) } })
  return { key, apiKey: row }
}

/** Returns who creates a key. A person inside Shopify's admin has no name here: then the shop. */
const personOf = ({ actor, shop }: Ctx): string =>
  (actor.kind === 'merchant' && (actor.name || actor.email)) || shop.name
