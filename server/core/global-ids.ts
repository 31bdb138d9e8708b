import { isUuid } from './uuid.ts'
import { InvalidInput } from './errors.ts'

export const encodeId = (typename: string, id: string | number | bigint): string =>
  Buffer.from(`${typename}:${id}`).toString('base64url')

/** @throws InvalidInput for a text that is not a global id */
export function decodeId(globalId: string): { typename: string; id: string } {
  const [typename = '', id = '', rest] = Buffer.from(globalId, 'base64url').toString().split(':')
  if (rest !== undefined || !/^[A-Z]\w*$/.test(typename) || !isUuid(id)) throw new InvalidInput({ id: 'malformedId' })
  return { typename, id }
}

/**
 * Returns the row id of a global id of one type. The service function checks that the row exists in the shop.
 * @throws InvalidInput for anything else
 */
export function decodeRowId(typename: string, globalId: string | number): string {
  const decoded = decodeId(String(globalId))
  if (decoded.typename !== typename) throw new InvalidInput({ id: 'malformedId' })
  return decoded.id
}

export const decodeRowIds = (typename: string, globalIds: readonly (string | number)[]): string[] =>
  globalIds.map((id) => decodeRowId(typename, id))
