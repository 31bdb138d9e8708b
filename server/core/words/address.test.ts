import { expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { LOCALE_IDS, type Locale } from '../../../rules/locales.ts'

const whole = (words: string) => new RegExp(`(?<!\\p{L})(${words})(?!\\p{L})`, 'iu')

/** Pronouns of the form of address that a language doesn't use (decision 0081). */
const otherForms: Partial<Record<Locale, RegExp>> = {
  de: whole('du|dir|dich|dein|deine|deiner|deinem|deinen|deines|euch|euer|eure|eurem|euren|eurer'),
  fr: whole('tu|te|toi|ton|tes'),
  es: whole('usted|ustedes|vosotros|vuestro|vuestra'),
  it: whole('voi|vostro|vostra|vostri|vostre'),
  nl: whole('u|uw|uwe|jullie'),
  pt: whole('tu|te|ti|teu|tua|teus|tuas'),
  'pt-PT': whole('você|vocês|tu|te|ti|teu|tua|teus|tuas'),
  ja: /あなた/u,
  ko: /당신/u,
  zh: /你/u,
  'zh-CN': /你/u,
  ar: whole('أنتم|أنتِ|لكم|إليكم|لديكم|تقييمكم|طلبكم'),
  he: whole('אתה|אתם|אתן|שלכם|שלכן|לכם|אתכם|אליכם|תוכלו|תרצו'),
}

test.each(LOCALE_IDS.filter((locale) => otherForms[locale]))('addresses people in one form in %s', (locale) => {
  const filename = `locales/${locale}/messages.po`
  const entries = formatter().parse(readFileSync(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
  const other = otherForms[locale] ?? /$^/u
  const texts = Object.values(entries).map(({ translation }) => String(translation ?? ''))
  expect(texts.filter((text) => other.test(text))).toEqual([])
})
