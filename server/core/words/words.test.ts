import { describe, expect, test } from '@jest/globals'
import { LOCALE_IDS } from '../../../rules/locales.ts'
import { textDirection, word, wordLocale } from './words.ts'

describe('server words', () => {
  test.each([
    ['de-AT', 'de'],
    ['pt_PT', 'pt-PT'],
    ['pt-BR', 'pt'],
    ['zh-Hans-CN', 'zh-CN'],
    ['ar-SA', 'ar'],
    ['iw', 'he'],
    ['xx', 'en'],
    ['', 'en'],
    [null, 'en'],
  ])('use the catalog of %j: %s', (locale, expected) => {
    expect(wordLocale(locale)).toBe(expected)
  })

  test('fill in values, choose plurals and leave escaping to the HTML renderer', () => {
    expect(word('en', 'mail.request.rate', { count: 1, product: '<b>' })).toBe('Rate <b> with 1 star')
    expect(word('en', 'mail.request.rate', { count: 5, product: 'Mug' })).toBe('Rate Mug with 5 stars')
    expect(word('en', 'mail.request.content', { hasName: 'no', customer: '', order: '#1' })).toMatch(
      /^Hello,\n\nThank you for your order #1\./,
    )
  })

  test('insert values unchanged', () => {
    const customer = '\\x41da \\u202e # {order}'
    expect(word('en', 'mail.request.content', { hasName: 'yes', customer, order: '\\x00' })).toMatch(
      /^Hello \\x41da \\u202e # \{order\},\n\n.*\\x00/,
    )
    expect(word('en', 'mail.request.rate', { count: 1234, product: '#\\u0000' })).toBe('Rate #\\u0000 with 1,234 stars')
  })

  test.each(LOCALE_IDS)('have every placeholder of the request mail in %s', (locale) => {
    expect(word(locale, 'mail.request.why', { order: '#77', shop: 'Harbour' })).toMatch(/#77/)
    expect(word(locale, 'mail.request.why', { order: '#77', shop: 'Harbour' })).toMatch(/Harbour/)
    expect(word(locale, 'mail.request.content', { hasName: 'yes', customer: 'Ada', order: '#77' })).toMatch(
      /Ada[^]*#77/,
    )
    expect(word(locale, 'form.photosHint', { count: 5, megabytes: 5 })).toMatch(/5[^]*5/)
  })

  test.each([
    ['ar', 'لا تقييمات|تقييم واحد|تقييمان|3 تقييمات|11 تقييمًا|100 تقييم'],
    ['he', '0 ביקורות|ביקורת אחת|שתי ביקורות|3 ביקורות|11 ביקורות|100 ביקורות'],
  ])('have every plural form of %s', (locale, forms) => {
    expect([0, 1, 2, 3, 11, 100].map((count) => word(locale, 'widget.count', { count })).join('|')).toBe(forms)
  })

  test('keep the order of a value in Latin letters between right-to-left words', () => {
    const [order, variant] = [{ order: '#1042' }, { variant: '12 cm' }]
    expect(word('ar', 'form.intro', order)).toContain('\u200e#1042\u200e')
    expect(word('he', 'widget.ofVariant', variant)).toBe('דגם: \u200e12 cm\u200e')
    expect(word('he', 'widget.ofVariant', { variant: 'כחול 12' })).toBe('דגם: כחול 12')
  })

  test('have a text direction', () => {
    expect([textDirection('de'), textDirection('ar-EG'), textDirection('he')]).toEqual(['ltr', 'rtl', 'rtl'])
  })
})
