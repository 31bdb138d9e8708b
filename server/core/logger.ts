import pino from 'pino'
import type { Env } from './env.ts'
import type { DatabaseOutage } from './database/outage.ts'
import { isTemporary } from './background/temporary-errors.ts'
import { readRelease } from './release.ts'

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

/**
 * Writes structured lines to stdout, one object per line, without personal data. Each names the release and the role.
 * While the database is away, its errors are only counted.
 */
export function makeLogger(
  env: Pick<Env, 'CANDOR_LOG_LEVEL' | 'CANDOR_ROLE'>,
  outage: DatabaseOutage,
  destination: pino.DestinationStream = pino.destination(1),
): Logger {
  const { version, commit } = readRelease()
  const options: pino.LoggerOptions = {
    level: env.CANDOR_LOG_LEVEL,
    serializers: { err: serializeError, reason: hideAddresses, text: hideAddresses, error: hideAddresses },
    redact: { paths: redactedPaths, censor: '[hidden]' },
    base: { version, ...(commit && { commit: commit.slice(0, 12) }), role: env.CANDOR_ROLE },
    hooks: {
      logMethod(line, write) {
        const [fields] = line as unknown as [{ err?: unknown } | string]
        if (typeof fields === 'object' && outage.absorbs(fields.err)) return
        write.apply(this, line)
      },
    },
  }
  return pino(options, destination)
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
    // A lost connection is no bug: where it was noticed tells nothing.
    ...(typeof stack === 'string' && !isTemporary(error) && { stack: hideAddresses(stack) }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
  }
}
