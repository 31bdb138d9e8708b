import { decodeId, encodeId, decodeRowId } from '../core/global-ids.ts'
import { isUuid } from '../core/uuid.ts'

export const importGlobalId = (id: string): string => encodeId('ImportRun', id)

/** Accepts global and bare ids, because scripts use ids of REST in GraphQL. @throws InvalidInput malformedId */
export const importIdOf = (id: string | number): string =>
  isUuid(String(id).toLowerCase()) ? String(id).toLowerCase() : decodeRowId('ImportRun', id)

/** Turns a product's global id in an answer into its row id. Leaves other answers unchanged. */
export function decodeAnswer(answer: string): string {
  try {
    const { typename, id } = decodeId(answer)
    return typename === 'Product' ? id : answer
  } catch {
    return answer
  }
}
