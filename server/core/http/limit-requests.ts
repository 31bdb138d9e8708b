import { mostDocumentsWaiting, mutationsAtOnce, questionsAtOnce } from '../../../rules/limits.ts'
import { limitByKey, type KeyLimit } from '../limit-by-key.ts'

/**
 * Limits each shop's concurrent requests at one edge, reads and writes separately: a write may wait for another site. A
 * request with a slot may wait for a slot of a file check, never the other way round.
 */
export const limitRequests = (): { reads: KeyLimit; writes: KeyLimit } => ({
  reads: limitByKey({ atOnce: questionsAtOnce, waiting: mostDocumentsWaiting }),
  writes: limitByKey({ atOnce: mutationsAtOnce, waiting: mostDocumentsWaiting }),
})
