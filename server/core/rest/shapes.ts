import { z } from 'zod'
import { defaultPageSize, maxPageSize } from '../../../rules/limits.ts'

/** Schemas that several rows of REST describe themselves with. */

const names = new WeakMap<z.core.$ZodType, string>()

/** Gives a schema its own name under `components` of `/openapi.json`. */
export function nameShape<Schema extends z.core.$ZodType>(name: string, schema: Schema): Schema {
  names.set(schema, name)
  return schema
}

export const findShapeName = (schema: z.core.$ZodType): string | undefined => names.get(schema)

/** A body without fields. */
export const emptyBody = z.object({})

/** A time in ISO 8601, UTC. */
export const time = z.string().meta({ format: 'date-time' })
export const timeOrNull = time.nullable()
export const uuid = z.string().meta({ format: 'uuid' })
export const text = z.string()
export const textOrNull = text.nullable()
export const count = z.int().min(0)
export const flag = z.boolean()

/** A truth value in a query. */
export const flagParam = z.enum(['true', 'false', '1', '0'])

/** A list in a query: repeated keys, a text with commas, or JSON. */
export const listParam = (item: z.ZodType = z.string()) =>
  z.array(item).describe('Repeat the parameter, separate values by commas, or send JSON.')

const sizeParam = z.int().min(1).max(maxPageSize).default(defaultPageSize)

/** Parameters of a page that a cursor begins. */
export const pageQuery = z.object({
  limitPerPage: sizeParam.describe('Rows of a page.').optional(),
  after: z.string().describe('`nextCursor` of the page before.').optional(),
  before: z.string().describe('`previousCursor` of the page behind.').optional(),
  cursor: z.string().describe('The same as `after`.').optional(),
})

export const pagination = nameShape(
  'Pagination',
  z.object({
    previousCursor: textOrNull.describe('Send it as `before`.'),
    nextCursor: textOrNull.describe('Send it as `after`.'),
    hasPre: flag,
    hasNext: flag,
    total: count.nullable().optional().describe('Rows of all pages; null where they are not counted.'),
    totalPage: count.nullable().optional(),
  }),
)
