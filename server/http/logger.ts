import pino from 'pino'
import type { Env } from '../env.ts'

export type Logger = pino.Logger

/** What must never reach a log line: addresses of people and secrets, wherever they hang in an object. */
const hidden = ['email', '*.email', 'password', '*.password', 'token', '*.token', 'req.headers.authorization', 'req.headers["x-auth-token"]', 'req.headers.cookie']

/** Structured lines on stdout, one object a line, with a request id and no personal data. */
export function makeLogger(env: Pick<Env, 'CANDOR_LOG_LEVEL'>): Logger {
  return pino({ level: env.CANDOR_LOG_LEVEL, redact: { paths: hidden, censor: '[hidden]' }, base: null })
}
