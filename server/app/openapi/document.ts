import { routeGroups, taggedRoutes } from '../rest/routes.ts'
import { buildRefusalComponents, headerComponents, type Operation } from './operation.ts'
import { describeRow, idempotencyParameter } from './rest-operations.ts'
import { collectSchemas, type JsonSchema } from './schemas.ts'
import { describeStorefrontRow, storefrontTag } from './storefront-operations.ts'
import { storefrontTable } from './storefront-table.ts'

const introduction = [
  'Product reviews: everything that REST and the public storefront answer.',
  'Below `/api`, an API key of the Enterprise plan or the platform’s ID token decides which shop a request is for.',
  'Every refusal has the shape `Error`, with a stable `code`.',
  'The same rows answer below `/apiSa` to the token of `POST /apiSa/auth/login`, sent as `x-auth-token`.',
].join(' ')

/**
 * Describes REST and the storefront's public endpoints in OpenAPI 3.1, from their tables.
 * @param origin the public address of this server
 */
export function buildOpenApi(origin: string): JsonSchema {
  const schemas = collectSchemas()
  const described = [
    ...taggedRoutes.map((row) => ({ method: row.route.method, ...describeRow(row, schemas) })),
    ...storefrontTable.map((row) => ({ method: row.method, ...describeStorefrontRow(row, schemas) })),
  ]
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { url, method, operation } of described) (paths[url] ??= {})[method.toLowerCase()] = operation
  const responses = buildRefusalComponents(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Candor',
      version: '1.0.0',
      description: introduction,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Candor' },
    },
    servers: [{ url: origin }],
    externalDocs: { description: 'Guides for programs', url: `${origin}/help/api/README` },
    tags: [...routeGroups.map(({ tag, description }) => ({ name: tag, description })), storefrontTag],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'cdr_…', description: 'An API key (Settings, Keys).' },
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The platform’s ID token.' },
      },
      parameters: { IdempotencyKey: idempotencyParameter },
      headers: headerComponents,
      responses: keepUsed(responses, JSON.stringify(paths)),
      schemas: schemas.components,
    },
  }
}

/** Leaves out answers that no operation has. */
const keepUsed = (responses: JsonSchema, paths: string): JsonSchema =>
  Object.fromEntries(Object.entries(responses).filter(([name]) => paths.includes(`"#/components/responses/${name}"`)))
