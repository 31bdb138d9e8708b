import { z } from 'zod'
import type { MessageCode, Problem } from '../messages.ts'
import { allows, type Feature } from '../plans.ts'
import { listProblems } from '../validation.ts'
import { shapeOf, type Shape } from './shape.ts'

/** One settings document: `Setting(shopId, key, value)`. Everything else about it follows from these declarations. */
export interface SettingsDocument<Schema extends z.ZodObject = z.ZodObject> {
  /** Each field with its `describe`; GraphQL and docs/api/settings.md show the descriptions. */
  schema: Schema
  defaults: z.infer<Schema>
  /** Dotted paths and the feature that a change of them needs. */
  gated: Readonly<Record<string, Feature>>
  /** Fields that only the server writes; a merchant's patch leaves them as they are. */
  kept: readonly string[]
  /** Fields that are stored sealed and answered only as `<field>IsSet`. They are no part of the value. */
  secrets: Readonly<Record<string, z.ZodType<string>>>
  /** The field that names who gets the secrets. If it changes, kept secrets are deleted, so that no other service gets them. */
  secretsFor?: string
  /** REST's names of fields, where they differ. */
  wireNames: Readonly<Record<string, string>>
  shape: Shape
}

/** Declares a settings document. */
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

/** The field that says whether a secret is stored. */
export const isSetName = (secret: string): string => `${secret}IsSet`

/**
 * Reads a stored document through the present schema: unknown fields are dropped, and a missing or unreadable one is its
 * default. A new field needs no migration, and an old value never breaks a page. Never throws.
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
  // Rules across fields: the fields they name go back to their defaults, and all of them if that doesn't help.
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

export type WrittenDocument<Value> =
  | { ok: true; value: Value; secrets: Readonly<Record<string, string>> }
  | { ok: false; problems: Problem[]; feature?: Feature }

/**
 * Returns the document after a patch, and the secrets that the patch names. Absent fields stay. Nested objects are merged, lists
 * replaced, unknown fields dropped. A gated field may change only if the plan has its feature; sending it unchanged or as its
 * default is always allowed, so that forms may send whole documents and a lower plan can clear what it had. The refusal then names
 * the feature and the field (code `planRequired`).
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

/** Returns the feature that locks a field on a plan, or null. */
export function findLockingFeature(
  { gated }: Pick<SettingsDocument, 'gated'>,
  path: string,
  plan: string,
): Feature | null {
  const gate = Object.entries(gated).find(([each]) => path === each || path.startsWith(`${each}.`))
  return gate && !allows(plan, gate[1]) ? gate[1] : null
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

/** The value at a dotted path. */
export const readPath = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (isFields(part) ? part[name] : undefined), value)

/** Documents come out of schemas, which keep the order of fields: equal documents have equal JSON. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
