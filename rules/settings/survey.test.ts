import { expect, test } from '@jest/globals'
import { chooseSurveyTexts, SURVEY } from './survey.ts'

const standard = { question: 'Wie kamen Sie zu uns?', choices: ['Suche', 'Netzwerk', 'Freund', 'Anzeige', 'Sonstiges'] }

test('an unchanged question and unchanged choices are in the shopper’s language', () => {
  const shown = chooseSurveyTexts(SURVEY.defaults, { locale: 'de', primary: 'en', standard })
  expect(shown.question).toBe('Wie kamen Sie zu uns?')
  expect(shown.choices[2]).toEqual({ value: 'A friend', label: 'Freund' })
})

test('the merchant’s own question, choices and translations come first', () => {
  const texts = { ...SURVEY.defaults.texts, de: { question: '', choices: ['', '', 'Bekannte'] } }
  const own = { ...SURVEY.defaults, question: 'Why us?', choices: ['Price', 'A friend', 'An ad'], texts }
  const shown = chooseSurveyTexts(own, { locale: 'de', primary: 'en', standard })
  expect([shown.question, ...shown.choices.map(({ label }) => label)]).toEqual([
    'Why us?',
    'Price',
    'Freund',
    'Bekannte',
  ])
})
