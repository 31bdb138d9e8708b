import pino from 'pino'
import type { Env } from './env.ts'

export type Logger = pino.Logger

/** Fields that must never reach a log line at any depth: personal addresses and secrets. */
const redactedPaths = [
  'email',
  '*.email',
  'password',
  '*.password',
  'token',
  '*.token',
  'req.headers.authorization',
  'req.headers["x-auth-token"]',
  'req.headers.cookie',
]

/** Writes structured lines to stdout, one object per line, with a request id and no personal data. */
export function makeLogger(env: Pick<Env, 'CANDOR_LOG_LEVEL'>): Logger {
  return pino({
    level: env.CANDOR_LOG_LEVEL,
    serializers: { err: serializeError, reason: hideAddresses, text: hideAddresses, error: hideAddresses },
    redact: { paths: redactedPaths, censor: '[hidden]' },
    base: null,
  })
}

/** Hides email addresses and API keys in texts, such as another server's answer. */
function hideAddresses<T>(text: T): T | string {
  if (typeof text !== 'string') return text
  return text.replace(/cdr_[\w-]{20,}/g, '[hidden]').replace(/[^\s<>"'(),:;@[\]]{1,64}@[\p{L}\p{N}.-]+/gu, '[hidden]')
}

/** Returns an error's loggable part. Other properties may hold keys (database) or addresses (mail library). */
function serializeError(error: unknown): object {
  if (typeof error !== 'object' || error === null) return { message: hideAddresses(String(error)) }
  // Errors from other processes arrive as plain objects.
  const { name, message, stack, code } = error as { name?: unknown; message?: unknown; stack?: unknown; code?: unknown }
  return {
    type: typeof name === 'string' ? name : 'object',
    message:
      typeof message === 'string'
        ? hideAddresses(message)
        : `an object with ${Object.keys(error).slice(0, 10).join(', ')}`,
    ...(typeof stack === 'string' && { stack: hideAddresses(stack) }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
  }
}
