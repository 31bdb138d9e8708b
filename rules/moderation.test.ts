import { describe, expect, test } from '@jest/globals'
import { findContact, findLink, makeWordFinder } from './moderation.ts'
import { MODERATION } from './settings/moderation.ts'
import { writeDocument } from './settings/document.ts'

describe('a list of words', () => {
  test.each([
    ['Casino bonus!', ['casino'], 'casino'],
    ['A CÁSINO', ['casino'], 'casino'],
    ['the casinos', ['casino'], null],
    ['supercasino', ['casino'], null],
    ['free\n  money here', ['Free money'], 'Free money'],
    ['このカジノは最高', ['カジノ'], 'カジノ'],
    ['賭博好き', ['賭博'], '賭博'],
    ['Straße', ['STRASSE'], 'STRASSE'],
    ['anything at all', ['.*'], null],
    ['a .* in it', ['.*'], '.*'],
    ['I write C++ daily', ['c++'], 'c++'],
    ['C++11', ['c++'], 'c++'],
    ['a 💩 b', ['💩'], '💩'],
    ['Nothing', [''], null],
    ['ca\u200bsi\u00adno\ufe0f', ['casino'], 'casino'],
    ['casino', ['ca\u2060sino'], 'ca\u2060sino'],
  ])('finds whole words, folded: %s', (text, words, found) => {
    expect(makeWordFinder(words)(text)).toBe(found)
  })

  test('takes little time for a hostile text and a full list', () => {
    const words = Array.from({ length: 1_000 }, (_, at) => `${'a'.repeat(1 + (at % 100))}${at}`)
    const find = makeWordFinder([...words, `${'あ'.repeat(99)}い`])
    const begun = performance.now()
    for (const char of ['a', '.', ' ', 'あ', 'a ', '\u0301']) expect(find(char.repeat(100_000))).toBeNull()
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
})

test.each([
  ['see https://spam.example/x?y', 'https://spam.example/x?y'],
  ['at www.spam.example', 'www.spam.example'],
  ['buy at spam.shop/deal now', 'spam.shop/deal'],
  ['Nice.I like it', null],
  ['It came.In time', null],
  ['ada@reader.com', null],
])('finds links: %s', (text, found) => {
  expect(findLink(text)).toBe(found)
})

test.each([
  ['write to ada.byron+x@reader.example please', 'ada.byron+x@reader.example'],
  ['call +49 170 1234567', '+49 170 1234567'],
  ['call (030) 123 456 78', '(030) 123 456 78'],
  ['ordered on 2026-11-26 10:00', null],
  ['order 1234567890', null],
  ['costs 1,299.00 and 12.50', null],
])('finds mail addresses and telephone numbers: %s', (text, found) => {
  expect(findContact(text)).toBe(found)
})

test('links and contacts are found behind invisible characters', () => {
  expect(findLink('see www.pi\u200blls.ex\u00adample')).toBe('www.pills.example')
  expect(findContact('a\u200dda@pills\ufe0f.example')).toBe('ada@pills.example')
})

test('patterns take little time for hostile texts', () => {
  const begun = performance.now()
  for (const char of ['a', '1', '1 ', 'a.', '@', 'a@', '.', 'a-', '(1'])
    [findLink, findContact].forEach((find) => find(char.repeat(100_000)))
  expect(performance.now() - begun).toBeLessThan(2_000)
})

test.each([
  [{ words: [''] }, ['words.0 required']],
  [{ words: ['x'.repeat(10_000)] }, ['words.0 fillAtMost']],
  [{ words: Array.from({ length: 10_000 }, (_, at) => `w${at}`) }, ['words tooManyWords']],
  [{ languageAct: 'hold' }, ['languages required']],
  [{ languageAct: 'reject', languages: ['en'] }, ['rejectNote required']],
  [{ words: ['.*'] }, []],
])('refuses rules that cannot work, with their field', (patch, problems) => {
  const written = writeDocument(MODERATION, 'free', { current: MODERATION.defaults, patch })
  expect(written.ok ? [] : written.problems.map(({ path, code }) => `${path} ${code}`)).toEqual(problems)
})
