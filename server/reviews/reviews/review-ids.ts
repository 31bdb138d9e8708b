import { decodeRowId } from '../../core/global-ids.ts'

export const parseReviewId = (id: string): string => decodeRowId('Review', id)
export const parseMediaId = (id: string): string => decodeRowId('ReviewMedia', id)
