import pg from 'pg'
import { getDatamodel } from '../../generated/pothos.ts'
import { $Enums } from '../../generated/prisma/client.ts'
import type { Statement } from './for-shop.ts'
import { readRowComparison, type Direction } from './keyset.ts'

export interface PageQuery {
  where: object
  orderBy: readonly Record<string, Direction>[]
  take: number
  /** Default: every column. */
  select?: object | undefined
  /** Selects rows without `where` and `orderBy`: SQL that returns ids and writes values with `parameter`. */
  ids?: ((parameter: (value: unknown) => string, shop: string) => string) | undefined
  /** Limits the page to these ids, in addition to `where`. */
  among?: readonly string[] | undefined
  /** Limits the page to some numbers of a column. Reads each number's rows along its index and merges them. */
  ranges?: Ranges | undefined
}

export interface Ranges {
  /** A column that Prisma doesn't know. */
  column: 'facet'
  values: readonly number[]
  where: object
}

interface PageStatement extends Statement {
  rowOf(values: readonly unknown[]): Record<string, unknown>
}

type Field = ReturnType<typeof getDatamodel>['datamodel']['models'][string]['fields'][number]
interface Model {
  name: string
  fields: Map<string, Field>
  key: readonly string[]
}

/** Marks a query that only Prisma supports. */
class UnsupportedQuery extends Error {}

const models = new Map(
  Object.entries(getDatamodel().datamodel.models).map(([name, { fields, primaryKey }]): [string, Model] => [
    name,
    { name, fields: new Map(fields.map((field) => [field.name, field])), key: primaryKey?.fields ?? [] },
  ]),
)

/**
 * Returns the SQL of one page: a table's columns, joined to-one relations and aggregated to-many relations. Every table
 * is limited to the shop's id. Returns null for any other query, which Prisma then runs. An empty OR selects nothing,
 * also inside AND, where Prisma ignores it.
 */
export function pageStatement(
  name: string,
  { where, orderBy, take, select, ids, among, ranges }: PageQuery,
): PageStatement | null {
  const model = modelOf(name)
  const shopId = (where as { shopId?: unknown }).shopId
  if (typeof shopId !== 'string') return null
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const page: Page = { shop: parameter(shopId), parameter }
  try {
    const shown = selectColumns(page, model, select)
    const condition = ids ? `t."shopId" = ${page.shop}` : conditionOf(page, { model, alias: 't' }, where)
    const order = orderBy
      .flatMap((part) => Object.entries(part))
      .map(([field, direction]) => `${column('t', model, field)} ${direction === 'asc' ? 'asc' : 'desc'}`)
    const end = `order by ${order.join(', ')} limit ${Math.trunc(take)}`
    const [from, rest] = buildSource(page, model, { ids, among, ranges, condition, end })
    const text = `select ${shown.map(({ sql }) => sql).join(', ')} from ${from}${shown.map(({ join }) => join ?? '').join('')} where ${rest} ${end}`
    return { text, values, rowOf: (row) => rowOf(shown, row) }
  } catch (error) {
    if (error instanceof UnsupportedQuery) return null
    throw error
  }
}

interface Source extends Pick<PageQuery, 'ids' | 'among' | 'ranges'> {
  condition: string
  end: string
}

function buildSource(
  { parameter, shop }: Page,
  model: Model,
  { ids, among, ranges, condition, end }: Source,
): [string, string] {
  if (ids) return [`(${ids(parameter, shop)}) one join ${table(model)} t on t.id = one.id`, condition]
  if (among) {
    const value = ranges ? ` and t."${ranges.column}" = any(${parameter(ranges.values)}::smallint[])` : ''
    return [
      `unnest(${parameter(among)}::uuid[]) one(id) join ${table(model)} t on t.id = one.id`,
      `${condition}${value}`,
    ]
  }
  if (!ranges) return [`${table(model)} t`, condition]
  return [
    `unnest(${parameter(ranges.values)}::smallint[]) one(value) cross join lateral (select t.* from ${table(model)} t where t."${ranges.column}" = one.value and ${condition} ${end}) t`,
    'true',
  ]
}

interface Page {
  /** Parameter with the shop's id. */
  shop: string
  parameter(value: unknown): string
}

interface SelectedColumn {
  sql: string
  /** Target of the value: a column of the row, or of its relation `of`. */
  field?: string
  of?: string
  /** The to-one relation whose first value this is: the related row's id, or null. */
  join?: string
}

function rowOf(shown: readonly SelectedColumn[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, { field, of, join }] of shown.entries()) {
    if (of !== undefined && join !== undefined) row[of] = values[index] === null ? null : {}
    const place = of === undefined ? row : (row[of] as Record<string, unknown> | null)
    if (field !== undefined && place) place[field] = values[index]
  }
  return row
}

function selectColumns(page: Page, model: Model, select: object | undefined): SelectedColumn[] {
  const asked: [string, unknown][] = select
    ? Object.entries(select)
    : [...model.fields.values()].filter(({ kind }) => kind !== 'object').map(({ name }) => [name, true])
  return asked.flatMap(([name, value]): SelectedColumn[] => {
    if (value === undefined || value === false) return []
    const field = model.fields.get(name)
    if (field?.kind !== 'object') return [{ sql: column('t', model, name), field: name }]
    return field.isList
      ? [{ sql: aggregateRelation(page, { model, field }, value), field: name }]
      : joinRelation(page, { model, field }, value)
  })
}

interface Relation {
  model: Model
  field: Field
}

interface Nested {
  select?: object
  where?: object
  orderBy?: object
}

function joinRelation(page: Page, { field }: Relation, value: unknown): SelectedColumn[] {
  const other = modelOf(field.type)
  const { select, ...rest } = value as Nested
  const own = field.relationFromFields ?? []
  if (!select || Object.keys(rest).length > 0 || own.length !== other.key.length) throw new UnsupportedQuery()
  const alias = `"${field.name}"`
  const on = other.key.map(
    (key, index) => `${column(alias, other, key)} = ${key === 'shopId' ? page.shop : `t."${own[index] ?? ''}"`}`,
  )
  const columns = columnsOf(other, select).map((name): SelectedColumn => ({
    sql: column(alias, other, name),
    field: name,
    of: field.name,
  }))
  return [
    {
      sql: column(alias, other, 'id'),
      of: field.name,
      join: ` left join ${table(other)} ${alias} on ${on.join(' and ')}`,
    },
    ...columns,
  ]
}

/** Returns the rows that refer to this row, as JSON. */
function aggregateRelation(page: Page, { model, field }: Relation, value: unknown): string {
  const other = modelOf(field.type)
  const { select, where = {}, orderBy = {}, ...rest } = value as Nested
  const back = [...other.fields.values()].find(
    ({ relationName, type }) => relationName === field.relationName && type === model.name,
  )?.relationFromFields
  if (!select || !back?.length || Object.keys(rest).length > 0) throw new UnsupportedQuery()
  const alias = `"${field.name}"`
  const pairs = columnsOf(other, select).map((name) => {
    // JSON has no time type.
    if (other.fields.get(name)?.type === 'DateTime') throw new UnsupportedQuery()
    return `'${name}', ${column(alias, other, name)}`
  })
  const order = Object.entries(orderBy).map(
    ([name, direction]) => `${column(alias, other, name)} ${direction === 'asc' ? 'asc' : 'desc'}`,
  )
  const of = back.map(
    (name, index) =>
      `${column(alias, other, name)} = ${name === 'shopId' ? page.shop : `t."${model.key[index] ?? ''}"`}`,
  )
  return (
    `(select coalesce(jsonb_agg(jsonb_build_object(${pairs.join(', ')})${order.length > 0 ? ` order by ${order.join(', ')}` : ''}), '[]')` +
    ` from ${table(other)} ${alias} where ${of.join(' and ')} and ${conditionOf(page, { model: other, alias }, where)})`
  )
}

function columnsOf(model: Model, select: object): string[] {
  return Object.entries(select).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    if (value !== true || model.fields.get(name)?.kind === 'object') throw new UnsupportedQuery()
    return [name]
  })
}

interface Place {
  model: Model
  alias: string
}

function conditionOf(page: Page, place: Place, where: object): string {
  const row = readRowComparison(where)
  if (row)
    return `(${row.fields.map((field) => column(place.alias, place.model, field)).join(', ')}) ${row.operator} (${row.values.map((value) => page.parameter(value)).join(', ')})`
  const parts = Object.entries(where).flatMap(([name, value]: [string, unknown]): string[] => {
    if (value === undefined) return []
    if (name === 'AND') return asList(value).map((part) => conditionOf(page, place, part))
    if (name === 'OR')
      return [
        `(${
          asList(value)
            .map((part) => `(${conditionOf(page, place, part)})`)
            .join(' or ') || 'false'
        })`,
      ]
    return buildComparisons(page, place, { name, value })
  })
  return parts.join(' and ') || 'true'
}

/**
 * Returns an enum column's values, to write "not this one" as "one of the others". Under row-level security the planner
 * knows only the number of distinct values. If all rows have the same, it estimates that "not" matches no row.
 */
function listEnumValues(model: Model, name: string): readonly string[] | undefined {
  const field = model.fields.get(name)
  return field?.kind === 'enum' ? Object.values($Enums[field.type as 'ReviewStatus']) : undefined
}

/** A text column with few values and an index for the rare ones (see the migration queue_kinds). */
const isKind = (model: Model, name: string): boolean => model.name === 'QueueItem' && name === 'type'

const asList = (value: unknown): object[] => (Array.isArray(value) ? (value as object[]) : [value as object])

function buildComparisons(
  page: Page,
  { model, alias }: Place,
  { name, value }: { name: string; value: unknown },
): string[] {
  const sql = column(alias, model, name)
  // Inlines the words of an enum: the planner needs another plan for "rejected" than for "published".
  const words = listEnumValues(model, name)
  const write = (one: unknown): string =>
    (words || isKind(model, name)) && typeof one === 'string' ? pg.escapeLiteral(one) : page.parameter(one)
  const comparison = (among: readonly unknown[]) =>
    among.length === 0 ? 'false' : `${sql} in (${among.map(write).join(', ')})`
  if (name === 'shopId' && typeof value === 'string') return [`${sql} = ${page.shop}`]
  if (value === null) return [`${sql} is null`]
  if (typeof value !== 'object' || value instanceof Date) return [`${sql} = ${write(value)}`]
  const { mode, ...asked } = value as Record<string, unknown>
  return Object.entries(asked).flatMap(([operator, operand]): string[] => {
    if (operand === undefined) return []
    switch (operator) {
      case 'equals':
        return [operand === null ? `${sql} is null` : `${sql} = ${write(operand)}`]
      case 'not':
        return [
          operand === null
            ? `${sql} is not null`
            : words
              ? comparison(words.filter((word) => word !== operand))
              : `${sql} <> ${write(operand)}`,
        ]
      case 'in':
        return [comparison(operand as unknown[])]
      case 'gt':
        return [`${sql} > ${write(operand)}`]
      case 'gte':
        return [`${sql} >= ${write(operand)}`]
      case 'lt':
        return [`${sql} < ${write(operand)}`]
      case 'lte':
        return [`${sql} <= ${write(operand)}`]
      case 'contains':
        return [`${sql} ${mode === 'insensitive' ? 'ilike' : 'like'} ${page.parameter(`%${operand as string}%`)}`]
      case 'hasSome':
        return [`${sql} && ${page.parameter(operand)}`]
      default:
        throw new UnsupportedQuery()
    }
  })
}

function column(alias: string, model: Model, name: string): string {
  const field = model.fields.get(name)
  if (!field || field.kind === 'object') throw new UnsupportedQuery()
  return `${alias}."${field.name}"`
}

const table = (model: Model): string => `"${model.name}"`

function modelOf(name: string): Model {
  const model = models.get(name)
  if (!model) throw new UnsupportedQuery(`There is no model ${name}.`)
  return model
}
