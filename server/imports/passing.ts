import { Prisma } from '../generated/prisma/client.ts'

/** What PostgreSQL calls away, closing, full, deadlocked or locked: SQLSTATE classes 08 and 57P, and single codes. */
const passingState = /^(08\d{3}|57P\d\d|40001|40P01|55P03|53300)$/
/** The driver adapter's names for the same, where it keeps no code. */
const passingKinds = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError', 'TooManyConnections', 'TransactionWriteConflict', 'TransactionAlreadyClosed'])
const passingCode = /^P(1\d{3}|2024|2028|2034|2037)$/
/** The pool's own errors, which have no code. */
const passingText = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** The database is away or busy: another try may do. What the file or the program got wrong stays wrong. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Prisma.PrismaClientInitializationError || error instanceof Prisma.PrismaClientRustPanicError) return true
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    // A raw statement's error is P2010 whatever the database said: the driver's own words decide.
    return passingCode.test(error.code) || isPassingCause(causeOf(error.meta?.driverAdapterError))
  }
  if (isPassingCause(error.cause) || passingText.test(error.message)) return true
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && (/^E[A-Z]+$/.test(code) || passingState.test(code))
}

const causeOf = (error: unknown): unknown => (error instanceof Error || isObject(error) ? (error as { cause?: unknown }).cause : undefined)

function isPassingCause(cause: unknown): boolean {
  if (!isObject(cause)) return false
  const { kind, originalCode, code } = cause
  return passingKinds.has(String(kind)) || passingState.test(String(originalCode ?? code))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
