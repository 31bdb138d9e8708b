import { expect, test } from '@jest/globals'
import { findFaultyField } from './smtp-fault.ts'

test.each([
  ['password', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, message: 'Invalid login: 535 5.7.8' }],
  ['username', { code: 'ENOAUTH', message: 'Missing credentials for "PLAIN"' }],
  ['senderEmail', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, message: '550 5.7.60 no permissions' }],
  ['to', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, message: '550 5.1.1 unknown' }],
  ['port', { code: 'ESOCKET', command: 'CONN', message: 'connect ECONNREFUSED 192.0.2.1:587' }],
  ['host', { code: 'ETIMEDOUT', command: 'CONN', message: 'Connection timeout' }],
  ['encryption', { code: 'ETIMEDOUT', command: 'CONN', message: 'Greeting never received' }],
  ['encryption', { code: 'ESOCKET', command: 'CONN', message: 'write EPROTO ... ssl routines: wrong version number' }],
  ['encryption', { code: 'ETLS', command: 'STARTTLS', message: 'Error upgrading connection with STARTTLS' }],
  [null, { code: 'EMESSAGE', command: 'DATA', responseCode: 554, message: '554 refused' }],
] as const)('names %s', (field, fault) => {
  expect(findFaultyField(fault)).toBe(field)
})
