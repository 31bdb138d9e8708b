/**
 * Why a mail server refused an email. `user`, `domain` and `moved` say that the address doesn't exist. `full`, `rate`,
 * `network` and `temporary` may end. All others concern the sender, the message or the server.
 */
export type RefusalReason =
  | 'user'
  | 'domain'
  | 'moved'
  | 'disabled'
  | 'full'
  | 'rate'
  | 'network'
  | 'temporary'
  | 'sender'
  | 'policy'
  | 'spam'
  | 'size'
  | 'content'
  | 'system'
  | 'protocol'

/**
 * Enhanced status codes without their class: RFC 3463, the IANA registry and Microsoft's own. Generic codes such as
 * x.0.0, x.1.0 and x.5.0 are missing because servers use them for anything.
 */
const CODES: Readonly<Record<string, RefusalReason>> = {
  '1.1': 'user',
  '1.2': 'domain',
  '1.3': 'user',
  '1.6': 'moved',
  '1.7': 'sender',
  '1.8': 'sender',
  '1.9': 'protocol',
  '1.10': 'domain',
  '1.20': 'sender',
  '1.90': 'rate',
  '1.351': 'user',
  '2.1': 'disabled',
  '2.2': 'full',
  '2.3': 'size',
  '2.4': 'system',
  '3.1': 'system',
  '3.2': 'system',
  '3.4': 'size',
  '3.5': 'system',
  '4.1': 'network',
  '4.2': 'network',
  '4.3': 'network',
  '4.4': 'network',
  '4.5': 'rate',
  '4.6': 'network',
  '4.7': 'network',
  '4.310': 'domain',
  '5.3': 'rate',
}

/** Reasons of all other codes, by subject. */
const SUBJECTS: Readonly<Record<string, RefusalReason>> = { 3: 'system', 4: 'network', 6: 'content', 7: 'policy' }

const code = /(?<![\d.])#?([245])\.(\d{1,3})\.(\d{1,3})(?!\d|\.\d)/g

export interface StatusCode {
  isTemporary: boolean
  /** Subject and detail, for example `1.1`. */
  detail: string
  reason: RefusalReason | undefined
}

/** Returns the enhanced status codes of a text. Numbers inside IP addresses and versions don't count. */
export function findStatusCodes(text: string): StatusCode[] {
  return [...text.matchAll(code)].map(([, kind, subject = '', detail = '']) => ({
    isTemporary: kind === '4',
    detail: `${subject}.${detail}`,
    reason: CODES[`${subject}.${detail}`] ?? SUBJECTS[subject],
  }))
}

/** Reply codes that say more than their first digit (RFC 5321, RFC 7504). */
export const REPLIES: Readonly<Record<string, RefusalReason>> = {
  '525': 'disabled',
  '551': 'moved',
  '552': 'full',
  '556': 'domain',
}
