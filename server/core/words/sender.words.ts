import type { WordTable } from './word-table.ts'

/** Words of emails about the sender: a domain's records, and the test. */
export const senderWords = [
  /*i18n*/ { id: 'sender.records.subject', message: 'Verify {domain} to send emails from {address}' },
  /*i18n*/ { id: 'sender.records.preheader', message: 'Add these DNS records, then check them in {app}.' },
  /*i18n*/ {
    id: 'sender.records.content',
    message:
      '{shop} wants to send emails from {address}. Add these records where the domain {domain} is managed, or forward this email to the person who manages it.\n\nNew records can take a few hours to become visible. We check them every hour.',
  },
  /*i18n*/ { id: 'sender.records.button', message: 'Check the records' },
  /*i18n*/ {
    id: 'sender.records.why',
    message:
      'You received this email because {shop} entered this address as its sender. If you don’t know this shop, ignore this email: nothing is sent in your name.',
  },
  /*i18n*/ { id: 'sender.paused.subject', message: 'Emails from {shop} are paused' },
  /*i18n*/ { id: 'sender.paused.preheader', message: 'Your review requests wait. Nothing is lost.' },
  /*i18n*/ {
    id: 'sender.paused.content',
    message:
      '{reason, select, bounces {{text} of your emails in 7 days came back because the address doesn’t exist.} complaints {{text} of your customers in 7 days marked your emails as spam.} unreachable {We can’t reach your mail server {host}.} other {Your mail server {host} refused your emails: {text}}}\n\nYour emails to customers wait until you resume them. Nothing is lost.',
  },
  /*i18n*/ { id: 'sender.paused.button', message: 'Open email sender' },
  /*i18n*/ {
    id: 'sender.paused.why',
    message: 'You received this email because {shop} sends its emails with {app}.',
  },
  /*i18n*/ { id: 'sender.test.subject', message: '[Test] Emails from {shop}' },
  /*i18n*/ { id: 'sender.test.preheader', message: 'Your sender settings work.' },
  /*i18n*/ {
    id: 'sender.test.content',
    message: 'This is a test email. Your customers see the sender of this email in their inbox.',
  },
  /*i18n*/ {
    id: 'sender.test.why',
    message: 'You received this email because someone tested the sender settings of {shop}.',
  },
] as const satisfies WordTable
