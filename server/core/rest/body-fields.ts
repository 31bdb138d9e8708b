import { z } from 'zod'
import { closestWord } from '../../../rules/closest-word.ts'
import { isObject } from '../../../rules/json.ts'
import { InvalidInput, type Problem } from '../errors.ts'

/** Allowed fields of a JSON body: `true` for any value, else fields of an object or list entry. */
export interface BodyFields {
  readonly [field: string]: true | BodyFields | readonly [BodyFields]
}

/** Ignored: the session names the shop. */
const ignored = ['shopId', 'shop_id', 'shop', 'shopDomain', 'shopifyDomain']

/** Limits of a response: a hostile body may have a hundred thousand unknown fields. */
const mostNamed = 20
const longestNamed = 100

/**
 * Returns the body without shop fields that the route does not know.
 * @throws InvalidInput unknownField for each unknown field; malformedInput for a body that is no object
 */
export function requireKnownFields(fields: BodyFields, body: unknown): Record<string, unknown> {
  if (!isObject(body)) throw new InvalidInput({ input: 'malformedInput' })
  const isOfShop = (name: string) => !Object.hasOwn(fields, name) && ignored.includes(name)
  const problems: Record<string, Problem> = {}
  let named = 0
  for (const [path, problem] of unknownIn(fields, body, '')) {
    if (isOfShop(path)) continue
    problems[path.slice(0, longestNamed)] = problem
    if (++named === mostNamed) break
  }
  if (named > 0) throw new InvalidInput(problems)
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isOfShop(name)))
}

/** A generator, so that the scan stops after the first few. */
function* unknownIn(fields: BodyFields, given: Record<string, unknown>, path: string): Generator<[string, Problem]> {
  for (const name in given) {
    const at = `${path}${name}`
    if (!Object.hasOwn(fields, name)) yield [at, unknownField(name, Object.keys(fields))]
    else yield* unknownWithin(fields[name], given[name], at)
  }
}

function* unknownWithin(
  field: BodyFields[string] | undefined,
  value: unknown,
  at: string,
): Generator<[string, Problem]> {
  if (isListField(field)) {
    if (Array.isArray(value))
      for (const [index, each] of (value as unknown[]).entries()) yield* unknownWithin(field[0], each, `${at}.${index}`)
  } else if (field && field !== true && isObject(value)) yield* unknownIn(field, value, `${at}.`)
}

function unknownField(name: string, known: readonly string[]): Problem {
  const suggestion = closestWord(name, known)
  return suggestion ? { code: 'unknownField', params: { suggestion } } : 'unknownField'
}

const isListField = (field: BodyFields[string] | undefined): field is readonly [BodyFields] => Array.isArray(field)

/** Returns the fields that a schema reads, including nested objects. */
export function listBodyFields(schema: z.core.$ZodType): BodyFields {
  return Object.fromEntries(Object.entries(shapeOf(schema)).map(([name, part]) => [name, fieldOf(part)]))
}

/** Returns a schema with the fields of several. It describes a body; service functions parse their own fields. */
export function joinFields(...schemas: readonly z.core.$ZodType[]): z.ZodObject {
  return z.object(Object.assign({}, ...schemas.map(shapeOf)) as z.core.$ZodLooseShape)
}

function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const object = unwrapped(schema)
  if (!(object instanceof z.ZodObject)) throw new Error('Only an object has fields.')
  return object.shape
}

function fieldOf(schema: z.core.$ZodType): BodyFields[string] {
  const part = unwrapped(schema)
  if (part instanceof z.ZodObject) return listBodyFields(part)
  const item = part instanceof z.ZodArray ? unwrapped(part.element) : null
  return item instanceof z.ZodObject ? [listBodyFields(item)] : true
}

/** Returns a schema without its optional, default and transform wrappers. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return unwrapped(schema.unwrap())
  if (!(schema instanceof z.ZodPipe)) return schema
  return unwrapped(schema.in instanceof z.ZodTransform ? schema.out : schema.in)
}
