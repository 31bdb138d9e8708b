import { z } from 'zod'
import { toEnumName } from '../enum-name.ts'

/** A settings schema as plain data, so that GraphQL, REST, docs and admin don't interpret zod themselves. */
export interface Shape {
  kind: 'flag' | 'number' | 'text' | 'choice' | 'object' | 'list'
  nullable: boolean
  /** The schema has a default, so entries of a list may leave it out. */
  isOptional?: boolean
  description: string
  /** Name of an enum, or of an object shared by documents; the schema's title. */
  name?: string
  /** The only allowed values; of a choice they are valid GraphQL names. */
  values?: readonly (string | number)[]
  /** Only for objects. */
  fields?: Readonly<Record<string, Shape>>
  /** Only for lists. */
  item?: Shape
  /** For objects whose fields are alike: GraphQL shows a list, with each key in the field of this name. */
  keyedBy?: string
}

/** Returns the shape of a schema. @throws Error for a kind of schema that settings don't use yet */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const { description = '', title, keyedBy } = z.globalRegistry.get(schema) ?? {}
  const inner = innerOf(schema)
  if (inner) {
    const shape = shapeOf(inner)
    return {
      ...shape,
      description: description || shape.description,
      nullable: shape.nullable || schema instanceof z.ZodNullable,
      ...(schema instanceof z.ZodDefault && { isOptional: true }),
    }
  }
  const shape = { nullable: false, description, ...(title && { name: title }), ...kindOf(schema) }
  return typeof keyedBy === 'string' ? keyedShape(shape, keyedBy) : shape
}

/** Turns an object by key into a list shape: its item has the key and the shared fields. */
function keyedShape({ fields = {}, description, nullable }: Shape, keyedBy: string): Shape {
  const [entry] = Object.values(fields)
  if (!entry) throw new Error('An object by key needs a field.')
  const key: Shape = { kind: 'text', nullable: false, description: 'Its key.', values: Object.keys(fields) }
  return {
    kind: 'list',
    nullable,
    description,
    keyedBy,
    item: { ...entry, fields: { [keyedBy]: key, ...entry.fields } },
  }
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return schema.unwrap()
  if (schema instanceof z.ZodPipe) return schema.in instanceof z.ZodTransform ? schema.out : schema.in
  return null
}

function kindOf(schema: z.core.$ZodType): Pick<Shape, 'kind' | 'values' | 'fields' | 'item'> {
  if (schema instanceof z.ZodBoolean) return { kind: 'flag' }
  if (schema instanceof z.ZodNumber) return { kind: 'number' }
  if (schema instanceof z.ZodString) return { kind: 'text' }
  if (schema instanceof z.ZodArray) return { kind: 'list', item: shapeOf(schema.element) }
  if (schema instanceof z.ZodObject)
    return {
      kind: 'object',
      fields: Object.fromEntries(
        Object.entries<z.core.$ZodType>(schema.shape).map(([name, part]) => [name, shapeOf(part)]),
      ),
    }
  if (!(schema instanceof z.ZodLiteral)) throw new Error(`Settings don't know ${schema._zod.def.type} yet.`)
  const values = [...schema.values] as (string | number)[]
  if (values.every((value) => typeof value === 'number')) return { kind: 'number', values }
  // GraphQL names allow only letters, digits and underscores; other words stay texts.
  return { kind: values.every((value) => /^[A-Za-z]\w*$/.test(String(value))) ? 'choice' : 'text', values }
}

/** Converts a GraphQL value to the rules' words. Drops unknown fields; absent ones stay absent. */
export const fromGraphql = (shape: Shape, value: unknown): unknown =>
  converted(shape, value, (name, words) => words.find((word) => toEnumName(String(word)) === name) ?? name)

export const toGraphql = (shape: Shape, value: unknown): unknown => converted(shape, value, toEnumName)

function converted(
  shape: Shape,
  value: unknown,
  convert: (word: string, words: readonly (string | number)[]) => unknown,
): unknown {
  const { kind, fields, item, values = [], keyedBy } = shape
  if (value === null || value === undefined) return value
  if (keyedBy && item)
    return Array.isArray(value)
      ? byKey(value, keyedBy)
      : Object.entries(value).map(([key, each]) => ({ [keyedBy]: key, ...(each as object) }))
  if (kind === 'choice') return convert(value as string, values)
  if (item && Array.isArray(value)) return value.map((each: unknown) => converted(item, each, convert))
  if (!fields || typeof value !== 'object') return value
  const given = value as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      Object.hasOwn(given, name) ? [[name, converted(field, given[name], convert)]] : [],
    ),
  )
}

/** Turns GraphQL's list entries into an object by key. */
export function byKey(entries: readonly unknown[], keyedBy: string): Record<string, unknown> {
  return Object.fromEntries(
    (entries as readonly Record<string, unknown>[]).map(({ [keyedBy]: key, ...entry }) => [String(key), entry]),
  )
}
