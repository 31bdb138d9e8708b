import { encodeId, decodeRowId, readId } from '../core/global-ids.ts'

export const importGlobalId = (id: string): string => encodeId('ImportRun', id)

/** @throws InvalidInput malformedId */
export const importIdOf = (id: string | number): string => decodeRowId('ImportRun', id)

/** Turns a product's id of any kind in an answer into its UUID or number. Leaves other answers unchanged. */
export function decodeAnswer(answer: string): string {
  try {
    const { id, platformId } = readId('Product', answer)
    return id ?? platformId
  } catch {
    return answer
  }
}
