import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isRequiredArgument,
  isObjectType,
  isUnionType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql'
import { schema } from '../app/graphql/schema.ts'

/** Rows per page; the test data has a few of each. */
const rowsAsked = 10
/** A nested shop is queried only for its identity, since it has its own queries. */
const briefly = ['Shop']
/** Reviews below it are queried only for their own values. */
const ofReviews = 'ReviewSuspicion'

/** Selection of a document, with its fields as `Type.field`. */
interface Selection {
  text: string
  fields: Set<string>
}

/** Selects everything of a type that needs no arguments; a nested node only with its own values. */
export function selectAll(type: GraphQLNamedType): Selection {
  const fields = new Set<string>()
  return { text: select(type, { fields, path: [], nodes: 0 }), fields }
}

/** As `selectAll`, but only the identity of a shop, since all of one is too much for a document. */
export function selectWithin(type: GraphQLNamedType): Selection {
  const fields = new Set<string>()
  return { text: select(type, { fields, path: ['Query'], nodes: 0 }), fields }
}

export function selectField(type: GraphQLObjectType, name: string, args = ''): Selection {
  const field = type.getFields()[name]
  if (!field) throw new Error(`${type.name} has no ${name}`)
  const fields = new Set([`${type.name}.${name}`])
  const given = args || argsOf(field)
  return {
    text: `${name}${given && `(${given})`} ${select(getNamedType(field.type), { fields, path: [type.name], nodes: 0 })}`,
    fields,
  }
}

interface Place {
  fields: Set<string>
  path: readonly string[]
  /** Number of nodes above. */
  nodes: number
}

function select(type: GraphQLNamedType, place: Place): string {
  if (isLeafType(type)) return ''
  if (isUnionType(type) || isInterfaceType(type))
    return `{ __typename ${membersOf(type)
      .map((member) => `... on ${member.name} ${select(member, place)}`)
      .join(' ')} }`
  if (!isObjectType(type)) throw new Error(`${type.name} cannot be selected`)
  const isNode = type.getInterfaces().some(({ name }) => name === 'Node')
  const nodes = place.nodes + (isNode ? 1 : 0)
  const within = { fields: place.fields, path: [...place.path, type.name], nodes }
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type)
    if (field.args.some((arg) => isRequiredArgument(arg) && !isEnumType(getNamedType(arg.type)))) return []
    const nested =
      (place.path.length > 0 && briefly.includes(type.name)) ||
      (type.name === 'Review' && place.path.includes(ofReviews))
    if (!isLeafType(inner) && (nested || (nodes > 1 && leadsToNodes(inner)))) return []
    place.fields.add(`${type.name}.${field.name}`)
    if (isObjectType(inner) && within.path.includes(inner.name)) return [`${field.name} ${plainValues(inner)}`]
    const args = argsOf(field)
    return [`${field.name}${args && `(${args})`} ${select(inner, within)}`]
  })
  return `{ ${parts.join(' ')} }`
}

/** Selects only a thing's own values, where the query selects all of it elsewhere. */
const plainValues = (type: GraphQLObjectType): string =>
  `{ ${Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0)
    .map(({ name }) => name)
    .join(' ')} }`

const membersOf = (type: GraphQLNamedType): readonly GraphQLObjectType[] =>
  isAbstractType(type) ? schema.getPossibleTypes(type) : []

/** Writes the required arguments: the number of rows, and the first value of each enum. */
const argsOf = ({ args }: GraphQLField<unknown, unknown>): string =>
  args
    .flatMap((arg) => {
      const type = getNamedType(arg.type)
      if (arg.name === 'first') return [`first: ${rowsAsked}`]
      return isRequiredArgument(arg) && isEnumType(type) ? [`${arg.name}: ${type.getValues()[0]?.name ?? ''}`] : []
    })
    .join(', ')

/** Returns whether a type is or lists nodes. Nested nodes' nodes are left out, as documents would never end. */
function leadsToNodes(type: GraphQLNamedType): boolean {
  if (!isObjectType(type)) return isAbstractType(type)
  return type.getInterfaces().some(({ name }) => name === 'Node') || type.name.includes('Connection')
}

/** Returns every field of the schema's objects, as `Type.field`. */
export function allFields(): string[] {
  const roots = ['Query', 'Mutation', 'Subscription']
  return Object.values(schema.getTypeMap())
    .filter(
      (type): type is GraphQLObjectType =>
        isObjectType(type) && !type.name.startsWith('__') && !roots.includes(type.name),
    )
    .flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`))
}

/** Returns the types that `node(id:)` opens. */
export const nodeTypes = (): string[] =>
  schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name)

export const rootFields = (root: 'query' | 'mutation' | 'subscription'): string[] => {
  const type = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[root]
  return Object.keys(type?.getFields() ?? {})
}

/** Writes a mutation with its argument `input`, if it has one, that selects its whole result; alias r. */
export function mutationText(name: string): Selection {
  const field = schema.getMutationType()?.getFields()[name]
  if (!field || field.args.some((arg) => arg.name !== 'input' && isRequiredArgument(arg)))
    throw new Error(`The mutation ${name} requires more than an input`)
  const input = field.args.find((arg) => arg.name === 'input')
  const { text, fields } = selectAll(getNamedType(field.type))
  return {
    text: input
      ? `mutation ($input: ${String(input.type)}) { r: ${name}(input: $input) ${text} }`
      : `mutation { r: ${name} ${text} }`,
    fields,
  }
}

export function subscriptionText(name: string): Selection {
  const field = schema.getSubscriptionType()?.getFields()[name]
  if (!field) throw new Error(`no subscription ${name}`)
  const arg = field.args.find(({ type }) => getNamedType(type).name === 'ID')?.name
  const { text, fields } = selectWithin(getNamedType(field.type))
  return {
    text: arg ? `subscription ($id: ID!) { r: ${name}(${arg}: $id) ${text} }` : `subscription { r: ${name} ${text} }`,
    fields,
  }
}

/** Returns arguments that can name something: all but numbers of rows, orders and enums. */
export function namingArguments(): string[] {
  return Object.values(schema.getTypeMap())
    .filter(
      (type): type is GraphQLObjectType =>
        isObjectType(type) && !type.name.startsWith('__') && type.name !== 'Mutation',
    )
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap((field) =>
        field.args
          .filter(
            (arg) =>
              !['Int', 'Boolean'].includes(getNamedType(arg.type).name) && !('getValues' in getNamedType(arg.type)),
          )
          .map((arg) => `${type.name}.${field.name}.${arg.name}`),
      ),
    )
}
