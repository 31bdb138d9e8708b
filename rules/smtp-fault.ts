/** Fields of the mail server's form that a test can fault. */
export type SmtpField = 'host' | 'port' | 'encryption' | 'username' | 'password' | 'senderEmail' | 'to'

/** A failed connection or command, as the SMTP client reports it. */
interface SmtpFault {
  /** The client's own code: EAUTH, EDNS, ETLS. */
  code?: string | undefined
  /** Reply code of the server. */
  responseCode?: number | false | undefined
  /** The refused command: `AUTH PLAIN`, `MAIL FROM`; `CONN` before the first. */
  command?: string | undefined
  message?: string | undefined
}

/** TLS spoken where the server expects plain text, the reverse, or a certificate that the host doesn't have. */
const tlsWords = /wrong version number|ssl routines|packet length|certificate|altnames|\btls\b|greeting never received/i

/** Returns the field that most likely caused a failed test; null if the answer names none. */
export function findFaultyField({ code = '', responseCode, command = '', message = '' }: SmtpFault): SmtpField | null {
  if (code === 'ENOAUTH') return 'username'
  if (/^E(AUTH|OAUTH2)$/.test(code) || /^AUTH/.test(command)) return 'password'
  if (responseCode && [530, 534, 535, 538].includes(responseCode)) return 'password'
  if (/^E(TLS|REQUIRETLS)$/.test(code) || /^STARTTLS/.test(command) || tlsWords.test(message)) return 'encryption'
  if (/^MAIL/.test(command)) return 'senderEmail'
  if (/^RCPT/.test(command)) return 'to'
  if (/ECONNREFUSED/.test(message)) return 'port'
  if (/^E(DNS|CONNECTION|TIMEDOUT|SOCKET|PROTOCOL|PROXY)$/.test(code)) return 'host'
  return null
}
