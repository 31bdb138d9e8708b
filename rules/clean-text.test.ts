import { expect, test } from '@jest/globals'
import { cleanLine, cleanText, normalizeLine, normalizeText } from './clean-text.ts'

test.each([
  ['a\0b\x07c\x1b[31m\x7f\x9b', 'abc[31m', 'abc[31m'],
  [
    'one\r\ntwo\rthree\u2028four\u2029five\x85six\vseven',
    'one\ntwo\nthree\nfour\nfive\nsix\nseven',
    'one two three four five six seven',
  ],
  ['Anna\u202e\u2066gpj\u2069', 'Annagpj', 'Annagpj'],
  [' Ann\t\u00a0 Lee ', ' Ann\t\u00a0 Lee ', 'Ann Lee'],
  ['\ud800\ufffe\ufdd0', '\ufffd', '\ufffd'],
  [
    '<b>שלום\u200f 👩‍👩‍👧 می‌خواهم \\x41 \\u202e</b>',
    '<b>שלום\u200f 👩‍👩‍👧 می‌خواهم \\x41 \\u202e</b>',
    '<b>שלום\u200f 👩‍👩‍👧 می‌خواهم \\x41 \\u202e</b>',
  ],
])('cleans %j as a text and as a line', (given, text, line) => {
  expect([cleanText(given), cleanLine(given)]).toEqual([text, line])
})

test('stores an invisible text as empty', () => {
  expect([normalizeText(' \u200d\n\0 '), normalizeLine('\u202e\u2066')]).toEqual(['', ''])
})
