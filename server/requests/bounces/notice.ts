import { findRefusalReason } from '../../../rules/bounces/refusals.ts'
import { readField, type MailPart } from './read-parts.ts'

// A notice ends where the returned email begins.
const copy =
  /^[ \t>*]{0,8}(?:[-=_]{2,80}[^\n]{0,40}(?:copy|original|returned|unsent|message header|header of|forwarded|enclosed)|(?:original|returned) message|(?:original )?message (?:headers? )?follows?|message headers follow|(?:below|included|enclosed) is a copy|(?:return-path|received|dkim-signature|delivered-to|x-received):)/im

/** Characters of a notice that are read. */
const mostNotice = 16_000

const systems =
  /^(?:mailer[-.]?daemon|postmaster|mail[-.]?delivery|mdaemon|mail-?system|system administrator|mailadmin|double-bounce)/i
const failures =
  /undeliver|deliver\w*[ -](?:status|fail|report|notif|problem|error|has failed)|fail(?:ure|ed)\b|return(?:ed|ing)? (?:mail|message|to sender)|unzustellbar|nicht zugestellt|non (?:remis|recapit)|no se pudo entregar|error sending your mail/i
const autoReplies =
  /^\s*(?:re|aw|sv|antw)\s*:|auto(?:matic|mated)?[ -]?(?:reply|response|antwort)|out of (?:the )?office|vacation|abwesen|absence/i

/** Returns whether a mail system wrote the email to report a failure. Automatic replies of people are none. */
export function isFailureNotice(head: string): boolean {
  const from = readField(head, 'from') ?? ''
  const address = /<([^<>]*)>/.exec(from)?.[1] ?? from.replace(/\([^()]*\)/, '').trim()
  const subject = readField(head, 'subject') ?? ''
  if (autoReplies.test(subject)) return false
  if (address === '' || systems.test(address) || readField(head, 'x-failed-recipients')) return true
  return failures.test(subject) && !/auto-replied/i.test(readField(head, 'auto-submitted') ?? '')
}

/** Returns the mail system's own text, without the returned email. */
export function readNotice(parts: readonly MailPart[]): string {
  const plain = parts.find(({ type, text }) => type === 'text/plain' && text.trim() !== '')
  const html = parts.find(({ type }) => type === 'text/html')
  const text = (plain?.text ?? stripTags(html?.text ?? '')).slice(0, mostNotice)
  const end = copy.exec(text)
  return end && end.index > 0 ? text.slice(0, end.index) : text
}

const stripTags = (html: string): string => html.replace(/<style[^<>]*>[^<]*/gi, ' ').replace(/<[^<>]*>/g, ' ')

const delays =
  /not yet been delivered|(?:been|is|was) delayed|delayed for|will be retried|warning message only|do not need to re-?send|temporary failure report|still be(?:ing)? (?:tried|attempted)|will (?:keep|continue) (?:trying|to)/i

export const isDelay = (notice: string): boolean => delays.test(notice)

const mostAnswer = 800
const reply =
  /(?:^|[\s:'"(>[#])[45]\d\d(?:[ -]#?[245]\.\d{1,3}\.\d{1,3}|[ -]\s{0,20}(?=[:'"<a-z])|\r?\n\s{1,20}(?=[:'"<a-z]))/im
// Sentences of mail programs around the answer. Their words say nothing about the reason.
const phrases =
  /(?:a )?message (?:that )?you (?:have )?sent[^.:]{0,90}(?:recipients?|addresses)\.?|this is a permanent error[^\n]*|i'm not going to try again[^\n]*|(?:i'm )?afraid i wasn't able[^\n]*|(?:each of )?the following (?:recipients?|address(?:es|\(es\))?)[^\n]*|this message was created automatically[^\n]*|please (?:verify|check|contact)[^\n]*/gi

// Before the recipient was named, a refusal is about the sender.
const early = /mail from|sender was rejected|my name was rejected|\b(?:helo|ehlo)\b|initial connection/i

/**
 * Returns the other server's answer as a notice quotes it, after the command it refused. If it quotes none, returns the
 * line that gives the reason, or the whole notice. Drops the usual sentences.
 */
export function findAnswer(notice: string): string {
  const text = notice.replace(phrases, ' ').replace(/\n\s*\n/g, '\n')
  const at = reply.exec(text)?.index ?? 0
  const before = text.slice(0, at).split('\n').slice(-3).join('\n')
  const answer = `${early.exec(before)?.[0] ?? ''} ${text.slice(at, at + mostAnswer)}`.trim()
  if (at > 0 && findRefusalReason(answer)) return answer
  const whole = text.slice(0, mostAnswer).trim()
  const reason = findRefusalReason(whole)
  return whole.split('\n').find((line) => reason && findRefusalReason(line) === reason) ?? whole
}
