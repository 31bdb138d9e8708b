import { findStatusCodes, REPLIES, type RefusalReason, type StatusCode } from './refusal-codes.ts'
import { WORDS } from './refusal-words.ts'

/**
 * What follows from a refusal. `hard`: the address doesn't exist, so it is suppressed. `soft`: the email is sent again.
 * `failed`: neither, because the fault is the sender's, the message's or a policy's.
 */
export type RefusalKind = 'hard' | 'soft' | 'failed'

const KINDS: Partial<Record<RefusalReason, RefusalKind>> = {
  user: 'hard',
  domain: 'hard',
  moved: 'hard',
  full: 'soft',
  rate: 'soft',
  network: 'soft',
  temporary: 'soft',
}
const isHard = (reason: RefusalReason | undefined): boolean => reason !== undefined && KINDS[reason] === 'hard'

const mostChars = 1_500
const reply = /(?:^|[^\d.])([245]\d\d)(?=[ -]|:? )/

/** Drops links and addresses, whose codes and words say nothing. */
const dropNames = (answer: string): string =>
  answer
    .slice(0, mostChars)
    .replace(/https?:\/\/\S*/gi, ' ')
    .replace(/<?[^\s<>]{1,254}@[^\s<>()\]},;:]+>?(?:\.{3})?/g, ' <> ')

/** Drops host names, codes, accents and punctuation. */
function normalize(answer: string): string {
  return (
    answer
      .toLowerCase()
      .normalize('NFD')
      .replace(/([a-z])\p{M}+/gu, '$1')
      .normalize('NFC')
      .replace(/[’`]/g, "'")
      .replace(/\b(?!resolver\.)[a-z\d_-]+(?:\.[a-z\d_-]+){2,}/g, (name) => (/[a-z]/.test(name) ? '' : name))
      // Cisco's gateways and Amazon SES gloss the code before the server's own answer.
      .replace(/^\d\.\d\.\d - [a-z ]+(?=\d{3}-?')/, '')
      .replace(/[245]\d\d[ -]#?[245]\.\d{1,3}\.\d{1,3}/g, ' ')
      .replace(/[\s"()[\]{}*,;!?]+/g, ' ')
      .trim()
  )
}

// Words that mean an unknown address only beside this code: at Microsoft 365, Cisco's gateways and Amazon SES.
const unknownWithCode: readonly (readonly [detail: string, words: RegExp])[] = [
  ['4.1', /recipient address rejected ?: access denied/],
  ['1.0', /(?<!sender )address rejected/],
  ['4.4', /invalid domain/],
]

const isUnknown = (words: string, codes: readonly StatusCode[]): boolean =>
  unknownWithCode.some(([detail, pattern]) => codes.some((code) => code.detail === detail) && pattern.test(words))

function findReasonInWords(words: string): RefusalReason | undefined {
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0]
}

/** Codes that leave no doubt, whatever words surround them. */
const decisive: readonly RefusalReason[] = ['sender', 'full', 'size', 'content']

/**
 * Returns why a mail server refused an email, by its answer and the report's status (RFC 3464). The server's words
 * count more than its code, and both count more than the status. Undefined: neither says anything.
 */
export function findRefusalReason(answer: string, status = ''): RefusalReason | undefined {
  const text = dropNames(answer)
  const codes = findStatusCodes(text)
  const [, replyCode = ''] = reply.exec(text) ?? []
  const words = normalize(text)
  const own = codes.map(({ reason }) => reason)
  const isTemporary = replyCode.startsWith('4') || (!replyCode && codes.some((found) => found.isTemporary))
  const inWords = isUnknown(words, [...codes, ...findStatusCodes(status)]) ? 'user' : findReasonInWords(words)
  const doubt = own.find((reason) => reason && decisive.includes(reason))
  const inAnswer =
    (inWords === 'disabled' ? own.find(isHard) : undefined) ??
    (isHard(inWords) ? doubt : undefined) ??
    inWords ??
    own.find((reason) => reason && !isHard(reason)) ??
    own.find(Boolean) ??
    REPLIES[replyCode]
  const reason = inAnswer ?? findStatusCodes(status)[0]?.reason
  return isTemporary && (reason === undefined || KINDS[reason] !== 'soft') ? 'temporary' : reason
}

/** Returns what follows from a refusal. Without a known reason, only a temporary status (4.x.x) is soft. */
export function classifyRefusal(answer: string, status = ''): RefusalKind {
  const reason = findRefusalReason(answer, status)
  if (reason) return KINDS[reason] ?? 'failed'
  return status.trim().startsWith('4') ? 'soft' : 'failed'
}
