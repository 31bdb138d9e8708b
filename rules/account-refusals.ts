/** A mail server's refusal, as the SMTP client reports it. */
export interface SmtpRefusal {
  /** Reply code such as 550; absent if the connection broke. */
  code?: number | undefined
  /** Command that was refused: `AUTH PLAIN`, `MAIL FROM`, `RCPT TO`, `DATA`. */
  command?: string | undefined
  /** The whole answer. */
  text: string
}

/** Replies that demand or refuse a login (RFC 4954): every email would get the same answer. */
const loginCodes = [530, 534, 535, 538]

// Enhanced status codes by which mail providers refuse an account, its sender or its volume.
// 5.4.5, 5.7.9, 5.7.14: Google. 5.1.90, 5.2.252, 5.7.x: Microsoft. 5.4.6: Zoho, except a mail loop.
const accountStatus =
  /\b5\.(1\.(7|8|90)|2\.252|4\.5|7\.(3|8|9|11|14|57|60|64|232|233|50[123]|7[0-5]\d))(?![\d.])|\b5\.4\.6(?![\d.])(?!.*\b(loop|hops?)\b)/i

// Words about the receiver's own mailbox, or about an unknown sender domain of another server.
const aboutReceiver =
  /\b[45]\.2\.\d(?!\d)|mailbox|over ?quota|quota exceeded for (user|recipient)|recipient('s)? (quota|storage|inbox)|user you are trying|receiving (mail|messages|too)|per (message|recipient)|recipients? per(?! (hour|day|month))|too many recipients(?!.{0,20}\b(hour|day|today))/i

const limit = 'limits?|quotas?|allowance|credits?|rates?|threshold|ratelimit'
const accountWords = [
  // Daily and hourly limits of an account.
  `\\b(daily|hourly|monthly|sending|send|outbound|outgoing|submission|smtp|sender|tenant|plan|relay)\\b[^.]{0,40}\\b(${limit})\\b[^.]{0,60}\\b(exceeded|exceeds|reached|hit|over|used up)`,
  `\\b(exceeded|reached|over|hit)\\b[^.]{0,60}\\b(daily|hourly|monthly|sending|send|outbound|outgoing)\\b[^.]{0,40}\\b(${limit})\\b`,
  `max(imum)? (credits|emails per (hour|day)|number of (messages|emails))`,
  `(emails|messages|mails|recipients) per (hour|day|month)`,
  '(message|mail|email|sending) rate (limit )?exceeded|not enough credits|insufficient credits|too many (messages|emails|mails) (sent|today|from)|sent too many',
  // The account itself.
  '\\b(your (smtp |email |mail )?(account|user|organi[sz]ation|domain|tenant)|tenant|sender|sending (account|domain))\\b[^.]{0,40}\\b(suspended|disabled for sending|blocked from sending|restricted|deactivated|terminated|under review|paused|not activated|locked)',
  '\\bsending\\b[^.]{0,20}\\b(paused|suspended|disabled|blocked)|unusual (sending )?activity|outbound spam|bad outbound sender',
  // Logins.
  'authentication (is )?(required|needed|unsuccessful|failed)|must (be authenticated|authenticate)|(client|user) was not authenticated|not authenticated|(password|login) required|log ?in via|invalid (login|credentials)',
  // The sender is not the account's own.
  'sender (address )?rejected|send ?as ?denied|(not (allowed|authori[sz]ed|permitted)|unauthori[sz]ed|permissions?) to (send|use)\\b(?!.*\\bspf\\b)[^.]{0,40}(as|from|sender|address|mail|with|for|on behalf)|not owned by|from address (is )?not verified|does ?n.t match (a |an |the )?verified|not verified|unverified (sender|address|domain|email)|unauthori[sz]ed sender|sender (address )?(is )?not (allowed|verified|registered|valid for)|verified sender|permissions to send',
  'relay(ing)? (access )?(is )?(denied|not (permitted|allowed)|prohibited|refused)|unable to relay|do(es)? not relay|relaying? not',
].map((pattern) => new RegExp(pattern, 'i'))

/** Limits by the day, which no retry within the hour outlasts. */
const longLimit = /\b(daily|hourly|monthly|per (hour|day|month)|today|credits|24 ?hours?)\b/i

/**
 * Returns whether a shop's mail server refuses the account: its login, its volume or its sender. Every other email
 * would be refused too, so the shop pauses. False for answers about one recipient or one message.
 */
export function isAccountRefusal({ code, command = '', text }: SmtpRefusal): boolean {
  if (code === undefined) return false
  if (/^AUTH/i.test(command)) return code >= 500
  if (loginCodes.includes(code)) return true
  if (code >= 500 && /^MAIL/i.test(command)) return !/\b(size|too (big|large))\b|\b5\.3\.4\b/i.test(text)
  if (aboutReceiver.test(text)) return false
  const isNamed = accountStatus.test(text) || accountWords.some((words) => words.test(text))
  return isNamed && (code >= 500 || longLimit.test(text))
}
