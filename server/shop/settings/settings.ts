import { LRUCache } from 'lru-cache'
import type { Feature } from '../../../rules/plans.ts'
import {
  applyPlan,
  isSetName,
  readDocument,
  writeDocument,
  type SettingsDocument,
} from '../../../rules/settings/document.ts'
import { listChanges, type FieldChange } from '../../../rules/settings/changes.ts'
import { SETTINGS, type SettingKey, type SettingPatch, type SettingValue } from '../../../rules/settings/settings.ts'
import { inTransaction, isInTransaction, readPlan, type Ctx } from '../../core/context.ts'
import { InvalidInput, toInvalidInput, PlanRequired, Stale } from '../../core/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { deleteSecrets, saveSecret, readSecretDates, type SecretName } from '../../core/secrets/shop-secrets.ts'
import { addSettingHistory } from './history.ts'

interface StoredDocument {
  value: unknown
  version: number
}

/** A shop's settings: documents as stored, and as the schema parsed them on first use. */
interface Documents {
  stored: ReadonlyMap<string, StoredDocument>
  read: Record<string, unknown>
}

/** Cache by shop and settings version: a save in any process makes the old entry unreachable. */
const documents = new LRUCache<string, Documents>({ max: 2000, ttl: 60_000 })
/** Open transactions that have saved settings: their reads are uncommitted and must not be cached. */
const uncommitted = new WeakMap<Ctx, Documents>()

const cacheKey = (ctx: Ctx) => `${ctx.shop.id}:${ctx.shop.settingsVersion}`

async function allDocuments(ctx: Ctx): Promise<Documents> {
  const known = uncommitted.get(ctx) ?? documents.get(cacheKey(ctx))
  if (known) return known
  const found = await storedDocuments(ctx)
  documents.set(cacheKey(ctx), found)
  return found
}

async function storedDocuments(ctx: Ctx): Promise<Documents> {
  const rows = await ctx.db.setting.findMany({
    where: { shopId: ctx.shop.id },
    select: { key: true, value: true, version: true },
  })
  return { stored: new Map(rows.map(({ key, value, version }) => [key, { value, version }])), read: {} }
}

/**
 * Returns a frozen settings document as it takes effect, read by the current schema. What the plan lacks has its
 * default (spec 3, 6).
 */
export async function readSetting<Key extends SettingKey>(ctx: Ctx, key: Key): Promise<SettingValue<Key>> {
  const plan = readPlan(ctx)
  const { read } = await allDocuments(ctx)
  const document = SETTINGS[key] as unknown as { gated: Readonly<Record<string, Feature>>; defaults: SettingValue<Key> }
  return (read[`${plan} ${key}`] ??= frozen(
    applyPlan(document, await readStoredSetting(ctx, key), plan),
  )) as SettingValue<Key>
}

/** Returns a frozen settings document as the merchant saved it, for the settings' own pages and for exports. */
export async function readStoredSetting<Key extends SettingKey>(ctx: Ctx, key: Key): Promise<SettingValue<Key>> {
  const { stored, read } = await allDocuments(ctx)
  return (read[key] ??= frozen(readDocument(documentOf(key), stored.get(key)?.value))) as SettingValue<Key>
}

/** Returns the name of a document's secret: `emailSetting.password`. */
const secretName = (key: SettingKey, field: string): SecretName => `${key}.${field}`

/** A settings document in API responses. Each secret has a field `<field>IsSet`. */
type VersionedSetting<Key extends SettingKey> = SettingValue<Key> & {
  /** Raised by each save; 0 before the first. */
  version: number
}

/** Returns a settings document with its version and which of its secrets are set. */
export async function readVersionedSetting<Key extends SettingKey>(ctx: Ctx, key: Key): Promise<VersionedSetting<Key>> {
  const value = await readStoredSetting(ctx, key)
  const { version } = (await allDocuments(ctx)).stored.get(key) ?? { version: 0 }
  const secrets = Object.keys(SETTINGS[key].secrets)
  const kept = secrets.length > 0 ? await readSecretDates(ctx) : new Map<string, Date>()
  const areSet = secrets.map((field) => [isSetName(field), kept.has(secretName(key, field))])
  return { ...value, ...(Object.fromEntries(areSet) as object), version }
}

/** Writes fields that only the server writes. Keeps the version and has no effects. */
export async function saveServerFields<Key extends SettingKey>(
  ctx: Ctx,
  key: Key,
  fields: Partial<SettingValue<Key>>,
): Promise<void> {
  const before = ctx.shop.settingsVersion
  await inTransaction(ctx, async (tx) => {
    const where = { shopId_key: { shopId: tx.shop.id, key } }
    const shop = await tx.db.shop.update({
      where: { id: tx.shop.id },
      data: { settingsVersion: { increment: 1 } },
      select: { settingsVersion: true },
    })
    const row = await tx.db.setting.findUnique({ where, select: { value: true } })
    const value = { ...readDocument(documentOf(key), row?.value), ...fields } as Prisma.InputJsonValue
    await tx.db.setting.upsert({
      where,
      create: { shopId: tx.shop.id, key, value, updatedAt: tx.now(), version: 0 },
      update: { value },
    })
    tx.shop.settingsVersion = shop.settingsVersion
    uncommitted.set(tx, await storedDocuments(tx))
    tx.publish('shop', tx.shop.id)
  }).catch((error: unknown) => {
    if (!isInTransaction(ctx)) ctx.shop.settingsVersion = before
    throw error
  })
}

/** Frozen, as all readers share one document. */
function frozen<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part as object)
  return Object.freeze(value)
}

const documentOf = (key: SettingKey): SettingsDocument => SETTINGS[key]

export async function isSettingSaved(ctx: Ctx, key: SettingKey): Promise<boolean> {
  return (await allDocuments(ctx)).stored.has(key)
}

/** Fields to change. With a version, only if it is still current. */
export type SettingChange<Key extends SettingKey> = SettingPatch<Key> & { version?: number | undefined }

/**
 * Saves the changed fields, secrets included; others stay. Keeps the change in the history. Emits `setting.saved`.
 * @throws InvalidInput with the fields; PlanRequired if a changed field needs a higher plan; Stale for an old version
 */
export async function saveSetting<Key extends SettingKey>(
  ctx: Ctx,
  key: Key,
  { version: seen, ...patch }: SettingChange<Key>,
): Promise<VersionedSetting<Key>> {
  if (seen !== undefined && !Number.isInteger(seen)) throw new InvalidInput({ version: 'valueInvalid' })
  const before = ctx.shop.settingsVersion
  try {
    return await inTransaction(ctx, async (tx) => {
      const where = { shopId_key: { shopId: tx.shop.id, key } }
      // Locks the shop's row: of two concurrent saves, the second reads the result of the first.
      const shop = await tx.db.shop.update({
        where: { id: tx.shop.id },
        data: { settingsVersion: { increment: 1 } },
        select: { settingsVersion: true },
      })
      const row = await tx.db.setting.findUnique({ where, select: { value: true, version: true } })
      if (seen !== undefined && seen !== (row?.version ?? 0)) throw new Stale()
      const current = readDocument(documentOf(key), row?.value)
      const written = writeDocument(documentOf(key), readPlan(tx), { current, patch })
      if (!written.ok) throw written.feature ? new PlanRequired(written.feature) : toInvalidInput(written.problems)
      const data = { value: written.value as Prisma.InputJsonValue, updatedAt: tx.now() }
      await tx.db.setting.upsert({
        where,
        create: { shopId: tx.shop.id, key, ...data },
        update: { ...data, version: { increment: 1 } },
      })
      const secrets = await saveSecrets(tx, key, written.secrets)
      await addSettingHistory(tx, key, [...listChanges(current, written.value), ...secrets])
      tx.shop.settingsVersion = shop.settingsVersion
      uncommitted.set(tx, await storedDocuments(tx))
      tx.publish('shop', tx.shop.id)
      await tx.emit('setting.saved', { key, before: current, after: written.value })
      return readVersionedSetting(tx, key)
    })
  } catch (error) {
    // Nothing was saved: the cache uses the committed version.
    if (!isInTransaction(ctx)) ctx.shop.settingsVersion = before
    throw error
  }
}

/** Stores or deletes secrets; returns which changed, without their values. */
async function saveSecrets(
  tx: Ctx,
  key: SettingKey,
  secrets: Readonly<Record<string, string>>,
): Promise<FieldChange[]> {
  const given = Object.entries(secrets)
  if (given.length === 0) return []
  const kept = await readSecretDates(tx)
  const changes: FieldChange[] = []
  for (const [field, text] of given) {
    const name = secretName(key, field)
    const [before, after] = [kept.has(name), text !== '']
    await (after ? saveSecret(tx, name, text) : deleteSecrets(tx, [name]))
    if (before || after) changes.push({ field, before, after, isSecret: true })
  }
  return changes
}
