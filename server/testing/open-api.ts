import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { World } from './world.ts'

type Json = Record<string, unknown>

export interface DescribedOperation {
  /** Path with `{parameters}`. */
  path: string
  method: string
  summary: string
  parameters: { name?: string; in?: string; required?: boolean; schema?: Json; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { content?: Record<string, { schema: Json }>; $ref?: string }>
  [field: string]: unknown
}

/** The document that the server publishes, with what tests ask of it. */
export interface PublishedApi {
  document: Json
  operations: readonly DescribedOperation[]
  /** Returns the operation of a request's path; its fixed parts win over parameters. */
  find(method: string, path: string): DescribedOperation | undefined
  /** Returns what an answer has that its description lacks, or the other way round; null if it fits. */
  check(operation: DescribedOperation, answer: { status: number; type: string; text: string }): string | null
}

export async function readPublishedApi(world: World): Promise<PublishedApi> {
  const document = (await world.inject({ method: 'GET', url: '/openapi.json' })).json<Json>()
  const operations = Object.entries(document.paths as Record<string, Record<string, DescribedOperation>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  )
  const byFixedParts = operations.toSorted((a, b) => countParameters(a.path) - countParameters(b.path))
  const find = (method: string, path: string) =>
    byFixedParts.find((each) => each.method === method.toLowerCase() && patternOf(each.path).test(path))
  return { document, operations, find, check: makeCheck(document) }
}

const countParameters = (path: string): number => path.split('{').length
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

function makeCheck(document: Json): PublishedApi['check'] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ ...(refuseUnknown(document) as Json), $id: 'api' })
  const compiled = new Map<string, ValidateFunction>()
  return ({ path, method, responses }, { status, type, text }) => {
    const given = responses[String(status)]
    if (!given) return `${status} is not described: ${text.slice(0, 200)}`
    const at = given.$ref
      ? given.$ref.replace('#', 'api#')
      : `api#/paths/${escapePointer(path)}/${method}/responses/${status}`
    const { content } = given.$ref ? readPointer(document, given.$ref) : given
    if (!content) return text === '' ? null : 'a body is not described'
    const found = Object.keys(content).find((each) => type.startsWith(each))
    if (!found) return `${type} is not described`
    if (!found.includes('json')) return null
    const pointer = `${at}/content/${escapePointer(found)}/schema`
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: pointer })
    compiled.set(pointer, validate)
    if (validate(JSON.parse(text))) return null
    return ajv.errorsText(validate.errors).slice(0, 600) + JSON.stringify(validate.errors?.map(({ params }) => params))
  }
}

const escapePointer = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

function readPointer(document: Json, pointer: string): DescribedOperation['responses'][string] {
  let at: unknown = document
  for (const part of pointer.slice(2).split('/')) at = (at as Json)[part]
  return at as DescribedOperation['responses'][string]
}

/** Makes every object refuse fields that its description lacks, unless it says that it has others. */
function refuseUnknown(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(refuseUnknown)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, refuseUnknown(value)]))
  const isObject = copy.type === 'object' && typeof copy.properties === 'object' && !('additionalProperties' in copy)
  return isObject ? { ...copy, additionalProperties: false } : copy
}
