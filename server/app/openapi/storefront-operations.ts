import { plans, requiredPlan } from '../../../rules/plans.ts'
import {
  describeAnswer,
  listQueryParameters,
  listRefusals,
  makeOperationId,
  readPath,
  type Operation,
} from './operation.ts'
import type { JsonSchema, Schemas } from './schemas.ts'
import type { StorefrontRow } from './storefront-table.ts'

const words: Readonly<Record<string, string>> = {
  shopDomain: 'The shop’s permanent domain: `example.myshopify.com`.',
  handle: 'A product’s handle.',
  id: 'The id of a review.',
  key: 'A widget, such as `reviewBox`.',
}

/** The tag of the storefront's operations. */
export const storefrontTag = { name: 'Storefront', description: 'Public reads and forms, without a session.' }

/** Describes a public endpoint. */
export function describeStorefrontRow(row: StorefrontRow, schemas: Schemas): { url: string; operation: Operation } {
  const { url, parameters } = readPath(row.path, (name) => ({
    description: words[name] ?? name,
    schema: { type: 'string' },
  }))
  const { feature } = row
  const plan = feature && `Needs the plan ${plans[requiredPlan(feature)].displayName}.`
  const isRequired = row.body !== undefined && !row.body.safeParse({}).success
  return {
    url,
    operation: {
      operationId: makeOperationId(row.method, row.path.replace('/:shopDomain', '')),
      summary: row.summary,
      ...((row.description ?? plan) && { description: [row.description, plan].filter(Boolean).join(' ') }),
      tags: [storefrontTag.name],
      security: [],
      parameters: [...parameters, ...listQueryParameters(schemas, row.query)],
      ...(row.body && {
        requestBody: { required: isRequired, content: { [jsonType]: { schema: schemas.of(row.body) } } },
      }),
      responses: { ...describeSuccess(row, schemas), ...listRefusals(row.refusals, { isPublic: true }) },
      ...(feature && { 'x-feature': feature, 'x-feature-plan': requiredPlan(feature) }),
    },
  }
}

const jsonType = 'application/json'

function describeSuccess({ method, answer }: StorefrontRow, schemas: Schemas): JsonSchema {
  if (!answer) return { 204: { description: 'Counted.' } }
  const content = { [answer.type]: { schema: schemas.of(answer.schema) } }
  const cached = method === 'GET' && {
    304: { description: 'Unchanged since the answer with the `If-None-Match` that you sent.' },
  }
  return { 200: describeAnswer(content, { isPublic: true }), ...cached }
}
