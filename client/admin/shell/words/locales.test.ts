import { directionOf, fullTag, localeFor } from './locales.ts'
import { pseudoMessages, pseudoTree } from './pseudo.ts'

test.each([
  [['de-AT', 'en'], 'de'],
  [['sv', 'fr-CA'], 'fr'],
  [['pt-PT'], 'pt-PT'],
  [['pt-AO'], 'pt'],
  [[null, undefined, ''], 'en'],
  [['xx'], 'en'],
])('chooses, for %j, %s as first language', (preferred, expected) => {
  expect(localeFor(preferred)).toBe(expected)
})

test('maps two names to those of the browser', () => {
  expect([fullTag('zh'), fullTag('pt'), fullTag('de')]).toEqual(['zh-CN', 'pt-BR', 'de'])
})

test('takes the direction from the script', () => {
  expect([directionOf('ar'), directionOf('he-IL'), directionOf('en')]).toEqual(['rtl', 'rtl', 'ltr'])
})

test('changes only texts in the pseudo language', () => {
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
