import { z } from 'zod'
import { findShapeName } from '../../core/rest/shapes.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** Collects the schemas of a document: named ones become components, others are written in place. */
export interface Schemas {
  /** Returns the JSON schema of what a client sends or gets. */
  of(schema: z.core.$ZodType): JsonSchema
  readonly components: Readonly<Record<string, JsonSchema>>
}

export function collectSchemas(): Schemas {
  const components: Record<string, JsonSchema> = {}
  const convert = (root: z.core.$ZodType): JsonSchema => {
    const { $schema: _dialect, ...schema } = z.toJSONSchema(root as z.ZodType, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const name = zodSchema === root ? undefined : findShapeName(zodSchema)
        if (name !== undefined) replace(jsonSchema, refer(name, zodSchema))
        else describeUnusual(zodSchema, jsonSchema, convert)
      },
    }) as Record<string, unknown>
    return schema
  }
  const refer = (name: string, schema: z.core.$ZodType): JsonSchema => {
    // Before its schema, as it may contain itself.
    if (!(name in components)) {
      components[name] = {}
      components[name] = convert(schema)
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  return {
    components,
    of(schema) {
      const name = findShapeName(schema)
      return name === undefined ? convert(schema) : refer(name, schema)
    },
  }
}

/** Describes dates and preprocessed values, which JSON schema has no word for. */
function describeUnusual(
  schema: z.core.$ZodType,
  target: Record<string, unknown>,
  convert: (schema: z.core.$ZodType) => JsonSchema,
): void {
  if (schema instanceof z.ZodDate) replace(target, { type: 'string', format: 'date-time' })
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform) replace(target, convert(schema.out))
  // Our patterns have flags that JSON schema lacks, and `keyedBy` is a note for our own code.
  delete target.pattern
  delete target.keyedBy
}

function replace(target: Record<string, unknown>, by: JsonSchema): void {
  const { description } = target
  for (const name of Object.keys(target)) Reflect.deleteProperty(target, name)
  Object.assign(target, by, description !== undefined && { description })
}
