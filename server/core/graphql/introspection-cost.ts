import {
  getIntrospectionQuery,
  GraphQLError,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql'
import { limits } from './builder.ts'

interface Cost {
  complexity: number
  breadth: number
}

/** What the standard query costs twice over is more than any tool asks for. */
const standardQueries = 1.5

/**
 * A validation rule that bounds introspection, which the schema's own cost limits do not see. Aliases cannot ask for the schema
 * many times over: all introspection of a document may cost one and a half times the standard query, and no more fields than
 * the limit of breadth.
 */
export function introspectionCostRule(schema: GraphQLSchema): ValidationRule {
  const rowsOf = rowsIn(schema)
  const standard = parse(
    getIntrospectionQuery({
      oneOf: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
    }),
  )
  const most: Cost = {
    complexity: introspectionCost(standard, rowsOf).complexity * standardQueries,
    breadth: limits.breadth,
  }
  return (context) => ({
    Document(document) {
      const cost = introspectionCost(document, rowsOf)
      for (const kind of ['complexity', 'breadth'] as const)
        if (cost[kind] > most[kind])
          context.reportError(
            new GraphQLError(
              `Introspection exceeds maximum ${kind} (${kind}: ${Math.round(cost[kind])}, max: ${Math.round(most[kind])})`,
            ),
          )
      return false
    },
  })
}

/** Rows that a field of the introspection answers for each parent: what the schema has on average. */
function rowsIn(schema: GraphQLSchema): (field: string) => number {
  const types = Object.values(schema.getTypeMap())
  const count = (of: (type: (typeof types)[number]) => number) => types.reduce((sum, type) => sum + of(type), 0)
  const fields = count((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()).length : 0,
  )
  const rows = new Map([
    ['types', types.length],
    ['directives', schema.getDirectives().length],
    ['fields', fields / types.length],
    [
      'inputFields',
      count((type) => (isInputObjectType(type) ? Object.keys(type.getFields()).length : 0)) / types.length,
    ],
    ['enumValues', count((type) => (isEnumType(type) ? type.getValues().length : 0)) / types.length],
    // A chain of these ends after one or two.
    ['ofType', 0.5],
  ])
  return (field) => rows.get(field) ?? 1
}

/** The cost of every __schema and __type of a document. A fragment that is spread twice counts twice, but is walked once. */
function introspectionCost(document: DocumentNode, rowsOf: (field: string) => number): Cost {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node.selectionSet] as const] : [],
    ),
  )
  const known = new Map<SelectionSetNode, Cost>()
  const ofSelections = (set: SelectionSetNode, ofField: (field: FieldNode) => Cost): Cost => {
    const before = known.get(set)
    if (before) return before
    const cost = { complexity: 0, breadth: 0 }
    // A fragment that spreads itself is another rule's to refuse.
    known.set(set, cost)
    for (const selection of set.selections) {
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection.selectionSet
      const added =
        selection.kind === Kind.FIELD
          ? ofField(selection)
          : inner
            ? ofSelections(inner, ofField)
            : { complexity: 0, breadth: 0 }
      cost.complexity += added.complexity
      cost.breadth += added.breadth
    }
    return cost
  }
  const ofAnswered = ({ name, selectionSet }: FieldNode): Cost => {
    const within = selectionSet ? ofSelections(selectionSet, ofAnswered) : { complexity: 0, breadth: 0 }
    return { complexity: 1 + rowsOf(name.value) * within.complexity, breadth: 1 + within.breadth }
  }
  const ofRoot = (field: FieldNode): Cost =>
    field.name.value === '__schema' || field.name.value === '__type' ? ofAnswered(field) : { complexity: 0, breadth: 0 }
  return document.definitions.reduce(
    (sum, node) => {
      if (node.kind !== Kind.OPERATION_DEFINITION) return sum
      const { complexity, breadth } = ofSelections(node.selectionSet, ofRoot)
      return { complexity: sum.complexity + complexity, breadth: sum.breadth + breadth }
    },
    { complexity: 0, breadth: 0 },
  )
}
