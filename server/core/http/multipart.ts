import { InvalidInput } from '../errors.ts'

/**
 * Runs what reads a multipart body. A body that is cut short or has no boundary is the sender's mistake, not ours.
 * @throws InvalidInput
 */
export async function readMultipart<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isMalformedMultipart(error) || isCutOff(error)) throw new InvalidInput({ input: 'malformedInput' })
    throw error
  }
}

/** The parser's own errors carry neither code nor class; each of their sentences says 'multipart'. */
function isMalformedMultipart(error: unknown): boolean {
  return error instanceof Error && !('statusCode' in error) && /\bmultipart\b|^The needle cannot/i.test(error.message)
}

/** Who sent it has gone away: the answer has no reader, and it is no fault of ours to be logged. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
