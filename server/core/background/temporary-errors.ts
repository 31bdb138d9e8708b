import { isObject } from '../../../rules/json.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/** What PostgreSQL calls away, closing, full, deadlocked or locked: SQLSTATE classes 08 and 57P, and single codes. */
const temporarySqlStates = /^(08\d{3}|57P\d\d|40001|40P01|55P03|53300)$/
/** The driver adapter's names for the same, where it keeps no code. */
const temporaryKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
  'TransactionWriteConflict',
  'TransactionAlreadyClosed',
])
const temporaryPrismaCodes = /^P(1\d{3}|2024|2028|2034|2037)$/
/** The pool's own errors, which have no code. */
const temporaryMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** What the network says, and a process with too much open at once. What a disk says (EACCES, ENOSPC, EIO, ENOENT) does not pass. */
const temporarySystemCodes =
  /^(ECONN(RESET|REFUSED|ABORTED)|EPIPE|ETIMEDOUT|EHOST(UNREACH|DOWN)|ENET(UNREACH|DOWN|RESET)|EAI_AGAIN|ENOTFOUND|EAGAIN|EBUSY|EMFILE|ENFILE)$/

/** The database, or the store of files, is away or busy: another try may do. */
export const mayRetry = (error: unknown): boolean => isTemporary(error) || isStoreBusy(error)

/** What a bucket answers, or does not in time, for no fault of the file. */
function isStoreBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { name, $metadata } = error as { name?: unknown; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode ?? 0
  return status >= 500 || status === 429 || name === 'TimeoutError'
}

/** The database is away or busy: another try may do. What the file or the program got wrong stays wrong. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Prisma.PrismaClientInitializationError || error instanceof Prisma.PrismaClientRustPanicError)
    return true
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    // A raw statement's error is P2010 whatever the database said: the driver's own words decide.
    return temporaryPrismaCodes.test(error.code) || isTemporaryCause(causeOf(error.meta?.driverAdapterError))
  }
  if (isTemporaryCause(error.cause) || temporaryMessages.test(error.message)) return true
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && (temporarySystemCodes.test(code) || temporarySqlStates.test(code))
}

const causeOf = (error: unknown): unknown =>
  error instanceof Error || isObject(error) ? (error as { cause?: unknown }).cause : undefined

function isTemporaryCause(cause: unknown): boolean {
  if (!isObject(cause)) return false
  const { kind, originalCode, code } = cause
  return temporaryKinds.has(String(kind)) || temporarySqlStates.test(String(originalCode ?? code))
}
