import { directionOf, fullTag, localeFor } from './locales.ts'
import { pseudoMessages, pseudoTree } from './pseudo.ts'

test.each([
  [['de-AT', 'en'], 'de'],
  [['sv', 'fr-CA'], 'fr'],
  [['pt-PT'], 'pt-PT'],
  [['pt-AO'], 'pt'],
  [[null, undefined, ''], 'en'],
  [['xx'], 'en'],
])('for %j the first language is %s', (preferred, expected) => {
  expect(localeFor(preferred)).toBe(expected)
})

test('two of our names are not the browser’s', () => {
  expect([fullTag('zh'), fullTag('pt'), fullTag('de')]).toEqual(['zh-CN', 'pt-BR', 'de'])
})

test('direction follows the script', () => {
  expect([directionOf('ar'), directionOf('he-IL'), directionOf('en')]).toEqual(['rtl', 'rtl', 'ltr'])
})

test('the pseudo language changes words and nothing else', () => {
  const messages = {
    a: ['Hello, ', ['name']],
    b: [['count', 'plural', { offset: 0, one: ['one <0>review</0>'], other: ['#', ' reviews'] }]],
    c: 'Plain',
  }
  const pseudo = pseudoMessages(messages as never) as unknown as typeof messages
  expect(pseudo.a).toEqual(['Ĥéĺĺö, ', ['name']])
  expect(JSON.stringify(pseudo.b)).not.toMatch(/review/)
  expect(JSON.stringify(pseudo.b)).toContain('<0>')
  expect(pseudo.b[0]?.[1]).toBe('plural')
  expect(pseudoTree({ Polaris: { Page: '{count} rows' } })).toEqual({ Polaris: { Page: '{count} ŕöŵš' } })
})
