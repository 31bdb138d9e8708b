import { encodeId, rowId } from '../graphql/ids.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Takes the bare id of a row and the global one: scripts carry ids between both edges. @throws InvalidInput malformedId */
export function queueIdOf(id: string): string {
  return uuid.test(id) ? id.toLowerCase() : rowId('QueueItem', id)
}

/** As `queueIdOf`; also takes a customer's global id (spec 7: unblocking sends customer ids). */
export function queueOrCustomerIdOf(id: string): string {
  if (uuid.test(id)) return id.toLowerCase()
  return id.startsWith(encodeId('Customer', '').slice(0, 11)) ? rowId('Customer', id) : rowId('QueueItem', id)
}
