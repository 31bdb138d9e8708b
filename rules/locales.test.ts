import {
  ADMIN_LOCALE_IDS,
  chooseLocale,
  isRtl,
  LOCALE_IDS,
  LOCALES,
  matchLocale,
  OFFERED_LOCALES,
  type LocalePreferences,
} from './locales.ts'

test('offers ten of twelve catalogs (spec 1)', () => {
  expect(ADMIN_LOCALE_IDS).toEqual(['en', 'zh', 'nl', 'fr', 'de', 'ko', 'it', 'ja', 'pt', 'es', 'pt-PT', 'zh-CN'])
  expect(LOCALE_IDS).toEqual([...ADMIN_LOCALE_IDS, 'ar', 'he'])
  expect(OFFERED_LOCALES).toEqual(['zh', 'nl', 'en', 'fr', 'de', 'ko', 'it', 'ja', 'pt', 'es'])
  expect(new Set(Object.values(LOCALES)).size).toBe(14)
})

test.each([
  ['en', 'en'],
  ['EN-us', 'en'],
  ['pt', 'pt'],
  ['pt-BR', 'pt'],
  ['pt_PT', 'pt-PT'],
  ['zh-CN', 'zh-CN'],
  ['zh-TW', 'zh'],
  ['zh-Hans-CN', 'zh-CN'],
  ['fr-CA', 'fr'],
  ['ar-EG', 'ar'],
  ['iw', 'he'],
  ['sv', null],
  ['', null],
  [null, null],
  [undefined, null],
  ['constructor', null],
])('matches %p to %p', (tag, expected) => {
  expect(matchLocale(tag)).toBe(expected)
})

test.each<[LocalePreferences, string]>([
  [{ requested: 'de', adminLocale: 'fr', primaryLocale: 'it' }, 'de'],
  [{ requested: 'sv', adminLocale: 'fr', primaryLocale: 'it' }, 'fr'],
  [{ adminLocale: 'fr-CA', primaryLocale: 'it' }, 'fr'],
  [{ adminLocale: null, primaryLocale: 'it' }, 'it'],
  [{ adminLocale: 'sv', primaryLocale: 'da' }, 'en'],
  [{ requested: 'ar', primaryLocale: 'he' }, 'en'],
  [{}, 'en'],
])('%o chooses %s (spec 1)', (wish, expected) => {
  expect(chooseLocale(wish)).toBe(expected)
})

test.each([
  ['ar', true],
  ['he-IL', true],
  ['fa_IR', true],
  ['en', false],
  ['arn', false],
])('%s is written from right to left: %s', (locale, expected) => {
  expect(isRtl(locale)).toBe(expected)
})
