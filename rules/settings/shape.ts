import { z } from 'zod'
import { toEnumName } from '../enum-name.ts'

/** What a settings schema says about a value: the one reading of zod that GraphQL, REST, the docs and the admin share. */
export interface Shape {
  kind: 'flag' | 'number' | 'text' | 'choice' | 'object' | 'list'
  nullable: boolean
  description: string
  /** The name of an enum or of an object that several documents share; its title in the schema. */
  name?: string
  /** The only values; of a choice they are words that GraphQL can name. */
  values?: readonly (string | number)[]
  /** Of an object. */
  fields?: Readonly<Record<string, Shape>>
  /** Of a list. */
  item?: Shape
  /** Of an object whose fields are all alike: GraphQL shows a list of them, each with its key in the field of this name. */
  keyedBy?: string
}

/**
 * Reads the shape of a schema.
 * @throws Error for a schema that settings don't use yet
 */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const { description = '', title, keyedBy } = z.globalRegistry.get(schema) ?? {}
  const inner = innerOf(schema)
  if (inner) {
    const shape = shapeOf(inner)
    return {
      ...shape,
      description: description || shape.description,
      nullable: shape.nullable || schema instanceof z.ZodNullable,
    }
  }
  const shape = { nullable: false, description, ...(title && { name: title }), ...kindOf(schema) }
  return typeof keyedBy === 'string' ? keyedShape(shape, keyedBy) : shape
}

/** An object by key as a list: its item has the key, and what the fields have in common. */
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

/** The schema within one that makes it nullable or converts what is given. */
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
  // GraphQL's names take letters, digits and underscores; any other word stays a text there.
  return { kind: values.every((value) => /^[A-Za-z]\w*$/.test(String(value))) ? 'choice' : 'text', values }
}

/** Converts a value of GraphQL to the words of the rules. Fields that the shape doesn't know are left out, absent ones stay absent. */
export const fromGraphql = (shape: Shape, value: unknown): unknown =>
  converted(shape, value, (name, words) => words.find((word) => toEnumName(String(word)) === name) ?? name)

/** Converts a value or a patch to GraphQL's input. */
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

/** Returns entries of GraphQL by their keys. */
export function byKey(entries: readonly unknown[], keyedBy: string): Record<string, unknown> {
  return Object.fromEntries(
    (entries as readonly Record<string, unknown>[]).map(({ [keyedBy]: key, ...entry }) => [String(key), entry]),
  )
}
