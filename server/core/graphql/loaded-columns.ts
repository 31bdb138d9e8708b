import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import { encodeId } from '../global-ids.ts'

/** The plugin's name in the builder's list. `never`: Pothos knows the names of plugins by a global namespace, which we do not extend. */
export const loadedColumns = 'loadedColumns' as never

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>

/**
 * Fields that need nothing but columns their row already has are resolved at once. Pothos' Prisma plugin looks up for each
 * field of each row which plan had read it, and its Relay plugin answers each id by a promise, which makes one of each row:
 * half a millisecond of a page of 20. Only columns are so simple: relations, and rows that lack a column, go their way.
 * It stands before the Prisma plugin in the builder's list, that is around it.
 */
class LoadedColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolver: Resolver<Types>, fieldConfig: PothosOutputFieldConfig<Types>): Resolver<Types> {
    if (Object.keys(fieldConfig.args).length > 0) return resolver
    if (this.#isRowId(fieldConfig))
      return atOnce(['id'], (row) => encodeId(fieldConfig.parentType, (row as { id: string }).id), resolver)
    const columns = columnsOf(fieldConfig.extensions?.pothosPrismaSelect)
    const direct = fieldConfig.resolve as Resolver<Types> | undefined
    return fieldConfig.kind === 'PrismaObject' && columns && direct ? atOnce(columns, direct, resolver) : resolver
  }

  /** Whether a field is the global id of a row: the type and the column `id`, as ids.ts has it. */
  #isRowId({ name: field, parentType }: PothosOutputFieldConfig<Types>): boolean {
    const parent = this.buildCache.getTypeConfig(parentType)
    return (
      field === 'id' &&
      parent.extensions?.pothosPrismaModel !== undefined &&
      parent.kind === 'Object' &&
      parent.interfaces.some((each) => this.buildCache.getTypeConfig(each).name === 'Node')
    )
  }
}

function atOnce<Types extends SchemaTypes>(
  columns: readonly string[],
  direct: Resolver<Types>,
  otherwise: Resolver<Types>,
): Resolver<Types> {
  return (parent, args, context, info) => {
    const row = parent as Record<string, unknown>
    for (const column of columns) if (row[column] === undefined) return otherwise(parent, args, context, info)
    return direct(parent, args, context, info)
  }
}

/** The columns of a selection; null where it selects relations, or depends on more than the type. */
function columnsOf(select: unknown): string[] | null {
  if (typeof select !== 'object' || select === null) return null
  return Object.values(select).every((value) => value === true) ? Object.keys(select) : null
}

SchemaBuilder.registerPlugin(loadedColumns, LoadedColumnsPlugin as never)
