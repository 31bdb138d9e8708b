import { decodeId, encodeId, rowId } from '../graphql/ids.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id both edges answer. */
export const importGlobalId = (id: string): string => encodeId('ImportRun', id)

/** Takes the global id and the bare one: scripts carry an id from REST to GraphQL and back. @throws InvalidInput malformedId */
export const importIdOf = (id: string | number): string => (uuid.test(String(id)) ? String(id).toLowerCase() : rowId('ImportRun', id))

/** A product's global id among the answers becomes its row's id; every other answer stays. */
export function answerText(answer: string): string {
  try {
    const { typename, id } = decodeId(answer)
    return typename === 'Product' ? id : answer
  } catch {
    return answer
  }
}
