import pino from 'pino'
import type { Env } from './env.ts'

export type Logger = pino.Logger

/** What must never reach a log line: addresses of people and secrets, wherever they hang in an object. */
const hidden = [
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

/** Structured lines on stdout, one object a line, with a request id and no personal data. */
export function makeLogger(env: Pick<Env, 'CANDOR_LOG_LEVEL'>): Logger {
  return pino({
    level: env.CANDOR_LOG_LEVEL,
    serializers: { err: asLogged },
    redact: { paths: hidden, censor: '[hidden]' },
    base: null,
  })
}

/** What of an error may be written: not its other properties, among which a database driver has keys and a mail library addresses. */
function asLogged(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const { code } = error as { code?: unknown }
  return { type: name, message, stack, ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}) }
}
