import { plans, requiredPlan } from '../../../rules/plans.ts'
import { EMAIL_TEMPLATE_TYPES } from '../../../rules/settings/email-templates.ts'
import { PLAN_IDS } from '../../../rules/plans.ts'
import { maxKeyChars } from '../../core/idempotency/idempotency.ts'
import { dataAnswer, pageAnswer } from '../../core/rest/answers.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import type { TaggedRoute } from '../rest/routes.ts'
import {
  describeAnswer,
  listQueryParameters,
  listRefusals,
  makeOperationId,
  readPath,
  type Operation,
  type RefusalStatus,
} from './operation.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

/** Describes a row of REST under /api. */
export function describeRow({ tag, route }: TaggedRoute, schemas: Schemas): { url: string; operation: Operation } {
  const { url, parameters } = readPath(`/api${route.path}`, (name) => describeParameter(name, route))
  const isWrite = route.method !== 'GET'
  const bodyContent = isWrite && describeBody(route, schemas)
  return {
    url,
    operation: {
      operationId: makeOperationId(route.method, route.path),
      summary: route.summary,
      description: describeConditions(route),
      tags: [tag],
      security: route.personOnly ? [{ idToken: [] }] : [{ apiKey: [] }, { idToken: [] }],
      parameters: [
        ...parameters,
        ...listQueryParameters(schemas, route.query),
        ...(isWrite ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ],
      ...(bodyContent && { requestBody: bodyContent }),
      responses: {
        200: describeAnswer(describeContent(route, schemas)),
        ...listRefusals(listStatuses(route)),
      },
      ...(route.personOnly ? { 'x-person-only': true } : { 'x-scope': scopeOf(route), 'x-plan': keyPlan }),
      ...(route.feature && { 'x-feature': route.feature, 'x-feature-plan': requiredPlan(route.feature) }),
    },
  }
}

/** The plan that API keys need. */
const keyPlan = requiredPlan('api')
const scopeOf = ({ method }: RestRoute) => (method === 'GET' ? 'READ' : 'WRITE')

/** Returns the description, followed by who may call and with which plan. */
function describeConditions(route: RestRoute): string {
  return [
    route.description,
    route.personOnly
      ? 'API keys are refused: a person has to sign in.'
      : `An API key needs the scope ${scopeOf(route)}.`,
    route.feature && `Needs the plan ${plans[requiredPlan(route.feature)].displayName} or a higher one.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The header of writes. */
export const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeat of the same request with the same key gets the first answer again, for seven days.',
  schema: { type: 'string', minLength: 1, maxLength: maxKeyChars },
}

const words: Readonly<Record<string, JsonSchema>> = {
  id: { description: 'Its UUID, or the id that GraphQL returns.', schema: { type: 'string' } },
  mediaId: { description: 'The UUID of a picture or video.', schema: { type: 'string' } },
  deliveryId: { description: 'The UUID of a delivery.', schema: { type: 'string' } },
  reportId: { description: 'The UUID of a report.', schema: { type: 'string' } },
  planId: { description: 'A plan.', schema: { type: 'string', enum: PLAN_IDS } },
  type: { description: 'A template.', schema: { type: 'string', enum: Object.keys(EMAIL_TEMPLATE_TYPES) } },
  key: { description: 'A service, such as `klaviyo`.', schema: { type: 'string' } },
  name: { description: 'A page or report.', schema: { type: 'string' } },
}

function describeParameter(name: string, { path }: RestRoute): JsonSchema {
  const known = words[name]
  if (!known) throw new Error(`${path} has the parameter ${name}, which words lacks.`)
  return known
}

const pathsBelowId = ['/imports', '/qrcodes']

/** Returns statuses that a row can answer with, besides 200. */
function listStatuses(route: RestRoute): RefusalStatus[] {
  const isRead = route.method === 'GET'
  const hasParameter = route.path.includes(':') || pathsBelowId.some((path) => route.path.startsWith(path))
  const statuses: RefusalStatus[] = [401, 402, 403, ...(hasParameter ? ([404] as const) : []), 409, 422, 429, 500]
  return isRead ? statuses : [...statuses, 400, 413, 415, 502]
}

const file = { type: 'string', contentMediaType: 'application/octet-stream' }

function describeBody(route: Exclude<RestRoute, { method: 'GET' }>, schemas: Schemas): JsonSchema | null {
  if (route.takesFile || route.takesMedia)
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { file, ...(route.takesMedia && { poster: file }) },
            required: ['file'],
          },
        },
      },
    }
  const schema = schemas.of(route.body)
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] }
  if (Object.keys(properties).length === 0) return null
  return { required: required.length > 0, content: { 'application/json': { schema } } }
}

function describeContent({ answer }: RestRoute, schemas: Schemas): JsonSchema {
  const asJson = (schema: Parameters<Schemas['of']>[0]) => ({ 'application/json': { schema: schemas.of(schema) } })
  if ('page' in answer) return asJson(pageAnswer(answer.page))
  if ('body' in answer) return asJson(answer.body)
  if ('file' in answer)
    return { [answer.file]: { schema: { type: 'string' } }, ...(answer.data && asJson(dataAnswer(answer.data))) }
  return asJson(dataAnswer(answer.data))
}
