import { encodeId, decodeRowId } from '../../core/global-ids.ts'

export const bulkGlobalId = (id: string): string => encodeId('BulkRun', id)

/** @throws InvalidInput malformedId */
export const bulkIdOf = (id: string | number): string => decodeRowId('BulkRun', id)
