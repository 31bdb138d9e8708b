import { expect, test } from '@jest/globals'
import { readBounceMail } from './dsn.ts'

const kindOf = (raw: string) => readBounceMail(Buffer.from(raw))?.kind ?? null
const lines = (...text: string[]) => text.join('\r\n')

const report = (fields: readonly string[], type = 'message/delivery-status', notice = 'Sorry.') =>
  lines(
    'From: MAILER-DAEMON@mx.test',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    notice,
    '--b',
    `Content-Type: ${type}`,
    '',
    'Reporting-MTA: dns; mx.test',
    '',
    ...fields,
    '',
    '--b--',
    '',
  )

test.each<[string, string | null, string[]]>([
  [
    'spaces before colons',
    'hard',
    ['Action : failed', 'Status : 5.1.1', 'Diagnostic-Code : smtp;550 5.1.1 unknown user'],
  ],
  ['no status', 'hard', ['Action: failed', 'Diagnostic-Code: smtp; 550 5.1.1 <a@b.test>... User unknown']],
  ['a status without an answer', 'hard', ['Action: failed', 'Status: 5.1.2']],
  ['a vague status without an answer', 'failed', ['Action: failed', 'Status: 5.0.0']],
  [
    'a fault of a local program',
    'failed',
    ['Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: x-unix; No such user'],
  ],
  ['an expired email', 'soft', ['Action: expired', 'Status: 5.4.7', 'Diagnostic-Code: Connection timed out']],
  ['a delay', null, ['Action: delayed', 'Status: 4.4.7', 'Diagnostic-Code: smtp; 450 5.1.1 unknown user']],
  ['a delivery', null, ['Action: delivered', 'Status: 2.0.0']],
  [
    'one of two recipients with a full mailbox',
    'soft',
    ['Action: failed', 'Status: 5.1.1', '', 'Action: failed', 'Status: 5.2.2'],
  ],
  [
    'a delivery to another recipient',
    'failed',
    ['Action: failed', 'Status: 5.1.1', '', 'Action: relayed', 'Status: 2.0.0'],
  ],
])('reads a delivery status with %s as %s', (_title, kind, fields) => {
  expect(kindOf(report(fields))).toBe(kind)
})

test('reads a delivery status with international addresses (RFC 6533)', () => {
  expect(kindOf(report(['Action: failed', 'Status: 5.1.1'], 'message/global-delivery-status'))).toBe('hard')
})

test('takes the answer from the text of a report without one', () => {
  const notice = lines('<a@b.test>: host mx.b.test said: 550', '    No such user here (in reply to RCPT TO command)')
  expect(kindOf(report(['Action: failed', 'Status: 5.0.0'], 'message/delivery-status', notice))).toBe('hard')
})

const exim = (answer: string, command: string) =>
  lines(
    'From: Mail Delivery System <Mailer-Daemon@mx.test>',
    'Auto-Submitted: auto-replied',
    'Subject: Mail delivery failed: returning message to sender',
    '',
    'This message was created automatically by mail delivery software.',
    '',
    'A message that you sent could not be delivered to one or more of its',
    'recipients. This is a permanent error. The following address(es) failed:',
    '',
    '  a@b.test',
    `    SMTP error from remote mail server after ${command}:`,
    `    host mx.b.test [192.0.2.17]: ${answer}`,
    '',
    '------ This is a copy of the message, including all the headers. ------',
    '',
    'Subject: Our mailbox is full of spam',
  )
const exchange = lines(
  'From: System Administrator <postmaster@b.test>',
  'Subject: Undeliverable: Hello',
  'Content-Type: text/plain; charset="iso-8859-1"',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Your message did not reach the following recipient(s):',
  '',
  'a@b.test on Thu, 29 Apr 2010 00:00:00 -0000',
  '    The recipient name is not recog=',
  'nized',
)

test.each<[string, string | null, string]>([
  ['an unknown user', 'hard', exim('550 5.1.1 unknown or illegal alias:', 'RCPT TO:<a@b.test>')],
  ['an unknown domain', 'hard', exim('Unrouteable address', 'RCPT TO:<a@b.test>')],
  ['a refused sender', 'failed', exim('550 no such domain', 'MAIL FROM:<shop@x.test> SIZE=1024')],
  ['a full mailbox', 'soft', exim('552 5.2.2 mailbox full', 'RCPT TO:<a@b.test>')],
  ['a name that Exchange does not know', 'hard', exchange],
  ['a delay', null, exim('450 unknown user', 'RCPT TO').replace('could not be', 'has not yet been')],
  ['an automatic reply', null, 'From: a@b.test\r\nSubject: Automatic reply\r\n\r\n550 5.1.1 unknown user\r\n'],
  [
    'an answer of a person',
    null,
    'From: a@b.test\r\nSubject: Re: Hello\r\n\r\nThe mailbox is not found: unknown user\r\n',
  ],
])('reads a text about %s as %s', (_title, kind, raw) => {
  expect(kindOf(raw)).toBe(kind)
})

test('reads the kind of feedback', () => {
  const kinds = ['abuse', 'fraud', 'not-spam', 'auth-failure', 'opt-out'].map((type) =>
    kindOf(report([], 'message/feedback-report').replace('Reporting-MTA: dns; mx.test', `Feedback-Type: ${type}`)),
  )
  expect(kinds).toEqual(['complaint', 'complaint', null, null, 'unsubscribed'])
})

const fill = (text: string) => text.repeat(65_536 / text.length)
const head = 'From: mailer-daemon@mx.test\r\n'
const multipart = `${head}Content-Type: multipart/mixed; boundary="0"\r\n\r\n`

test.each([
  [
    'nested parts',
    multipart +
      Array.from({ length: 1_200 }, (_, at) => `--${at}\r\nContent-Type: multipart/x; boundary=${at + 1}\r\n\r\n`).join(
        '',
      ),
  ],
  ['many parts', multipart + fill('--0\r\n\r\n')],
  ['many recipients', report([fill('Action: failed\r\n\r\n')])],
  ['blank lines', `${head}\r\n${fill('\r\n')}`],
  ['one long line of dashes', `${head}\r\n${fill('-')}`],
  ['unclosed tags', `${head}Content-Type: text/html\r\n\r\n${fill('<style')}`],
  ['one long word', report([`Action: failed\r\nDiagnostic-Code: smtp; 550 ${fill('user ')}`])],
])('reads %s of 64 KB within a second', (_title, raw) => {
  const begun = performance.now()
  readBounceMail(Buffer.from(raw))
  expect(performance.now() - begun).toBeLessThan(1_000)
})
