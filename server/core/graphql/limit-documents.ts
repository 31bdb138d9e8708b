import { bodiesAtOnce, mostDocumentsWaiting } from '../../../rules/limits.ts'
import type { Session } from '../../shop/session/session.ts'
import { limitRequests } from '../http/limit-requests.ts'
import { limitByKey } from '../limit-by-key.ts'

/** The slot of one document, from before its body is read until the response. Begins as a body slot. */
export interface DocumentSlot {
  /** Takes a read slot and releases the body slot, when the body has arrived. */
  becomeQuery(): Promise<void>
  /** Releases the read slot and takes a write slot. @throws LimitReached */
  becomeMutation(): Promise<void>
  release(): void
}

/** Limits each shop's concurrent documents and their bodies in memory. @throws LimitReached */
export function limitDocuments(): (session: Session) => Promise<DocumentSlot> {
  const bodies = limitByKey({ atOnce: bodiesAtOnce, waiting: mostDocumentsWaiting - bodiesAtOnce })
  const { reads, writes } = limitRequests()
  return async (session) => {
    const key = findOwnerId(session)
    let leave = await bodies.acquire(key)
    let ended = false
    const hold = (release: () => void) => {
      leave()
      leave = release
      // The client disconnected during the wait; nothing else releases this slot.
      if (ended) leave()
    }
    return {
      becomeQuery: async () => hold(await reads.acquire(key)),
      async becomeMutation() {
        leave()
        hold(await writes.acquire(key))
      },
      release() {
        ended = true
        leave()
      },
    }
  }
}

/** Returns the owner of a slot: the shop, or an account without a chosen shop. */
export const findOwnerId = ({ shop, account }: Session): string => shop?.id ?? account?.id ?? ''
