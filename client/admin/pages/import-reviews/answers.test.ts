import { answersOf, comingIn, openQuestions, undecided } from './answers.ts'

const questions = [{ id: 'scale', choices: ['10', '5'] }, { id: 'unmatched', choices: ['shop', 'skip'] }, { id: 'firstN', choices: ['100'] }]
const products = [{ key: 'old-mug', rows: 3 }, { key: 'old-jug', rows: 2 }]

test('nothing is answered by itself', () => {
  expect(openQuestions(questions, undecided, products)).toEqual(['scale', 'unmatched', 'firstN'])
  expect(answersOf(questions, undecided)).toEqual([])
})

test('unmatched products are answered by one choice for all, or each by its own', () => {
  expect(openQuestions([questions[1]!], { ...undecided, unmatched: 'shop' }, products)).toEqual([])
  expect(openQuestions([questions[1]!], { ...undecided, unmatchedOf: { 'old-mug': 'skip' } }, products)).toEqual(['unmatched'])
  expect(openQuestions([questions[1]!], { ...undecided, unmatchedOf: { 'old-mug': 'skip', 'old-jug': 'UHJvZHVjdA' } }, products)).toEqual([])
})

test('answers go out as the server takes them', () => {
  const decided = { ...undecided, scale: '10' as const, firstN: true, unmatched: 'shop', unmatchedOf: { 'old-mug': 'UHJvZHVjdA' } }
  expect(answersOf(questions, decided)).toEqual([
    { question: 'scale', answer: '10' }, { question: 'unmatched', answer: 'shop' }, { question: 'unmatched:old-mug', answer: 'UHJvZHVjdA' }, { question: 'firstN', answer: '100' },
  ])
})

test('what comes in is what is new and what has found a place, up to the plan’s rows', () => {
  const run = { fresh: 10, maxRows: 100, unmatchedProducts: products }
  expect(comingIn(run, undecided)).toBe(10)
  expect(comingIn(run, { ...undecided, unmatched: 'shop' })).toBe(15)
  expect(comingIn(run, { ...undecided, unmatched: 'shop', unmatchedOf: { 'old-mug': 'skip' } })).toBe(12)
  expect(comingIn({ ...run, maxRows: 12 }, { ...undecided, unmatched: 'shop' })).toBe(12)
})
