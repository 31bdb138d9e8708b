import { InvalidInput } from '../errors.ts'

/**
 * Runs a reader of a multipart body. A truncated body or a missing boundary is the client's mistake.
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

/** Recognises the parser's errors by their text: they have neither code nor class. */
function isMalformedMultipart(error: unknown): boolean {
  return error instanceof Error && !('statusCode' in error) && /\bmultipart\b|^The needle cannot/i.test(error.message)
}

/** Returns whether the client disconnected: no reader is left, and nothing needs logging. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
