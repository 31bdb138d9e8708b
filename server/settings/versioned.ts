import type { SettingKey, SettingPatch, SettingValue } from '../../rules/settings/settings.ts'
import { inTransaction, type Ctx } from '../context.ts'
import { Stale } from '../errors.ts'
import { readSetting, saveSetting } from './settings.ts'

export type Versioned<Value> = Value & {
  /** Raised by every save; 0 while the document was never saved. */
  version: number
}

/** A settings document with the number of its last save. */
export async function readVersioned<Key extends SettingKey>(ctx: Ctx, key: Key): Promise<Versioned<SettingValue<Key>>> {
  return { ...await readSetting(ctx, key), version: await versionOf(ctx, key) }
}

export interface VersionedSave<Key extends SettingKey> {
  key: Key
  patch: SettingPatch<Key>
  /** What the caller has seen; absent: whatever is there is changed. */
  version?: number | null | undefined
  /** Other documents that follow from the same change, saved with it or not at all. */
  beside?: readonly { key: SettingKey; patch: object }[]
}

/**
 * Saves a document that nobody has changed since the caller saw it.
 * @throws Stale; InvalidInput, PlanRequired as saveSetting
 */
export async function saveVersioned<Key extends SettingKey>(ctx: Ctx, { key, patch, version, beside = [] }: VersionedSave<Key>): Promise<Versioned<SettingValue<Key>>> {
  const seen = ctx.shop.settingsVersion
  try {
    return await inTransaction(ctx, async (tx) => {
      // The lock of saveSetting, taken before the version is looked at.
      await tx.db.$queryRaw`select 1 from "Shop" where id = ${tx.shop.id}::uuid for update`
      if (version != null && version !== await versionOf(tx, key)) throw new Stale()
      const value = await saveSetting(tx, key, patch)
      for (const other of beside) await saveSetting(tx, other.key, other.patch)
      return { ...value, version: await versionOf(tx, key) }
    })
  } catch (error) {
    // Documents are cached under this number, which counts what is committed only.
    ctx.shop.settingsVersion = seen
    throw error
  }
}

async function versionOf(ctx: Ctx, key: SettingKey): Promise<number> {
  const row = await ctx.db.setting.findUnique({ where: { shopId_key: { shopId: ctx.shop.id, key } }, select: { version: true } })
  return row?.version ?? 0
}
