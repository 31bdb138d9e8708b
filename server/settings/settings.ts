import { LRUCache } from 'lru-cache'
import { readSetting as readDocument, writeSetting as writeDocument, type SettingKey, type SettingPatch, type SettingValue } from '../../rules/settings/settings.ts'
import { inTransaction, planOf, type Ctx } from '../context.ts'
import { invalidInput, PlanRequired } from '../errors.ts'
import type { Prisma } from '../generated/prisma/client.ts'

/** The settings of a shop: documents as they are stored, and as the schema read them when they were first asked for. */
interface Documents {
  stored: ReadonlyMap<string, unknown>
  read: Partial<Record<SettingKey, unknown>>
}

/** Each under the shop's settings version: a save on any node makes the old entry unreachable. */
const documents = new LRUCache<string, Documents>({ max: 2000, ttl: 60_000 })

const cacheKey = (ctx: Ctx) => `${ctx.shop.id}:${ctx.shop.settingsVersion}`

async function allDocuments(ctx: Ctx): Promise<Documents> {
  const known = documents.get(cacheKey(ctx))
  if (known) return known
  const rows = await ctx.db.setting.findMany({ where: { shopId: ctx.shop.id }, select: { key: true, value: true } })
  const found: Documents = { stored: new Map(rows.map((row) => [row.key, row.value])), read: {} }
  documents.set(cacheKey(ctx), found)
  return found
}

/** Returns a settings document as the present schema sees it, frozen; defaults where nothing was saved (spec 3). */
export async function readSetting<Key extends SettingKey>(ctx: Ctx, key: Key): Promise<SettingValue<Key>> {
  const { stored, read } = await allDocuments(ctx)
  return (read[key] ??= frozen(readDocument(key, stored.get(key)))) as SettingValue<Key>
}

/** All readers share one document. */
function frozen<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part as object)
  return Object.freeze(value)
}

/** Whether the merchant has saved a document at least once. */
export async function isSettingSaved(ctx: Ctx, key: SettingKey): Promise<boolean> {
  return (await allDocuments(ctx)).stored.has(key)
}

/**
 * Saves the fields a patch names; the others stay.
 * @throws InvalidInput with the fields; PlanRequired when a changed field needs a higher plan
 */
export async function saveSetting<Key extends SettingKey>(ctx: Ctx, key: Key, patch: SettingPatch<Key>): Promise<SettingValue<Key>> {
  const saved = await inTransaction(ctx, async (tx) => {
    const where = { shopId_key: { shopId: tx.shop.id, key } }
    // The shop's row is the lock: two saves at once read each other's result, not the same before.
    const shop = await tx.db.shop.update({
      where: { id: tx.shop.id }, data: { settingsVersion: { increment: 1 } }, select: { settingsVersion: true },
    })
    const row = await tx.db.setting.findUnique({ where, select: { value: true } })
    const current = readDocument(key, row?.value)
    const written = writeDocument(key, planOf(tx), { current, patch })
    if (!written.ok) throw 'feature' in written ? new PlanRequired(written.feature) : invalidInput(written.problems)
    const data = { value: written.value as Prisma.InputJsonValue, updatedAt: tx.now() }
    await tx.db.setting.upsert({
      where, create: { shopId: tx.shop.id, key, ...data }, update: { ...data, version: { increment: 1 } },
    })
    tx.publish('shop', tx.shop.id)
    return { value: written.value, version: shop.settingsVersion }
  })
  // Only what is committed: documents are cached under this number.
  ctx.shop.settingsVersion = saved.version
  return saved.value
}
