import { answersOf, comingIn, openQuestions, placedRows, placeOf, questionOf, undecided } from './answers.ts'

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

test('what comes in is what is new and what has found a place', () => {
  const run = { fresh: 10, total: 20, maxRows: 100, questions: [], unmatchedProducts: products }
  expect(comingIn(run, undecided)).toBe(10)
  expect(comingIn(run, { ...undecided, unmatched: 'shop' })).toBe(15)
  expect(comingIn(run, { ...undecided, unmatched: 'shop', unmatchedOf: { 'old-mug': 'skip' } })).toBe(12)
})

test('of the first rows only as much is promised as the check knows', () => {
  const run = { fresh: 12_000, total: 12_000, maxRows: 10_000, questions: [], unmatchedProducts: [] }
  expect(comingIn(run, undecided)).toBe(10_000)
  // Half of the file is here already: nobody knows how many of those stand among the first rows.
  expect(comingIn({ ...run, fresh: 6_000 }, undecided)).toBeNull()
})

test('the check has counted with the answers that it suggests: with others nobody knows how many come in', () => {
  const run = { fresh: 10, total: 20, maxRows: 100, questions: [{ id: 'scale', suggested: '5' }], unmatchedProducts: [] }
  expect([comingIn(run, undecided), comingIn(run, { ...undecided, scale: '5' }), comingIn(run, { ...undecided, scale: '10' })]).toEqual([10, 10, null])
})

test.each([
  ['answers.1.answer', 'scale'],
  ['answers.0.answer', 'unmatched'],
  ['answers.7.answer', null],
  ['firstN', 'firstN'],
])('a refusal at %s is about %s', (path, question) => {
  expect(questionOf(path, [{ question: 'unmatched:old-mug' }, { question: 'scale' }])).toBe(question)
})

test('a product’s own answer goes before the one for all', () => {
  const decided = { ...undecided, unmatched: 'shop', unmatchedOf: { 'old-mug': 'skip' } }
  expect([placeOf('old-mug', decided), placeOf('old-jug', decided), placeOf('old-jug', undecided)]).toEqual(['skip', 'shop', null])
  expect([placedRows(products, decided), placedRows(products, undecided)]).toEqual([2, 0])
})

test('what columns mean is answered by the guess as it was checked; changed ones are checked first', () => {
  const asked = [{ id: 'columns', choices: ['{"content":1,"rating":0}'] }]
  expect(openQuestions(asked, undecided, [])).toEqual(['columns'])
  expect(answersOf(asked, { ...undecided, columns: 'right' })).toEqual([{ question: 'columns', answer: '{"content":1,"rating":0}' }])
  expect(openQuestions(asked, { ...undecided, columns: 'right' }, [])).toEqual([])
  expect([openQuestions(asked, { ...undecided, columns: 'changed' }, []), openQuestions([], { ...undecided, columns: 'changed' }, [])]).toEqual([['columns'], ['columns']])
  expect(answersOf(asked, { ...undecided, columns: 'changed' })).toEqual([])
})
