import { Prisma } from '../../generated/prisma/client.ts'
import { InvalidInput } from '../errors.ts'
import { isTemporary, mayRetry, readSqlState } from './temporary-errors.ts'

/** Makes an error like Prisma's for a failed raw statement. */
const raw = (cause: object) =>
  new Prisma.PrismaClientKnownRequestError('Raw query failed.', {
    code: 'P2010',
    clientVersion: '7',
    meta: { driverAdapterError: Object.assign(new Error('driver'), { name: 'DriverAdapterError', cause }) },
  })
const known = (code: string) => new Prisma.PrismaClientKnownRequestError(code, { code, clientVersion: '7' })

test.each([
  ['deadlock', raw({ kind: 'TransactionWriteConflict', originalCode: '40P01' })],
  ['serialisation', raw({ kind: 'TransactionWriteConflict', originalCode: '40001' })],
  ['server closing', raw({ kind: 'postgres', originalCode: '57P01', code: '57P01' })],
  ['lock not available', raw({ kind: 'postgres', originalCode: '55P03' })],
  ['connection failure', raw({ kind: 'postgres', originalCode: '08006' })],
  ['too many connections', raw({ kind: 'TooManyConnections', originalCode: '53300' })],
  ['reset connection', raw({ kind: 'ConnectionClosed' })],
  ['no answer', raw({ kind: 'DatabaseNotReachable', host: 'db' })],
  ['timeout', raw({ kind: 'SocketTimeout' })],
  [
    'the adapter itself',
    Object.assign(new Error('ConnectionClosed'), { name: 'DriverAdapterError', cause: { kind: 'ConnectionClosed' } }),
  ],
  ['the pool', new Error('Connection terminated unexpectedly')],
  ['a socket', Object.assign(new Error('reset'), { code: 'ECONNRESET' })],
  ['a name server that is away', Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' })],
  ['too many open files', Object.assign(new Error('open'), { code: 'EMFILE' })],
  ['a statement of the client', known('P1017')],
  ['a conflict of the client', known('P2034')],
])('treats as temporary: %s', (_name, error) => expect([isTemporary(error), mayRetry(error)]).toEqual([true, true]))

test.each([
  [
    'a store that asks for less',
    Object.assign(new Error('Slow down'), { name: 'SlowDown', $metadata: { httpStatusCode: 503 } }),
  ],
  ['a store that asks to wait', Object.assign(new Error('Wait'), { $metadata: { httpStatusCode: 429 } })],
  [
    'a store with an error of its own',
    Object.assign(new Error('We encountered an internal error'), {
      name: 'InternalError',
      $metadata: { httpStatusCode: 500 },
    }),
  ],
  ['a store that does not answer in time', Object.assign(new Error('slow'), { name: 'TimeoutError' })],
])('treats as temporary, but not of the database: %s', (_name, error) =>
  expect([isTemporary(error), mayRetry(error)]).toEqual([false, true]),
)

test.each<[string, unknown]>([
  [
    'text that jsonb refuses',
    raw({ kind: 'InvalidInputValue', originalCode: '22P02', message: 'invalid input syntax for type json' }),
  ],
  ['a broken statement', raw({ kind: 'postgres', originalCode: '42601' })],
  ['a raw error without its cause', known('P2010')],
  ['a row that is there', known('P2002')],
  ['a refusal', new InvalidInput({ file: 'noReviewsFound' })],
  ['a bug', new TypeError('x is undefined')],
  ...['EACCES', 'EPERM', 'EIO', 'ENOSPC', 'EROFS', 'ENOENT', 'EISDIR'].map(
    (code) => [`the disk: ${code}`, Object.assign(new Error(code), { code })] as [string, unknown],
  ),
  [
    'a store that refuses',
    Object.assign(new Error('Access Denied'), { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } }),
  ],
  ['nothing', null],
])('treats as permanent: %s', (_name, error) => expect([isTemporary(error), mayRetry(error)]).toEqual([false, false]))

test('reads the SQLSTATE of a failed statement', () => {
  expect(readSqlState(raw({ kind: 'postgres', originalCode: '53100', code: '53100' }))).toBe('53100')
  expect(readSqlState(Object.assign(new Error('full'), { code: '53100' }))).toBe('53100')
  expect(readSqlState(new Error('other'))).toBeNull()
})
