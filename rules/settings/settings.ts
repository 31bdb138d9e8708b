import { z } from 'zod'
import type { MessageCode, Problem } from '../messages.ts'
import { allows, type Feature } from '../plans.ts'
import { TIMING_DEFAULTS, timingSettings } from '../timing.ts'
import { problemsOf } from '../validation.ts'
import { EMAIL_SETTING_DEFAULTS, EMAIL_SETTING_KEPT, emailSettingSchema } from './email-setting.ts'
import { EMAIL_TEMPLATES_DEFAULTS, EMAIL_TEMPLATES_GATED, emailTemplatesSchema } from './email-templates.ts'
import { GENERAL_DEFAULTS, GENERAL_GATED, generalSchema } from './general.ts'
import { REVIEW_BOX_DEFAULTS, reviewBoxSchema } from './review-box.ts'

interface SettingDocument<Schema extends z.ZodObject> {
  schema: Schema
  defaults: z.infer<Schema>
  /** Dotted paths and the feature a change of them needs. */
  gated: Readonly<Record<string, Feature>>
  /** Keys the server writes; a merchant's patch leaves them as they are. */
  kept: readonly string[]
}

function document<Schema extends z.ZodObject>(schema: Schema, defaults: z.infer<Schema>, rights: Partial<Pick<SettingDocument<Schema>, 'gated' | 'kept'>> = {}): SettingDocument<Schema> {
  return { schema, defaults, gated: {}, kept: [], ...rights }
}

/** Every settings document: `Setting(shopId, key, value)`. */
export const SETTINGS = {
  general: document(generalSchema, GENERAL_DEFAULTS, { gated: GENERAL_GATED }),
  reviewBox: document(reviewBoxSchema, REVIEW_BOX_DEFAULTS),
  requestTiming: document(timingSettings, TIMING_DEFAULTS),
  emailTemplates: document(emailTemplatesSchema, EMAIL_TEMPLATES_DEFAULTS, { gated: EMAIL_TEMPLATES_GATED }),
  emailSetting: document(emailSettingSchema, EMAIL_SETTING_DEFAULTS, { kept: EMAIL_SETTING_KEPT }),
} as const

export type SettingKey = keyof typeof SETTINGS
export type SettingValue<Key extends SettingKey> = z.infer<(typeof SETTINGS)[Key]['schema']>
type DeepPartial<T> = T extends readonly unknown[] ? T : T extends object ? { [Field in keyof T]?: DeepPartial<T[Field]> | undefined } : T
export type SettingPatch<Key extends SettingKey> = DeepPartial<SettingValue<Key>>

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const partsOf = (schema: z.ZodObject): [string, z.core.$ZodType][] => Object.entries<z.core.$ZodType>(schema.shape)

/**
 * A stored document as the present schema sees it: unknown fields are dropped, a missing or unreadable one is its
 * default, so that a new field needs no migration and an old value never breaks a page. Never throws.
 */
export function readSetting<Key extends SettingKey>(key: Key, raw: unknown): SettingValue<Key> {
  const { schema, defaults } = SETTINGS[key]
  return tolerant(schema, raw, defaults) as SettingValue<Key>
}

function tolerant(schema: z.ZodObject, raw: unknown, defaults: Fields): Fields {
  const given = isFields(raw) ? raw : {}
  const value: Fields = {}
  for (const [field, part] of partsOf(schema)) {
    value[field] = tolerantField(part, Object.hasOwn(given, field) ? given[field] : undefined, defaults[field])
  }
  const whole = schema.safeParse(value)
  if (whole.success) return whole.data
  // Rules across fields: what they name goes back to its default, and all of it when that does not help.
  const mended = { ...value }
  for (const { path } of whole.error.issues) mended[String(path[0])] = defaults[String(path[0])]
  return schema.safeParse(mended).data ?? structuredClone(defaults)
}

function tolerantField(part: z.core.$ZodType, raw: unknown, fallback: unknown): unknown {
  if (raw === undefined) return structuredClone(fallback)
  if (part instanceof z.ZodObject && isFields(fallback)) return tolerant(part, raw, fallback)
  const parsed = z.safeParse(part, raw)
  return parsed.success ? parsed.data : structuredClone(fallback)
}

export type WrittenSetting<Key extends SettingKey> =
  | { ok: true; value: SettingValue<Key> }
  | { ok: false; problems: Problem[] }
  | { ok: false; problems: Problem[]; feature: Feature }

/**
 * The document after a patch. Fields the patch does not name stay; nested objects are merged, lists are replaced; fields
 * nobody knows are dropped. A gated field may be changed only when the plan has its feature; sending it unchanged, or
 * back to its default, is always allowed, so that forms may send whole documents and a lower plan can clear what it
 * had. The refusal names the feature and the field (code `planRequired`).
 */
export function writeSetting<Key extends SettingKey>(key: Key, plan: string, change: { current: SettingValue<Key>; patch: unknown }): WrittenSetting<Key> {
  const { schema, defaults, gated, kept } = SETTINGS[key]
  const current = change.current as Fields
  if (!isFields(change.patch)) return { ok: false, problems: [{ path: '', code: 'malformedInput' }] }
  const parsed = schema.safeParse(merge(schema, current, without(change.patch, kept)))
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error) }
  const value = parsed.data as Fields
  for (const [path, feature] of Object.entries(gated)) {
    const wanted = at(value, path)
    if (allows(plan, feature) || same(wanted, at(current, path)) || same(wanted, at(defaults, path))) continue
    return { ok: false, feature, problems: [{ path, code: 'planRequired' satisfies MessageCode }] }
  }
  return { ok: true, value: value as SettingValue<Key> }
}

/** Whether a control of a settings page is locked on a plan, and by which feature. */
export function lockedBy(key: SettingKey, path: string, plan: string): Feature | null {
  const gate = Object.entries(SETTINGS[key].gated).find(([gated]) => path === gated || path.startsWith(`${gated}.`))
  return gate && !allows(plan, gate[1]) ? gate[1] : null
}

function merge(schema: z.ZodObject, current: Fields, patch: Fields): Fields {
  const merged: Fields = {}
  for (const [field, part] of partsOf(schema)) {
    const wanted = Object.hasOwn(patch, field) ? patch[field] : undefined
    const now = current[field]
    if (wanted === undefined) merged[field] = now
    else merged[field] = part instanceof z.ZodObject && isFields(now) && isFields(wanted) ? merge(part, now, wanted) : wanted
  }
  return merged
}

const without = (patch: Fields, kept: readonly string[]): Fields => Object.fromEntries(Object.entries(patch).filter(([field]) => !kept.includes(field)))

const at = (value: unknown, path: string): unknown => path.split('.').reduce<unknown>((part, name) => (isFields(part) ? part[name] : undefined), value)

/** Documents come out of schemas, which keep the order of fields: their JSON is the same when they are. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
