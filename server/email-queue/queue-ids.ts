import { encodeId, rowId } from '../graphql/ids.ts'
import { isUuidInAnyCase } from '../uuid.ts'


/** Takes the bare id of a row and the global one: scripts carry ids between both edges. @throws InvalidInput malformedId */
export function queueIdOf(id: string): string {
  return isUuidInAnyCase(id) ? id.toLowerCase() : rowId('QueueItem', id)
}

/** As `queueIdOf`; also takes a customer's global id (spec 7: unblocking sends customer ids). */
export function queueOrCustomerIdOf(id: string): string {
  if (isUuidInAnyCase(id)) return id.toLowerCase()
  return id.startsWith(encodeId('Customer', '').slice(0, 11)) ? rowId('Customer', id) : rowId('QueueItem', id)
}
