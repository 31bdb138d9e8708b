import { expect, test } from '@jest/globals'
import {
  compareRecord,
  isFreeMailDomain,
  joinSpf,
  nextSenderState,
  reputationProblem,
  senderRecords,
  type RecordStatus,
} from './sender.ts'

const records = senderRecords({
  domain: 'shop.test',
  selector: 'candor-a',
  publicKey: 'AAAA',
  bounceHost: 'bounces.candor.test',
  spfHost: 'candor.test',
})
const of = (kind: string) => records.find((record) => record.kind === kind)!

test.each([
  ['dkim', ['v=DKIM1; k=rsa; p=AA AA'], 'found'],
  ['dkim', ['v=DKIM1; p=BBBB'], 'wrong'],
  ['dkim', [], 'missing'],
  ['returnPath', ['Bounces.Candor.test.'], 'found'],
  ['returnPath', ['elsewhere.test'], 'wrong'],
  ['dkim', ['v=DKIM1; k=rsa; p=AAAA', 'v=DKIM1; k=rsa; p=OLDKEY'], 'wrong'],
  ['dkim', ['k=rsa; p=AAAA;'], 'found'],
  ['dkim', ['v=DKIM2; k=rsa; p=AAAA'], 'wrong'],
  ['dkim', ['v=DKIM1; k=ed25519; p=AAAA'], 'wrong'],
  ['dkim', ['v=DKIM1; s=tlsrpt; p=AAAA'], 'wrong'],
  ['dkim', ['v=DKIM1; h=sha1; p=AAAA'], 'wrong'],
  ['dkim', ['v=DKIM1; k=rsa; p='], 'wrong'],
  ['dkim', ['v=DKIM1; k=rsa, p=AAAA'], 'wrong'],
])('the %s record with the answer %j is %s', (kind, answers, status) => {
  expect(compareRecord(of(kind), answers).status).toBe(status)
})

test.each([
  [['v=spf1 include:_spf.google.com -all'], 'v=spf1 include:_spf.google.com include:candor.test -all'],
  [
    ['v=spf1 mx -all', 'v=spf1 include:_spf.google.com ~all'],
    'v=spf1 mx include:_spf.google.com include:candor.test ~all',
  ],
  [['v=spf1 redirect=central.test'], 'v=spf1 include:candor.test redirect=central.test'],
  [['v=spf1 redirect=central.test', 'v=spf1 MX -all'], 'v=spf1 MX include:central.test include:candor.test -all'],
  [['v=spf1 a include:candor.test -all', 'v=spf1 a'], 'v=spf1 a include:candor.test -all'],
])('keeps the other senders of the policies %j', (policies, joined) => {
  expect(joinSpf(policies, 'candor.test')).toBe(joined)
})

test.each<['unverified' | 'verified' | 'broken', RecordStatus, string]>([
  ['unverified', 'found', 'verified'],
  ['unverified', 'missing', 'unverified'],
  ['verified', 'missing', 'broken'],
  ['verified', 'unknown', 'verified'],
  ['broken', 'wrong', 'broken'],
  ['broken', 'found', 'verified'],
])('a sender %s with a record that is %s becomes %s', (before, status, after) => {
  const [first, ...others] = records.map((record) => ({ ...record, status: 'found' as const }))
  expect(nextSenderState(before, [{ ...first!, status }, ...others])).toBe(after)
})

test('recognizes public email services of all countries', () => {
  for (const domain of ['gmail.com', 'Yahoo.co.uk', 'hotmail.fr', 'outlook.com.br', 'web.de'])
    expect([domain, isFreeMailDomain(domain)]).toEqual([domain, true])
  for (const domain of ['shop.com', 'gmail.shop.com', 'yahoo.example.com'])
    expect([domain, isFreeMailDomain(domain)]).toEqual([domain, false])
})

test.each([
  [{ sent: 199, bounced: 199, complained: 0 }, null],
  [{ sent: 200, bounced: 10, complained: 0 }, null],
  [{ sent: 200, bounced: 11, complained: 0 }, 'bounces'],
  [{ sent: 200, bounced: 0, complained: 2 }, null],
  [{ sent: 200, bounced: 0, complained: 3 }, 'complaints'],
  [{ sent: 1000, bounced: 0, complained: 3 }, null],
  [{ sent: 1000, bounced: 0, complained: 4 }, 'complaints'],
])('numbers %j pause the shop for %s', (numbers, reason) =>
  expect(reputationProblem(numbers)?.reason ?? null).toBe(reason),
)
