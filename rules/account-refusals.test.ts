import { expect, test } from '@jest/globals'
import { isAccountRefusal } from './account-refusals.ts'

const read = (line: string) => {
  const [command = '', code, text = ''] = /^(\w+): (\d{3})[ -](.*)$/s.exec(line)?.slice(1) ?? []
  return {
    command: { AUTH: 'AUTH PLAIN', MAIL: 'MAIL FROM', RCPT: 'RCPT TO' }[command] ?? command,
    code: Number(code),
    text,
  }
}

test.each([
  'AUTH: 534 5.7.9 Application-specific password required',
  'AUTH: 535 5.7.8 Error: authentication failed',
  'AUTH: 535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant',
  'AUTH: 538 5.7.11 Encryption required for requested authentication mechanism',
  'AUTH: 550 5.7.1 account disabled',
  'AUTH: 504 5.5.4 Unrecognized authentication type',
  'MAIL: 530 5.7.57 Client not authenticated to send mail',
  'MAIL: 530 5.7.0 Must issue a STARTTLS command first',
  'MAIL: 550 5.7.60 SMTP; Client does not have permissions to send as this sender',
  'MAIL: 550 5.7.1 hourly sending limit exceeded',
  'MAIL: 553 5.7.1 Sender address rejected: not owned by user shop@harbour.test',
  'MAIL: 501 5.1.7 Bad sender address syntax',
  'RCPT: 554 5.7.1 <buyer@example.com>: Relay access denied',
  'RCPT: 554 5.7.1 <hello@harbour.test>: Sender address rejected: Access denied',
  'RCPT: 550 Too many recipients this hour, sending rate exceeded',
  'DATA: 550 5.7.0 Message rate exceeded',
  'MAIL: 450 4.7.1 You have exceeded your hourly quota',
  'RCPT: 550 5.7.64 TenantAttribution; Relay Access Denied',
  'RCPT: 550 5.7.1 Unable to relay',
  'RCPT: 550 Domain harbour.test has exceeded the max emails per hour (50/50 (100%)) allowed. Message discarded.',
  'DATA: 550 5.4.5 Daily user sending limit exceeded. For more information on Gmail',
  'DATA: 550 5.4.5 Daily SMTP relay sending limit exceeded for customer',
  'DATA: 550 5.4.6 Unusual sending activity detected. Please try after sometime.',
  'DATA: 550 5.7.232 Your message cannot be sent because your trial tenant has exceeded its daily limit',
  'DATA: 550 5.7.233 Your tenant has exceeded the threshold for sending messages',
  'DATA: 554 5.2.252 SendAsDenied; a@example.org not allowed to send as b@example.org',
  'DATA: 550 5.1.90 Your message cannot be sent because you have reached your daily limit for message recipients',
  'DATA: 550 5.1.8 Access denied, bad outbound sender',
  'DATA: 550 5.7.705 Access denied, tenant has exceeded threshold',
  'DATA: 554 Message rejected: Email address is not verified. The following identities failed the check',
  'DATA: 554 Message rejected: Sending paused for this account',
  'DATA: 550 The from address does not match a verified Sender Identity',
  'DATA: 554 5.7.1 Daily sending quota exceeded',
  'DATA: 451 4.7.1 Daily sending limit reached, try again tomorrow',
  'DATA: 550 5.7.1 Your account has been suspended',
  'DATA: 550 5.7.0 Authentication required',
])('reads a refusal of the account: %s', (line) => {
  expect(isAccountRefusal(read(line))).toBe(true)
})

test.each([
  'AUTH: 454 4.7.0 Temporary authentication failure',
  'MAIL: 552 5.3.4 Message size exceeds fixed limit',
  'MAIL: 451 4.3.0 Try again later',
  'MAIL: 450 4.7.1 Rate limit exceeded',
  'RCPT: 550 5.1.1 User unknown',
  'RCPT: 550 5.1.1 <no@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
  'RCPT: 552 5.2.2 Mailbox full, quota exceeded',
  'RCPT: 552 5.1.1 Boite du destinataire pleine. Recipient overquota',
  'RCPT: 552 5.2.2 The email account that you tried to reach is over quota',
  'RCPT: 550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery',
  'RCPT: 550 5.2.1 The email account that you tried to reach is disabled',
  'RCPT: 552 5.2.2 User quota exceeded',
  'RCPT: 550 user has exceeded the message limit',
  'RCPT: 550 5.1.1 This account has been suspended',
  'DATA: 550 account of ann@example.com is deactivated',
  'RCPT: 452 4.5.3 Too many recipients',
  'RCPT: 550 5.4.1 [buyer@example.com]: Recipient address rejected: Access denied',
  'RCPT: 550 5.7.1 Service unavailable; client host [192.5.1.20] blocked using a blocklist',
  'DATA: 550 5.7.1 This message was rejected as spam',
  'DATA: 550 5.7.26 This mail is unauthenticated, which poses a security risk',
  'DATA: 550 5.7.515 Access denied, sending domain harbour.test does not meet the required authentication level',
  'DATA: 554 5.4.6 Too many hops',
  'DATA: 550 5.4.6 Routing loop detected',
  'DATA: 552 5.3.4 Message too big',
  'DATA: 421 4.7.0 Too many connections',
  'DATA: 432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded',
  'DATA: 550 5.7.1 The user or domain that you are sending to has a policy that prohibited the mail',
])('leaves an answer about one email: %s', (line) => {
  expect(isAccountRefusal(read(line))).toBe(false)
})
