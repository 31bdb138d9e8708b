import { z } from 'zod'
import { enumName } from '../enum-name.ts'

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
}

/**
 * Reads the shape of a schema.
 * @throws Error for a schema that settings don't use yet
 */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const { description = '', title } = z.globalRegistry.get(schema) ?? {}
  const inner = innerOf(schema)
  if (inner) {
    const shape = shapeOf(inner)
    return { ...shape, description: description || shape.description, nullable: shape.nullable || schema instanceof z.ZodNullable }
  }
  return { nullable: false, description, ...(title && { name: title }), ...kindOf(schema) }
}

/** The schema within one that makes it nullable or converts what is given. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return schema.unwrap()
  if (schema instanceof z.ZodPipe) return schema.in instanceof z.ZodTransform ? schema.out : schema.in
  return null
}

function kindOf(schema: z.core.$ZodType): Pick<Shape, 'kind' | 'values' | 'fields' | 'item'> {
  if (schema instanceof z.ZodBoolean) return { kind: 'flag' }
  if (schema instanceof z.ZodNumber) return { kind: 'number' }
  if (schema instanceof z.ZodString) return { kind: 'text' }
  if (schema instanceof z.ZodArray) return { kind: 'list', item: shapeOf(schema.element) }
  if (schema instanceof z.ZodObject) return { kind: 'object', fields: Object.fromEntries(Object.entries<z.core.$ZodType>(schema.shape).map(([name, part]) => [name, shapeOf(part)])) }
  if (!(schema instanceof z.ZodLiteral)) throw new Error(`Settings don't know ${schema._zod.def.type} yet.`)
  const values = [...schema.values] as (string | number)[]
  if (values.every((value) => typeof value === 'number')) return { kind: 'number', values }
  // GraphQL's names take letters, digits and underscores; any other word stays a text there.
  return { kind: values.every((value) => /^[A-Za-z]\w*$/.test(String(value))) ? 'choice' : 'text', values }
}

/** Converts a value of GraphQL to the words of the rules. Fields that the shape doesn't know are left out, absent ones stay absent. */
export const fromGraphql = (shape: Shape, value: unknown): unknown =>
  converted(shape, value, (name, words) => words.find((word) => enumName(String(word)) === name) ?? name)

/** Converts a value or a patch to GraphQL's input. */
export const toGraphql = (shape: Shape, value: unknown): unknown => converted(shape, value, enumName)

function converted(shape: Shape, value: unknown, convert: (word: string, words: readonly (string | number)[]) => unknown): unknown {
  const { kind, fields, item, values = [] } = shape
  if (value === null || value === undefined) return value
  if (kind === 'choice') return convert(value as string, values)
  if (item && Array.isArray(value)) return value.map((each: unknown) => converted(item, each, convert))
  if (!fields || typeof value !== 'object') return value
  const given = value as Record<string, unknown>
  return Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => (Object.hasOwn(given, name) ? [[name, converted(field, given[name], convert)]] : [])))
}
