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

/** Why a shop's emails are paused. `restored`: after an archive, until the merchant looked at it. */
export const PAUSE_REASONS = ['smtp', 'bounces', 'complaints', 'restored'] as const
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

/** Parses a DKIM key record (RFC 6376 3.6.1): tags by name, null if a tag is malformed or repeated. */
function parseTags(text: string): Map<string, string> | null {
  const tags = new Map<string, string>()
  for (const part of text.split(';')) {
    if (part.trim() === '') continue
    const [, name, value = ''] = /^\s*([a-z][a-z0-9_]*)\s*=(.*)$/is.exec(part) ?? []
    if (!name || tags.has(name)) return null
    tags.set(name, value.replace(/\s/g, ''))
  }
  return tags
}

/** Returns whether a key record has this key, and allows it to sign emails with RSA and SHA-256. */
function hasKey(text: string, key: string | undefined): boolean {
  const tags = parseTags(text)
  if (!tags || tags.get('p') !== key) return false
  const lists = (name: string, wanted: string[]) =>
    !tags.has(name) || wanted.some((each) => tags.get(name)?.toLowerCase().split(':').includes(each))
  const isVersioned = !tags.has('v') || (tags.get('v') === 'DKIM1' && [...tags.keys()][0] === 'v')
  return isVersioned && lists('k', ['rsa']) && lists('s', ['email', '*']) && lists('h', ['sha256'])
}

/** Compares a DKIM or return path record with DNS answers. Two keys at one name make both void (RFC 6376 3.6.2.2). */
export function compareRecord(record: SenderRecord, answers: readonly string[]): SenderRecord {
  const [answer] = answers
  if (answer === undefined) return { ...record, status: 'missing' }
  const isRight =
    record.kind === 'dkim' ? hasKey(answer, parseTags(record.value)?.get('p')) : bare(answer) === bare(record.value)
  return { ...record, status: isRight && answers.length === 1 ? 'found' : 'wrong' }
}

export const isSpf = (text: string): boolean => /^v=spf1(\s|$)/i.test(text.trim())
/** Returns whether a DMARC policy is one that receivers know. */
export const isPolicy = (policy: unknown): boolean => ['none', 'quarantine', 'reject'].includes(String(policy))

/**
 * Joins a domain's SPF policies and our host into one: two policies make all void (RFC 7208). Keeps every other sender
 * and the mildest end.
 * @param options.isFirst puts our host in front, where a limit of look-ups can't reach it
 */
export function joinSpf(policies: readonly string[], host: string, { isFirst = false } = {}): string {
  const terms = policies.flatMap((policy) => policy.trim().split(/\s+/).slice(1))
  const ends = terms.filter((term) => /^[-~?+]?all$/i.test(term)).map((term) => term.toLowerCase())
  const redirects = terms.filter((term) => /^redirect=/i.test(term))
  const canRedirect = policies.length === 1 && ends.length === 0
  const others = terms
    .filter((term) => !/^([-~?+]?all$|redirect=)/i.test(term) && !isInclude(term, host))
    .concat(canRedirect ? [] : redirects.map((term) => term.replace(/^redirect=/i, 'include:')))
  const known = others.filter(
    (term, at) => others.findIndex((other) => other.toLowerCase() === term.toLowerCase()) === at,
  )
  const end = ['+all', 'all', '?all', '~all', '-all'].find((each) => ends.includes(each))
  const tail = end ?? (canRedirect && redirects[0] ? redirects[0] : '~all')
  const all = isFirst ? [`include:${host}`, ...known] : [...known, `include:${host}`]
  return ['v=spf1', ...all, tail].join(' ')
}

const isInclude = (term: string, host: string): boolean =>
  bare(term).replace(/^[-~?+]/, '') === `include:${host.toLowerCase()}`

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
