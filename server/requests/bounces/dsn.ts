import { classifyRefusal, findRefusalReason, type RefusalKind } from '../../../rules/bounces/refusals.ts'
import { oneLine } from '../mail/mail.ts'
import { findAnswer, isDelay, isFailureNotice, readNotice } from './notice.ts'
import { readField, readParts } from './read-parts.ts'

export interface BounceReport {
  kind: RefusalKind | 'complaint' | 'unsubscribed'
  /** The server's answer in one line. */
  detail: string
}

const mostDetail = 300
/** Characters of a report that are read. */
const mostReport = 16_000
const mostGroups = 100

/**
 * Reads a returned email: a delivery status notification (RFC 3464), a complaint (RFC 5965) or a mail system's text.
 * Null for anything else, such as automatic replies, delays and successful deliveries.
 */
export function readBounceMail(raw: Uint8Array): (BounceReport & { messageId: string | null }) | null {
  const { head, parts } = readParts(raw)
  const messageId = /<[^<>\s]+>/.exec(readField(head, 'message-id') ?? '')?.[0] ?? null
  const feedback = parts.find(({ type }) => type === 'message/feedback-report')
  const kind = feedback && judgeFeedback(readField(feedback.text, 'feedback-type') ?? '')
  if (feedback) return kind ? { kind, detail: kind, messageId } : null
  const notice = readNotice(parts)
  const status = parts.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type))
  const failures = readFailures((status?.text ?? notice).slice(0, mostReport))
  if (failures) {
    const found = judgeFailures(failures, notice)
    return found && { ...found, messageId }
  }
  if (!isFailureNotice(head) || isDelay(notice)) return null
  const answer = findAnswer(notice)
  // A text without any known reason may be anything.
  if (!findRefusalReason(answer)) return null
  return { kind: classifyRefusal(answer), detail: oneLine(answer, mostDetail), messageId }
}

/** Returns what a feedback type of RFC 5965 means: `not-spam` rescues the email from the spam folder. */
export function judgeFeedback(type: string): 'complaint' | 'unsubscribed' | null {
  const name = type.trim().toLowerCase()
  if (/^opt-out/.test(name)) return 'unsubscribed'
  return name === 'not-spam' || name.startsWith('auth-failure') || name === 'dmarc' ? null : 'complaint'
}

interface Failure {
  status: string
  answer: string
  /** The fault is a local program's, not a mail server's. */
  isLocal: boolean
  isDelivered: boolean
}

/** Returns the recipients that failed; none for delays and deliveries. Null: the text has no fields of RFC 3464. */
function readFailures(text: string): Failure[] | null {
  const groups = text.split(/\r?\n[ \t]*\r?\n/, mostGroups).flatMap((group) => {
    const action = /^[a-z]*/i.exec(readField(group, 'action') ?? '')?.[0].toLowerCase() ?? ''
    const status = readField(group, 'status') ?? ''
    if (!action && !/^[245]\.\d/.test(status)) return []
    const { type, answer } = splitCode(readField(group, 'diagnostic-code') ?? '')
    return [{ action: action || (status.startsWith('5') ? 'failed' : ''), status, type, answer }]
  })
  if (groups.length === 0) return null
  const isDelivered = groups.some(({ action }) => ['delivered', 'relayed', 'expanded'].includes(action))
  return groups
    .filter(({ action }) => action === 'failed' || action === 'expired')
    .map(({ status, type, answer }) => ({ status, answer, isLocal: /^x-unix$/i.test(type), isDelivered }))
}

/** Splits `smtp; 550 …` into its type and the answer. Some mail servers write no type. */
function splitCode(code: string): { type: string; answer: string } {
  const [type = '', ...rest] = code.split(';')
  return rest.length > 0 && /^[\w-]+$/.test(type.trim())
    ? { type: type.trim(), answer: rest.join(';').trim() }
    : { type: 'smtp', answer: code.trim() }
}

/** One failure that isn't hard spares the address: the report may be about a forwarded copy. */
function judgeFailures(failures: readonly Failure[], notice: string): BounceReport | null {
  const judged = failures.map(({ status, answer, isLocal, isDelivered }) => {
    const said = /[a-z]{2}/i.test(answer) ? answer : isLocal ? '' : findAnswer(notice)
    const kind = classifyRefusal(said, status)
    const code = /[245]\.\d{1,3}\.\d{1,3}/.exec(status)?.[0] ?? ''
    const detail = oneLine(said.includes(code) ? said : `${code} ${said}`, mostDetail)
    return { kind: kind === 'hard' && (isLocal || isDelivered) ? ('failed' as const) : kind, detail }
  })
  return judged.find(({ kind }) => kind === 'soft') ?? judged.find(({ kind }) => kind === 'failed') ?? judged[0] ?? null
}
