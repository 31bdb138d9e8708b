import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'

/** Descriptions by type: '' is the type's own, `field` a field's or value's, `field(argument)` an argument's. */
export type Descriptions = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Anything of a schema with a description. */
interface Part {
  description?: string | null | undefined
}

const lowered = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** Fields that mean the same wherever they stand. */
const everywhere: Readonly<Record<string, string>> = {
  id: 'Global id of Relay: the same row has the same id in every answer.',
  edges: 'Rows of the page, in the list’s order.',
  pageInfo: 'Where the page begins and ends, and whether more rows follow.',
  cursor: 'Pass it as `after` or `before` to continue at this row.',
  node: 'The row.',
  totalCount: 'Rows of the whole list; null if they are too many to count.',
}

/** Arguments that mean the same wherever they stand. */
const everyArgument: Readonly<Record<string, string>> = {
  first: 'Rows from the start, or after `after`: 1 to 100.',
  after: 'A cursor: rows behind it.',
  last: 'Rows before `before`, or from the end: 1 to 100.',
  before: 'A cursor: rows ahead of it.',
  input: 'Values of the mutation.',
}

const ofRefusals: Readonly<Record<string, string>> = {
  code: 'Stable code of the reason, such as `notFound`. Programs decide by it.',
  message: 'The reason as an English sentence.',
  params: 'Values in the sentence, such as the limit.',
}

/** Returns the description of a type that every list or mutation has. */
function describeKind({ name }: GraphQLNamedType, schema: GraphQLSchema): string | undefined {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  const [, stem = '', kind] = /^(\w+?)(Success|Result|Input|ConnectionEdge|Connection)$/.exec(name) ?? []
  const mutation = lowered(stem)
  const output = kind === 'Input' && !(mutation in mutations) ? schema.getType(stem) : undefined
  if (output?.description) return output.description
  if (mutation in mutations) {
    if (kind === 'Success') return `Answer of \`${mutation}\` when it is done.`
    if (kind === 'Result') return `Answer of \`${mutation}\`: its success, or why it is refused.`
    if (kind === 'Input') return `Values of \`${mutation}\`.`
  }
  if (kind === 'Connection') return `A page of \`${stem}\` rows, with cursors.`
  return kind === 'ConnectionEdge' ? `One row of a page of \`${stem}\` rows.` : undefined
}

/**
 * Adds descriptions to the parts of a schema that have none. They come from the tables, else from what each list and
 * mutation has. @returns keys of the tables that describe nothing
 */
export function describeSchema(schema: GraphQLSchema, tables: readonly Descriptions[]): string[] {
  const unused: string[] = []
  for (const table of tables)
    for (const [name, parts] of Object.entries(table)) {
      const found = partsOf(schema.getType(name))
      for (const [key, description] of Object.entries(parts)) {
        const part = found.get(key)
        if (part && !part.description) part.description = description
        else unused.push(`${name}.${key}`)
      }
    }
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    for (const [key, part] of partsOf(type)) part.description ||= describeCommon({ schema, type, key })
  }
  return unused
}

function describeCommon(place: { schema: GraphQLSchema; type: GraphQLNamedType; key: string }): string | undefined {
  const { schema, type, key } = place
  if (key === '') return describeKind(type, schema)
  const argument = /\((\w+)\)$/.exec(key)?.[1]
  if (argument) return everyArgument[argument]
  const isRefusal = type.name === 'Refusal' || (isObjectType(type) && hasInterface(type, 'Refusal'))
  if (isRefusal && key in ofRefusals) return ofRefusals[key]
  if (type.name.endsWith('Success') && key === 'data') return 'What the mutation made or changed, as it is now.'
  return isObjectType(type) || isInterfaceType(type) ? everywhere[key] : undefined
}

const hasInterface = (type: { getInterfaces(): readonly { name: string }[] }, name: string): boolean =>
  type.getInterfaces().some((each) => each.name === name)

/** Returns the parts of a type by the keys of `Descriptions`. */
function partsOf(type: GraphQLNamedType | undefined): Map<string, Part> {
  if (!type) return new Map()
  const parts = new Map<string, Part>([['', type]])
  if (isEnumType(type)) for (const value of type.getValues()) parts.set(value.name, value)
  if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) parts.set(field.name, field)
  if (isObjectType(type) || isInterfaceType(type))
    for (const field of Object.values(type.getFields())) {
      parts.set(field.name, field)
      for (const argument of field.args) parts.set(`${field.name}(${argument.name})`, argument)
    }
  return parts
}

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Whether a description says more than the name of its part, of two words or more. */
function isDescribed(key: string, description: string | null | undefined): boolean {
  const name = /\((\w+)\)$/.exec(key)?.[1] ?? key
  const isCompound = /[a-z][A-Z]/.test(name)
  return Boolean(description?.trim()) && !(isCompound && letters(description ?? '') === letters(name))
}

/** Returns the parts of a schema without a description or with one that repeats the name, as `Type.field(argument)`. */
export function listUndescribed(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__') && !['Boolean', 'Float', 'ID', 'Int', 'String'].includes(name))
    .flatMap((type) =>
      [...partsOf(type)].flatMap(([key, { description }]) =>
        isDescribed(key || type.name, description) ? [] : [key === '' ? type.name : `${type.name}.${key}`],
      ),
    )
}
