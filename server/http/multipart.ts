import { InvalidInput } from '../errors.ts'

/**
 * Runs what reads a multipart body. A body that is cut short or has no boundary is the sender's mistake, not ours.
 * @throws InvalidInput
 */
export async function readingMultipart<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isMalformedMultipart(error)) throw new InvalidInput({ input: 'malformedInput' })
    throw error
  }
}

/** The parser's own errors carry neither code nor class; each of their sentences says 'multipart'. */
function isMalformedMultipart(error: unknown): boolean {
  return error instanceof Error && !('statusCode' in error) && /\bmultipart\b|^The needle cannot/i.test(error.message)
}
