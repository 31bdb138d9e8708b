import { createTransport } from 'nodemailer'
import { isAccountRefusal } from '../../../rules/account-refusals.ts'
import { classifyRefusal } from '../../../rules/bounces/refusals.ts'
import { MailRefused, requireSafeHeaders } from './mail.ts'
import type { Mail, MailPort } from './mail.ts'

interface SmtpServer {
  host: string
  port: number
  secure: boolean
  requireTLS?: boolean
  auth?: { user: string; pass: string }
  tls: { servername: string }
}

/** A mail server whose login can be checked without a mail. */
export interface SmtpMail extends MailPort {
  /** @throws MailRefused when the server is unreachable or refuses the login */
  verify(): Promise<void>
}

// nodemailer's defaults plus the headers of one-click unsubscribing: RFC 8058 requires signing both.
const signedHeaders =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID'

/**
 * Sends through the server of SMTP_URL (`smtp://user:password@host:587`, `smtps://…`) or another one, with pooled
 * connections. Does not retry broken connections: the queue handles retries.
 */
export function openSmtpMail(server: string | SmtpServer, options: { connections?: number } = {}): SmtpMail {
  const pool = createTransport({
    ...(typeof server === 'string' ? { url: server } : server),
    pool: true,
    maxConnections: options.connections ?? 5,
    maxMessages: 500,
    maxRequeues: 1,
    // Includes the greeting. Servers that slow down spammers greet late; a claim's lease doesn't allow RFC 5321's minutes.
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      requireSafeHeaders(mail)
      try {
        const sent = await pool.sendMail(toMessage(mail))
        return { response: sent.response }
      } catch (error) {
        throw toMailRefused(error)
      }
    },
    async verify() {
      try {
        await pool.verify()
      } catch (error) {
        throw toMailRefused(error)
      }
    },
    async close() {
      pool.close()
    },
  }
}

function toMailRefused(error: unknown): MailRefused {
  const message = error instanceof Error ? error.message : String(error)
  const { command, responseCode } = error as SmtpError
  const account = isAccountRefusal({ code: responseCode || undefined, command, text: message })
  // A relay may repeat the receiver's answer to RCPT TO: only a shop's own server speaks of the account there.
  const outage = isOutage(error) || (account && command !== 'RCPT TO')
  return new MailRefused(message, {
    permanent: !outage && isPermanent(error),
    outage,
    account,
    isUnknownRecipient: !account && isUnknownRecipient(error),
    cause: error,
  })
}

/** nodemailer's error: its kind, the server's reply and the refused command. */
interface SmtpError {
  code?: string
  responseCode?: number | false
  command?: string
}

/** Greeting, encryption and login come before any email. */
const isBeforeMail = ({ command = '' }: SmtpError): boolean => /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH)/.test(command)

function toMessage(mail: Mail) {
  return {
    from: mail.from,
    to: mail.to,
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    envelope: { from: mail.returnPath ?? mail.from.address, to: [mail.to.address] },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    ...(mail.amp !== undefined && { amp: mail.amp }),
    messageId: mail.messageId,
    headers: mail.headers ?? {},
    ...(mail.dkim && {
      dkim: {
        domainName: mail.dkim.domain,
        keySelector: mail.dkim.selector,
        privateKey: mail.dkim.privateKey,
        headerFieldNames: signedHeaders,
      },
    }),
  }
}

/** Returns whether no session was possible: the server is down, closes (421) or refuses our login (454, 530, 535). */
function isOutage(error: unknown): boolean {
  const { code, responseCode } = error as SmtpError
  if (isBeforeMail(error as SmtpError)) return true
  if (responseCode) return [421, 454, 530, 535].includes(responseCode)
  return (
    code !== undefined &&
    [
      'ECONNECTION',
      'ETIMEDOUT',
      'ESOCKET',
      'EDNS',
      'ETLS',
      'EREQUIRETLS',
      'EAUTH',
      'ENOAUTH',
      'EOAUTH2',
      'EPROXY',
      'EPROTOCOL',
    ].includes(code)
  )
}

/** A 5xx answer about the mail or recipient is permanent. Refused logins, broken connections and 4xx are temporary. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as SmtpError
  if (isBeforeMail(error as SmtpError)) return false
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') return false
  // 530 requires authentication, 535 refuses it: a problem of the operator, not of the recipient.
  if (responseCode === 530 || responseCode === 535) return false
  if (responseCode) return responseCode >= 500
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}

/** Before RCPT TO names the recipient, a refusal can't be about it. */
function isUnknownRecipient(error: unknown): boolean {
  const { response = '', command = '' } = error as { response?: string; command?: string }
  return /^(?:RCPT TO|DATA|$)/.test(command) && classifyRefusal(response) === 'hard'
}
