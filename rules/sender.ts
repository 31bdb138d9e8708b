import { maxBouncePercent, maxComplaintPercent, minComplaints, reputationMinMails } from './limits.ts'

/** State of a sender with the merchant's own domain. `broken`: it was verified, and a record is now missing. */
export const SENDER_STATES = ['unverified', 'verified', 'broken'] as const
export type SenderState = (typeof SENDER_STATES)[number]

export const RECORD_KINDS = ['dkim', 'returnPath', 'spf', 'dmarc'] as const
type RecordKind = (typeof RECORD_KINDS)[number]
/** `wrong`: the record has another value. `unknown`: no DNS server responded, or none was queried yet. */
export const RECORD_STATUSES = ['found', 'missing', 'wrong', 'unknown'] as const
export type RecordStatus = (typeof RECORD_STATUSES)[number]

export interface SenderRecord {
  kind: RecordKind
  type: 'TXT' | 'CNAME'
  name: string
  value: string
  status: RecordStatus
}

/** Why a shop's emails are paused. */
export const PAUSE_REASONS = ['smtp', 'bounces', 'complaints'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

// Free email services. Merchants can't change their DNS, and their DMARC policy rejects emails sent by others.
const freeMail = new Set(
  (
    'gmail.com googlemail.com yahoo.com ymail.com rocketmail.com hotmail.com outlook.com live.com msn.com passport.com aol.com aim.com icloud.com me.com mac.com proton.me protonmail.com pm.me ' +
    'tutanota.com tuta.io fastmail.com hey.com zoho.com zohomail.com mail.com email.com usa.com gmx.com gmx.de gmx.net gmx.at gmx.ch web.de freenet.de t-online.de arcor.de posteo.de mailbox.org ' +
    'orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr libero.it virgilio.it tiscali.it alice.it tin.it terra.com.br uol.com.br bol.com.br ig.com.br sapo.pt ' +
    'yandex.com yandex.ru ya.ru mail.ru bk.ru inbox.ru list.ru rambler.ru qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com 139.com 189.cn naver.com daum.net hanmail.net nate.com ' +
    'rediffmail.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp nifty.com comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net btinternet.com sky.com talktalk.net virginmedia.com ' +
    'ntlworld.com bigpond.com optusnet.com.au rogers.com shaw.ca sympatico.ca ziggo.nl kpnmail.nl planet.nl home.nl hetnet.nl telenet.be skynet.be bluewin.ch hushmail.com duck.com mailinator.com yopmail.com guerrillamail.com'
  ).split(' '),
)
const freeMailFamilies = /^(yahoo|ymail|hotmail|outlook|live|gmx|yandex)\.(co\.|com\.)?[a-z]{2,3}$/

export const isFreeMailDomain = (domain: string): boolean =>
  freeMail.has(domain.toLowerCase()) || freeMailFamilies.test(domain.toLowerCase())

/** Returns an email address' domain in lower case, or ''. */
export const parseSenderDomain = (email: string): string => email.split('@')[1]?.trim().toLowerCase() ?? ''

interface Wanted {
  domain: string
  selector: string
  publicKey: string
  /** Host for bounces; null if the operator receives none. */
  bounceHost: string | null
  spfHost: string
}

/** Subdomain of the merchant's domain for bounces. */
const bounceLabel = 'bounces'
export const returnPathHost = (domain: string): string => `${bounceLabel}.${domain}`

export function senderRecords({ domain, selector, publicKey, bounceHost, spfHost }: Wanted): SenderRecord[] {
  const status = 'unknown'
  return [
    {
      kind: 'dkim',
      type: 'TXT',
      name: `${selector}._domainkey.${domain}`,
      value: `v=DKIM1; k=rsa; p=${publicKey}`,
      status,
    },
    ...(bounceHost
      ? [{ kind: 'returnPath', type: 'CNAME', name: returnPathHost(domain), value: bounceHost, status } as const]
      : []),
    { kind: 'spf', type: 'TXT', name: domain, value: `v=spf1 include:${spfHost} ~all`, status },
    { kind: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none;', status },
  ]
}

const bare = (text: string): string => text.toLowerCase().replace(/\.$/, '')
const tag = (text: string, name: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*([^;]*)`, 'i').exec(text)?.[1]?.replace(/\s/g, '')
const isSpf = (text: string): boolean => /^v=spf1(\s|$)/i.test(text.trim())

/** Compares a record with DNS answers. An existing SPF record keeps its other senders: `value` then includes them. */
export function compareRecord(record: SenderRecord, answers: readonly string[]): SenderRecord {
  if (record.kind === 'dkim') return judged(record, answers, (text) => tag(text, 'p') === tag(record.value, 'p'))
  if (record.kind === 'returnPath') return judged(record, answers, (text) => bare(text) === bare(record.value))
  if (record.kind === 'dmarc')
    return judged(
      record,
      answers.filter((text) => /^v=DMARC1/i.test(text.trim())),
      () => true,
    )
  const policies = answers.filter(isSpf)
  const include = /include:\S+/.exec(record.value)?.[0] ?? ''
  const [policy = ''] = policies
  // Two SPF records make both void (RFC 7208).
  if (policies.length === 1 && policy.toLowerCase().split(/\s+/).includes(include.toLowerCase()))
    return { ...record, status: 'found' }
  if (policies.length !== 1) return { ...record, status: policies.length === 0 ? 'missing' : 'wrong' }
  const value = /\s[-~?+]?all\b/i.test(policy)
    ? policy.replace(/\s([-~?+]?all\b)/i, ` ${include} $1`)
    : `${policy.trim()} ${include}`
  return { ...record, value, status: 'wrong' }
}

function judged(record: SenderRecord, answers: readonly string[], isRight: (text: string) => boolean): SenderRecord {
  return { ...record, status: answers.some(isRight) ? 'found' : answers.length > 0 ? 'wrong' : 'missing' }
}

/** Returns the state after a check of the records. Without DNS answers the state stays. */
export function nextSenderState(before: SenderState, records: readonly SenderRecord[]): SenderState {
  if (records.some(({ status }) => status === 'unknown')) return before
  if (records.every(({ status }) => status === 'found')) return 'verified'
  return before === 'unverified' ? 'unverified' : 'broken'
}

/** Returns why a shop must stop sending, by its numbers of a week; null if it needn't. */
export function reputationProblem({
  sent,
  bounced,
  complained,
}: {
  sent: number
  bounced: number
  complained: number
}): { reason: PauseReason; percent: number } | null {
  if (sent < reputationMinMails) return null
  const percentOf = (count: number) => (100 * count) / sent
  if (complained >= minComplaints && percentOf(complained) > maxComplaintPercent)
    return { reason: 'complaints', percent: percentOf(complained) }
  if (percentOf(bounced) > maxBouncePercent) return { reason: 'bounces', percent: percentOf(bounced) }
  return null
}
