import { encodeId, decodeRowId } from '../../core/global-ids.ts'
import { isUuid } from '../../core/uuid.ts'

/** The id both edges answer. */
export const bulkGlobalId = (id: string): string => encodeId('BulkRun', id)

/** Takes the global id and the bare one: scripts carry an id from REST to GraphQL and back. @throws InvalidInput malformedId */
export const bulkIdOf = (id: string | number): string =>
  isUuid(String(id).toLowerCase()) ? String(id).toLowerCase() : decodeRowId('BulkRun', id)
