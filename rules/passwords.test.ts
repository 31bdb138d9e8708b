import { expect, test } from '@jest/globals'
import { findPasswordProblem } from './passwords.ts'

const names = ['maria.lopez@shop.test', 'maria.lopez', 'Fjällhem']

test.each([
  ['short', 'passwordTooShort'],
  ['password1234', 'passwordTooCommon'],
  ['P@ssw0rd2026!', 'passwordTooCommon'],
  ['qwertyuiop123', 'passwordTooCommon'],
  ['welcome-welcome', 'passwordTooCommon'],
  ['abcabcabcabc', 'passwordTooCommon'],
  ['123456789012', 'passwordTooCommon'],
  ['maria.lopez99', 'passwordTooCommon'],
  ['fjällhem2026!', 'passwordTooCommon'],
  ['x'.repeat(1025), 'fillAtMost'],
  ['correct horse battery', null],
  ['zebra under the stairs', null],
  ['ÄgareFrånÅmål', null],
  ['my password is a poem', null],
  ['8273 1164 9920 5538', null],
])('%.30s: %s', (password, code) => {
  expect(findPasswordProblem(password, names)?.code ?? null).toBe(code)
})
