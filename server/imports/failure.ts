import { isMessageCode, formatMessage, type MessageCode } from '../../rules/messages.ts'
import { UserError } from '../core/errors.ts'

/** Serializes a failure for Import.error. Anything but a refusal is our bug and stored as `fault`. */
export const serializeFailure = (error: unknown, fault: MessageCode = 'unexpected'): string =>
  JSON.stringify(error instanceof UserError ? { code: error.code, params: error.params } : { code: fault, params: {} })

interface Failure {
  code: MessageCode
  message: string
  params: Record<string, string | number>
}

export function parseFailure(stored: string | null): Failure | null {
  if (!stored) return null
  const { code, params } = JSON.parse(stored) as { code: unknown; params: Record<string, string | number> }
  const known = isMessageCode(code) ? code : 'unexpected'
  return { code: known, message: formatMessage(known, params), params }
}
