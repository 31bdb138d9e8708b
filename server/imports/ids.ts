import { decodeId, encodeId, decodeRowId } from '../core/global-ids.ts'
import { isUuid } from '../core/uuid.ts'

/** The id both edges answer. */
export const importGlobalId = (id: string): string => encodeId('ImportRun', id)

/** Takes the global id and the bare one: scripts carry an id from REST to GraphQL and back. @throws InvalidInput malformedId */
export const importIdOf = (id: string | number): string =>
  isUuid(String(id).toLowerCase()) ? String(id).toLowerCase() : decodeRowId('ImportRun', id)

/** A product's global id among the answers becomes its row's id; every other answer stays. */
export function decodeAnswer(answer: string): string {
  try {
    const { typename, id } = decodeId(answer)
    return typename === 'Product' ? id : answer
  } catch {
    return answer
  }
}
