import { expect, test } from '@jest/globals'
import { classifyRefusal, findRefusalReason, type RefusalKind } from './refusals.ts'

const hard = [
  '550 5.1.1 unknown user',
  '550 5.1.1 http://support.example.com/answer=6596 ad1si1997204pbd.83',
  '550 5.4.1 [buyer@example.com]: Recipient address rejected: Access denied. [X.prod.protection.outlook.com]',
  '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
  '550 5.5.0 Requested action not taken: mailbox unavailable',
  '550 Requested action not taken: mailbox unavailable',
  '550 5.7.1 No such user!',
  '550 No such user (buyer@example.com)',
  'smtp;550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 Unknown user',
  '550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the address',
  "554 delivery error: dd This user doesn't have a yahoo.com account (a@yahoo.com) [0]",
  '550 5.1.1 <a@b.test>: Recipient address rejected: User unknown in virtual mailbox table',
  '550 5.5.0 Adresse destinataire invalide. LPN007_416',
  '550 Empfänger unbekannt',
  '550 El usuario no existe',
  '550 utente sconosciuto',
  '550 Пользователь не найден',
  '550 Message was not accepted -- invalid mailbox. Local mailbox a@mail.test is unavailable: user not found',
  '550 5.1.0 Address rejected a@b.test',
  '556 5.1.10 Recipient address has null MX',
  'DNS Error: DNS type mx lookup of b.test responded with code NXDOMAIN',
  'Host or domain name not found. Name service error for name=b.test type=A: Host not found',
  '550 5.1.6 recipient no longer on server: a@b.test',
  '551 not our customer',
  '550 5.1.1 <a@icloud.test>: inactive email address',
  "5.3.0 - Other mail system problem 550-'Unknown user a@b.test' (delivery attempts: 0)",
]
const failed = [
  '550 5.7.1 Message rejected as spam',
  '550 5.7.1 Service unavailable; client host [192.5.1.20] blocked using a blocklist',
  '550 5.7.1 IP address blacklisted by recipient',
  '550 5.1.0 192.0.2.22 is not allowed to send from example.net per its SPF record',
  '550 5.1.0 sender rejected: not allowed to send per its SPF record',
  '501 5.1.8 Sender address rejected',
  '550 5.1.8 Access denied, bad outbound sender',
  '550 5.1.7 No such domain shop.test',
  '501 5.1.0 Emetteur invalide. Invalid Sender',
  '553 5.1.8 <shop@x.test>... Domain of sender address shop@x.test does not exist',
  '550 rejected because of DMARC policy',
  '550 5.7.26 This mail has been blocked because the sender is unauthenticated',
  '554 5.7.1 <a@b.test>: Relay access denied',
  '550 5.2.1 The email account that you tried to reach is disabled',
  '550 5.0.0 Rejected',
  '554 Transaction failed',
  '552 5.2.3 Message length exceeds administrative limit',
  '550 5.6.0 Message content rejected',
  '571 No PTR Record found. Reverse DNS required: 203.0.113.22',
]
const soft = [
  '552 5.2.2 Over quota',
  '552 5.1.1 Boite du destinataire pleine. Recipient overquota',
  "5.1.0 - Unknown address error 550-'5.2.2 <a@b.test>... Mailbox Full' (delivery attempts: 0)",
  '552 Too many recipients',
  '550 5.1.1 <a@b.test> 203.0.113.222 has sent to too many recipients this hour',
  '421 4.7.0 [TSS04] Messages from 192.0.2.25 temporarily deferred due to user complaints',
  '450 4.1.1 <a@b.test>: Recipient address rejected: User unknown',
  '450 4.7.1 Greylisted, try again later',
  '550 5.4.300 Message expired',
  'Name service error for name=b.test type=MX: Host not found, try again',
]
const rows = [
  ...hard.map((answer) => ['hard', answer] as const),
  ...failed.map((answer) => ['failed', answer] as const),
  ...soft.map((answer) => ['soft', answer] as const),
]
test.each<readonly [RefusalKind, string]>(rows)('%s: %s', (kind, answer) => {
  expect(classifyRefusal(answer)).toBe(kind)
})

test.each<[answer: string, status: string, kind: RefusalKind]>([
  ['552 5.2.2 Over quota', '5.1.1', 'soft'],
  ['550 5.7.1 IP address blacklisted by recipient', '5.1.1', 'failed'],
  ['550 5.1.1 User unknown', '5.0.0', 'hard'],
  ['552 Too many recipients', '5.0.0', 'soft'],
  ['', '5.1.1', 'hard'],
  ['', '5.1.8', 'failed'],
  ['', '5.0.0', 'failed'],
  ['', '4.0.0', 'soft'],
  ['DNS Error: NXDOMAIN', '4.0.0', 'hard'],
])('believes the answer %j more than the status %s', (answer, status, kind) => {
  expect(classifyRefusal(answer, status)).toBe(kind)
})

test('takes no code or word out of addresses, links and host names', () => {
  expect(findRefusalReason('550 <user-unknown@spam.full-quota.test> see https://x.test/blocked?5.1.1')).toBeUndefined()
  expect(findRefusalReason('550 rejected [192.5.1.1]')).toBeUndefined()
})
