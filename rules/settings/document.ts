import { z } from 'zod'
import type { MessageCode, Problem } from '../messages.ts'
import { allows, type Feature } from '../plans.ts'
import { listProblems } from '../validation.ts'
import { shapeOf, type Shape } from './shape.ts'

/** A settings document. Storage (`Setting(shopId, key, value)`), GraphQL and REST derive from it. */
export interface SettingsDocument<Schema extends z.ZodObject = z.ZodObject> {
  /** Each field has a `describe`, shown in GraphQL and docs/api/settings.md. */
  schema: Schema
  defaults: z.infer<Schema>
  /** Dotted paths, and the feature needed to change them. */
  gated: Readonly<Record<string, Feature>>
  /** Fields that only the server writes; a merchant's patch doesn't change them. */
  kept: readonly string[]
  /** Fields stored encrypted and returned only as `<field>IsSet`. They aren't part of the value. */
  secrets: Readonly<Record<string, z.ZodType<string>>>
  /** Names the secrets' receiver. If it changes, the secrets are deleted, so that no other service gets them. */
  secretsFor?: string
  wireNames: Readonly<Record<string, string>>
  shape: Shape
}

export function settingsDocument<Schema extends z.ZodObject>(
  schema: Schema,
  defaults: z.infer<Schema>,
  more: Partial<Pick<SettingsDocument, 'gated' | 'kept' | 'secrets' | 'secretsFor' | 'wireNames'>> = {},
): SettingsDocument<Schema> {
  return { schema, defaults, gated: {}, kept: [], secrets: {}, wireNames: {}, ...more, shape: shapeOf(schema) }
}

export type Fields = Record<string, unknown>
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isSetName = (secret: string): string => `${secret}IsSet`

/**
 * Reads a stored document with the current schema. Drops unknown fields; missing or invalid ones get their defaults.
 * New fields need no migration, and old values never break a page. Never throws.
 */
export function readDocument<Schema extends z.ZodObject>(
  { schema, defaults }: SettingsDocument<Schema>,
  raw: unknown,
): z.infer<Schema> {
  return tolerant(schema, raw, defaults) as z.infer<Schema>
}

const partsOf = (schema: z.ZodObject): [string, z.core.$ZodType][] => Object.entries<z.core.$ZodType>(schema.shape)

function tolerant(schema: z.ZodObject, raw: unknown, defaults: Fields): Fields {
  const given = isFields(raw) ? raw : {}
  const value: Fields = {}
  for (const [field, part] of partsOf(schema)) {
    value[field] = tolerantField(part, Object.hasOwn(given, field) ? given[field] : undefined, defaults[field])
  }
  const whole = schema.safeParse(value)
  if (whole.success) return whole.data
  // Rules across fields: resets the fields they name, or all fields if that doesn't help.
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

type WrittenDocument<Value> =
  | { ok: true; value: Value; secrets: Readonly<Record<string, string>> }
  | { ok: false; problems: Problem[]; feature?: Feature }

/**
 * Returns the document after a patch, and the patch's secrets. Absent fields stay. Nested objects are merged, lists
 * replaced, unknown fields dropped. A gated field changes only if the plan has its feature. Its current value or
 * default is always allowed: forms may send whole documents, and lower plans can reset fields. The refusal
 * `planRequired` names the feature and the field.
 */
export function writeDocument<Schema extends z.ZodObject>(
  document: SettingsDocument<Schema>,
  plan: string,
  change: { current: z.infer<Schema>; patch: unknown },
): WrittenDocument<z.infer<Schema>> {
  const { schema, defaults, gated, kept } = document
  const current = change.current as Fields
  if (!isFields(change.patch)) return { ok: false, problems: [{ path: '', code: 'malformedInput' }] }
  const parsed = schema.safeParse(merge(schema, current, without(change.patch, kept)))
  const secrets = z.object(document.secrets).partial().safeParse(change.patch)
  const problems = [parsed, secrets].flatMap(({ error }) => (error ? listProblems(error) : []))
  if (!parsed.success || !secrets.success) return { ok: false, problems }
  const value = parsed.data as Fields
  for (const [path, feature] of Object.entries(gated)) {
    const wanted = readPath(value, path)
    if (allows(plan, feature) || same(wanted, readPath(current, path)) || same(wanted, readPath(defaults, path)))
      continue
    return { ok: false, feature, problems: [{ path, code: 'planRequired' satisfies MessageCode }] }
  }
  const { secretsFor = '' } = document
  const isOther = readPath(value, secretsFor) !== readPath(change.current, secretsFor)
  const deleted =
    secretsFor && isOther ? Object.fromEntries(Object.keys(document.secrets).map((name) => [name, ''])) : {}
  return {
    ok: true,
    value: value as z.infer<Schema>,
    secrets: { ...deleted, ...(secrets.data as Record<string, string>) },
  }
}

export function findLockingFeature(
  { gated }: Pick<SettingsDocument, 'gated'>,
  path: string,
  plan: string,
): Feature | null {
  const gate = Object.entries(gated).find(([each]) => path === each || path.startsWith(`${each}.`))
  return gate && !allows(plan, gate[1]) ? gate[1] : null
}

/**
 * Returns a document as it takes effect on a plan: fields whose feature the plan lacks have their defaults. The stored
 * values stay, and take effect again on a higher plan.
 */
export function applyPlan<Value extends object>(
  { gated, defaults }: { gated: SettingsDocument['gated']; defaults: Value },
  value: Value,
  plan: string,
): Value {
  const locked = Object.entries(gated).filter(([, feature]) => !allows(plan, feature))
  return locked.reduce((shown, [path]) => replaceAt(shown, path.split('.'), readPath(defaults, path)), value)
}

function replaceAt<Value extends object>(value: Value, [field = '', ...deeper]: readonly string[], by: unknown): Value {
  const inner = (value as Fields)[field]
  return { ...value, [field]: deeper.length > 0 && isFields(inner) ? replaceAt(inner, deeper, by) : by }
}

/** Returns the features that a document uses and a plan lacks. */
export function featuresLost({ gated, defaults }: SettingsDocument, value: object, plan: string): Feature[] {
  return Object.entries(gated).flatMap(([path, feature]) =>
    !allows(plan, feature) && JSON.stringify(readPath(value, path)) !== JSON.stringify(readPath(defaults, path))
      ? [feature]
      : [],
  )
}

function merge(schema: z.ZodObject, current: Fields, patch: Fields): Fields {
  const merged: Fields = {}
  for (const [field, part] of partsOf(schema)) {
    const wanted = Object.hasOwn(patch, field) ? patch[field] : undefined
    const now = current[field]
    if (wanted === undefined) merged[field] = now
    else
      merged[field] =
        part instanceof z.ZodObject && isFields(now) && isFields(wanted) ? merge(part, now, wanted) : wanted
  }
  return merged
}

const without = (patch: Fields, kept: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(patch).filter(([field]) => !kept.includes(field)))

export const readPath = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (isFields(part) ? part[name] : undefined), value)

/** Schemas keep the order of fields, so equal documents have equal JSON. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
