import { isObject } from '../../../rules/json.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/** SQLSTATEs of an unavailable, closing, full, deadlocked or locked database: classes 08 and 57P, and single codes. */
const temporarySqlStates = /^(08\d{3}|57P\d\d|40001|40P01|55P03|53300)$/
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
/** Errors of the pool, which have no code. */
const temporaryMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Network errors, and too many open files. Disk errors (EACCES, ENOSPC, EIO, ENOENT) are permanent. */
const temporarySystemCodes =
  /^(ECONN(RESET|REFUSED|ABORTED)|EPIPE|ETIMEDOUT|EHOST(UNREACH|DOWN)|ENET(UNREACH|DOWN|RESET)|EAI_AGAIN|ENOTFOUND|EAGAIN|EBUSY|EMFILE|ENFILE)$/

/** Returns whether a retry may help: the database or the file store is unavailable or busy. */
export const mayRetry = (error: unknown): boolean => isTemporary(error) || isStoreBusy(error)

/** Returns whether a bucket failed or timed out for a reason other than the file. */
function isStoreBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { name, $metadata } = error as { name?: unknown; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode ?? 0
  return status >= 500 || status === 429 || name === 'TimeoutError'
}

/** Returns whether a retry may help: the database is unavailable or busy. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Prisma.PrismaClientInitializationError || error instanceof Prisma.PrismaClientRustPanicError)
    return true
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    // Prisma reports every failed raw statement as P2010; the driver's error decides.
    return temporaryPrismaCodes.test(error.code) || isTemporaryCause(causeOf(error.meta?.driverAdapterError))
  }
  if (isTemporaryCause(error.cause) || temporaryMessages.test(error.message)) return true
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && (temporarySystemCodes.test(code) || temporarySqlStates.test(code))
}

/** Returns the SQLSTATE of a failed statement, also through Prisma. */
export function readSqlState(error: unknown): string | null {
  const { code, meta } = error as { code?: unknown; meta?: { driverAdapterError?: unknown } }
  const inner = causeOf(meta?.driverAdapterError) as { originalCode?: unknown; code?: unknown } | undefined
  const state = inner?.originalCode ?? inner?.code ?? code
  return typeof state === 'string' && /^[0-9A-Z]{5}$/.test(state) ? state : null
}

const causeOf = (error: unknown): unknown =>
  error instanceof Error || isObject(error) ? (error as { cause?: unknown }).cause : undefined

function isTemporaryCause(cause: unknown): boolean {
  if (!isObject(cause)) return false
  const { kind, originalCode, code } = cause
  return temporaryKinds.has(String(kind)) || temporarySqlStates.test(String(originalCode ?? code))
}
