import { InvalidInput } from '../errors.ts'

/** More fields than any of our forms and the theme's additions have. */
const mostFields = 200

/** Reads a URL-encoded form; of a repeated field, the last value counts. @throws InvalidInput for too many fields */
export function readFormFields(body: string): Record<string, string> {
  if (body.split('&', mostFields + 1).length > mostFields) throw new InvalidInput({ input: 'malformedInput' })
  return Object.fromEntries(new URLSearchParams(body))
}

/** Parser of URL-encoded forms for Fastify. */
export function parseForm(
  _request: unknown,
  body: string | Buffer,
  done: (error: Error | null, fields?: Record<string, string>) => void,
): void {
  try {
    done(null, readFormFields(String(body)))
  } catch (error) {
    done(error as Error)
  }
}
