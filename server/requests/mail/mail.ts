/** One mailbox. The name is free text; the address must pass `isMailAddress`. */
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
  /** Alternative part for mail programs that support AMP for email. */
  amp?: string
  headers?: Record<string, string>
  /** With angle brackets. A retry keeps the id of the first attempt. */
  messageId: string
  /** Address for bounces; defaults to `from`. */
  returnPath?: string
  /** Signs for the domain of `from`. */
  dkim?: DkimKey
}

/** DKIM key whose public half is published at `<selector>._domainkey.<domain>`. */
export interface DkimKey {
  domain: string
  selector: string
  /** PEM. */
  privateKey: string
}

/** Hands mails to the next mail server; `send` resolves when that server accepted the mail. */
export interface MailPort {
  /** @throws MailRefused when the mail was not accepted; `permanent` means that a retry is useless */
  send(mail: Mail): Promise<{ response: string }>
  close(): Promise<void>
}

/** The receiver refused a mail permanently, or a temporary problem kept it (network, full mailbox, greylisting). */
export class MailRefused extends Error {
  readonly permanent: boolean
  /** The mail server accepts no mail for anyone: a problem of the operator. */
  readonly outage: boolean
  /** The server refuses the account for every mail: its login, its volume or its sender. */
  readonly account: boolean
  /** The recipient's address doesn't exist. */
  readonly isUnknownRecipient: boolean
  constructor(
    message: string,
    options: {
      permanent: boolean
      outage?: boolean
      account?: boolean
      isUnknownRecipient?: boolean
      cause?: unknown
    },
  ) {
    super(message, { cause: options.cause })
    this.name = 'MailRefused'
    this.permanent = options.permanent
    this.outage = options.outage ?? false
    this.account = options.account ?? false
    this.isUnknownRecipient = options.isUnknownRecipient ?? false
  }
}

// Narrower than RFC 5321 on purpose: no quoted local parts, comments, groups or routes. Address parsers have been
// tricked by those into adding recipients.
const address = /^[^\s"(),:;<>@[\]\\]{1,64}@(?!-)[^\s"(),:;<>@[\]\\/_]{1,253}$/u

/** Returns whether a text is exactly one plain email address. */
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

/** Refuses ambiguous headers and recipients (goal R14). @throws MailRefused (permanent) */
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

/** Makes untrusted text safe for a header: one line, no control characters, at most `max` characters. */
export function oneLine(text: string, max = 200): string {
  const line = text
    // Keeps the two marks that right-to-left sentences need; they reorder nothing beside them.
    .replace(/[[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]--[\u200e\u200f]]+/gv, ' ')
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
