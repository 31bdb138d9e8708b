import { expect, test } from '@jest/globals'
import { servingLanguages, translationsInput } from './translations.ts'

test.each([
  ['de', ['de', 'fr'], ['de']],
  ['de-AT', ['de', 'fr'], ['de']],
  ['pt', ['pt-PT', 'pt'], ['pt', 'pt-PT']],
  ['pt-PT', ['pt', 'pt-PT'], ['pt-PT', 'pt']],
  ['pt-PT', ['pt'], ['pt']],
  ['zh', ['zh-CN', 'zh-TW'], ['zh-CN']],
  ['zh-CN', ['zh', 'zh-TW'], ['zh']],
  ['zh-TW', ['zh', 'zh-CN'], []],
  ['en', ['de'], []],
  ['not a tag', ['de'], []],
])('a page in %s with translations %j uses %j', (locale, languages, expected) => {
  expect(servingLanguages(locale, languages)).toEqual(expected)
})

test('normalizes language tags', () => {
  const one = { reviewId: '0190a000-0000-7000-8000-000000000000', source: { title: '', content: 'Gut' } }
  const parsed = translationsInput.parse({ translations: [{ ...one, language: 'PT-pt', sourceLanguage: 'DE' }] })
  expect(parsed.translations[0]).toMatchObject({ language: 'pt-PT', sourceLanguage: 'de', title: '', text: '' })
  expect(translationsInput.safeParse({ translations: [{ ...one, language: '<b>' }] }).success).toBe(false)
})
