/** One mailbox. The name is free text of a merchant or shopper; the address must pass `isMailAddress`. */
export interface MailAddress {
  name: string
  address: string
}

export interface Mail {
  from: MailAddress
  to: MailAddress
  replyTo?: MailAddress
  subject: string
  html: string
  text: string
  /** What programs that know AMP for email show instead of the HTML. */
  amp?: string
  headers?: Record<string, string>
  /** With angle brackets. The sender of a repeated mail gives the one of the first attempt. */
  messageId: string
  /** Where bounces come back to, if not to `from`. */
  returnPath?: string
  /** Signs the mail in the name of the domain that it comes from. */
  dkim?: DkimKey
}

/** A DKIM key whose public half stands at `<selector>._domainkey.<domain>`. */
export interface DkimKey {
  domain: string
  selector: string
  /** PEM. */
  privateKey: string
}

/** Hands one mail to the next mail server; resolves when that server has taken it over. */
export interface MailPort {
  /** @throws MailRefused when it was not taken over; `permanent` says that a repeat is useless. */
  send(mail: Mail): Promise<{ response: string }>
  close(): Promise<void>
}

/** A mail was not taken over: by its receiver for good, or for now (network, full mailbox, greylisting). */
export class MailRefused extends Error {
  readonly permanent: boolean
  /** The mail server takes no mails at all, whoever they are for: the operator's trouble. */
  readonly outage: boolean
  constructor(message: string, options: { permanent: boolean; outage?: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'MailRefused'
    this.permanent = options.permanent
    this.outage = options.outage ?? false
  }
}

// Narrower than RFC 5321 on purpose: no quoted local parts, comments, groups or routes, through which address parsers
// have been talked into further recipients.
const address = /^[^\s"(),:;<>@[\]\\]{1,64}@(?!-)[^\s"(),:;<>@[\]\\/_]{1,253}$/u

/** Whether a text is one plain mail address and nothing else. */
export function isMailAddress(text: string): boolean {
  const [local = '', domain = ''] = text.split('@')
  return (
    text.length <= 254 &&
    address.test(text) &&
    !hasControl(text) &&
    !/^\.|\.$|\.\./.test(local) &&
    /^[^.]+(\.[^.]+)+$/.test(domain)
  )
}

/** @throws MailRefused (permanent) for a mail whose headers or recipients say more than one thing (goal R14). */
export function requireSafeHeaders(mail: Mail): void {
  for (const part of [mail.from, mail.to, mail.replyTo]) {
    if (part && !isMailAddress(part.address)) refuse('An address is not one plain mail address')
    if (part && hasControl(part.name)) refuse('A name holds a control character')
  }
  if (hasControl(mail.subject)) refuse('The subject holds a control character')
  if (mail.returnPath !== undefined && !isMailAddress(mail.returnPath))
    refuse('The return path is not one plain mail address')
  if (!/^<[^\s<>@]+@[^\s<>@]+>$/.test(mail.messageId)) refuse('The Message-ID is malformed')
  for (const [name, value] of Object.entries(mail.headers ?? {})) {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name) || hasControl(value))
      refuse(`The header ${name.slice(0, 40)} is malformed`)
  }
}

/** Untrusted text as part of a header: one line, without control characters, at most `max` characters. */
export function oneLine(text: string, max = 200): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line
}

function hasControl(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}

function refuse(message: string): never {
  throw new MailRefused(message, { permanent: true })
}
