import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Parts } from '../../core/http/parts.ts'
import { InvalidInput } from '../../core/errors.ts'
import { isObject } from '../../../rules/json.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import { largestDocument, runDocument } from './run-document.graphql.ts'

/** Reads the document of a request. @throws InvalidInput for more than 16 KB, or anything but a JSON object */
export async function readKeyDocument(request: IncomingMessage): Promise<object> {
  if (Number(request.headers['content-length'] ?? 0) > largestDocument)
    throw new InvalidInput({ query: { code: 'fillAtMost', params: { max: largestDocument } } })
  const given: unknown = await json(request).catch((error: unknown) => {
    throw error instanceof SyntaxError ? new InvalidInput({ input: 'malformedInput' }) : error
  })
  if (!isObject(given)) throw new InvalidInput({ input: 'malformedInput' })
  return given
}

/** Answers the document of an API key that may read nothing but the storefront: with the public schema. */
export async function answerKeyDocument(
  parts: Pick<Parts, 'contextOf'>,
  shop: Shop,
  given: object,
): Promise<{ status: number; body: string }> {
  const { status, answer } = await runDocument(parts.contextOf(shop, { kind: 'shopper' }), given)
  return { status, body: answer.body.toString() }
}
