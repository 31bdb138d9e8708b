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

/** Multiple of the standard query's cost; no tool needs more. */
const standardQueries = 1.5

/**
 * Validation rule that limits introspection, which the schema's cost limits ignore. A document's introspection may cost
 * one and a half times the standard query. The limit of breadth on its fields stops repeated aliases.
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

/** Returns the average rows per parent of an introspection field in this schema. */
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
    // Type chains end after one or two steps.
    ['ofType', 0.5],
  ])
  return (field) => rows.get(field) ?? 1
}

/** Returns the introspection cost of a document. Scans a fragment once, but counts each spread. */
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
    // Another rule refuses a fragment that spreads itself.
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
