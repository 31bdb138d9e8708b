import { encodeId, decodeRowId } from '../../core/global-ids.ts'
import { isUuid } from '../../core/uuid.ts'

export const bulkGlobalId = (id: string): string => encodeId('BulkRun', id)

/** Accepts a global id and a plain one, since scripts use both APIs' ids. @throws InvalidInput malformedId */
export const bulkIdOf = (id: string | number): string =>
  isUuid(String(id).toLowerCase()) ? String(id).toLowerCase() : decodeRowId('BulkRun', id)
