import {
  answersOf,
  countIncomingRows,
  isWholeList,
  openQuestions,
  ownPlaceOf,
  placedRows,
  placeOf,
  questionOf,
  undecided,
  withPlace,
  withSuggested,
} from './answers.ts'

const questions = [
  { id: 'scale', choices: ['10', '5'] },
  { id: 'unmatched', choices: ['shop', 'skip'] },
  { id: 'firstN', choices: ['100'] },
]
const unmatchedProducts = [
  { key: 'old-mug', rows: 3 },
  { key: 'old-jug', rows: 2 },
]
const asking = (...ids: string[]) => ({
  questions: questions.filter(({ id }) => ids.includes(id)),
  unmatched: 5,
  unmatchedProducts,
})
/** 3,003 rows without a product, with five products listed. */
const many = { ...asking('unmatched'), unmatched: 3_003 }

test('has no answers at first', () => {
  expect(openQuestions({ ...asking(), questions }, undecided)).toEqual(['scale', 'unmatched', 'firstN'])
  expect(answersOf(questions, undecided)).toEqual([])
})

test.each([
  [
    [
      { id: 'scale', suggested: '5' },
      { id: 'long', suggested: 'shorten' },
    ],
    '5',
    'shorten',
  ],
  [
    [
      { id: 'scale', suggested: '10' },
      { id: 'dates', suggested: 'dmy' },
    ],
    null,
    null,
  ],
])('suggests an answer only where it is safe: %j', (asked, scale, long) => {
  expect(withSuggested(asked, undecided)).toEqual({ ...undecided, scale, long })
  expect(withSuggested(asked, { ...undecided, scale: '10', long: 'skip' })).toMatchObject({ scale: '10', long: 'skip' })
})

test('takes one answer for all unmatched products, or one for each', () => {
  expect(openQuestions(asking('unmatched'), { ...undecided, unmatched: 'shop' })).toEqual([])
  expect(openQuestions(asking('unmatched'), { ...undecided, unmatchedOf: { 'old-mug': 'skip' } })).toEqual([
    'unmatched',
  ])
  expect(
    openQuestions(asking('unmatched'), { ...undecided, unmatchedOf: { 'old-mug': 'skip', 'old-jug': 'UHJvZHVjdA' } }),
  ).toEqual([])
})

test('sends answers in the server’s format', () => {
  const decided = {
    ...undecided,
    scale: '10' as const,
    firstN: true,
    unmatched: 'shop',
    unmatchedOf: { 'old-mug': 'UHJvZHVjdA' },
  }
  expect(answersOf(questions, decided)).toEqual([
    { question: 'scale', answer: '10' },
    { question: 'unmatched', answer: 'shop' },
    { question: 'unmatched:old-mug', answer: 'UHJvZHVjdA' },
    { question: 'firstN', answer: '100' },
  ])
})

test('counts new rows and rows with an assigned product', () => {
  const run = { fresh: 10, maxRows: 100, questions: [], unmatched: 5, unmatchedProducts }
  expect(countIncomingRows(run, undecided)).toBe(10)
  expect(countIncomingRows(run, { ...undecided, unmatched: 'shop' })).toBe(15)
  expect(countIncomingRows(run, { ...undecided, unmatched: 'shop', unmatchedOf: { 'old-mug': 'skip' } })).toBe(12)
})

test('imports the first reviews if there are more than the plan allows', () => {
  const run = { fresh: 12_000, maxRows: 10_000, questions: [], unmatched: 0, unmatchedProducts: [] }
  expect(countIncomingRows(run, undecided)).toBe(10_000)
  expect(countIncomingRows({ ...run, fresh: 6_000 }, undecided)).toBe(6_000)
})

test('knows the number of rows only for the suggested answers', () => {
  const run = {
    fresh: 10,
    maxRows: 100,
    questions: [{ id: 'scale', suggested: '5' }],
    unmatched: 0,
    unmatchedProducts: [],
  }
  expect([
    countIncomingRows(run, undecided),
    countIncomingRows(run, { ...undecided, scale: '5' }),
    countIncomingRows(run, { ...undecided, scale: '10' }),
  ]).toEqual([10, 10, null])
})

test.each([
  ['answers.1.answer', 'scale'],
  ['answers.0.answer', 'unmatched'],
  ['answers.7.answer', null],
  ['firstN', 'firstN'],
])('assigns an error at %s to %s', (path, question) => {
  expect(questionOf(path, [{ question: 'unmatched:old-mug' }, { question: 'scale' }])).toBe(question)
})

test('prefers a product’s own answer to the answer for all', () => {
  const decided = { ...undecided, unmatched: 'shop', unmatchedOf: { 'old-mug': 'skip' } }
  expect([placeOf('old-mug', decided), placeOf('old-jug', decided), placeOf('old-jug', undecided)]).toEqual([
    'skip',
    'shop',
    null,
  ])
  expect([placedRows(asking(), decided), placedRows(asking(), undecided)]).toEqual([2, 0])
})

test('takes guessed columns as checked, and checks changed ones first', () => {
  const asked = [{ id: 'columns', choices: ['{"content":1,"rating":0}'] }]
  const run = { questions: asked, unmatched: 0, unmatchedProducts: [] }
  expect(openQuestions(run, undecided)).toEqual(['columns'])
  expect(answersOf(asked, { ...undecided, columns: 'right' })).toEqual([
    { question: 'columns', answer: '{"content":1,"rating":0}' },
  ])
  expect(openQuestions(run, { ...undecided, columns: 'right' })).toEqual([])
  expect([
    openQuestions(run, { ...undecided, columns: 'changed' }),
    openQuestions({ ...run, questions: [] }, { ...undecided, columns: 'changed' }),
  ]).toEqual([['columns'], ['columns']])
  expect(answersOf(asked, { ...undecided, columns: 'changed' })).toEqual([])
})

describe('more products than the list has', () => {
  const each = { 'old-mug': 'shop', 'old-jug': 'skip' }

  test('need the answer for all, even if each listed one has its own', () => {
    expect(isWholeList(many)).toBe(false)
    expect(openQuestions(many, { ...undecided, unmatchedOf: each })).toEqual(['unmatched'])
    expect(openQuestions(many, { ...undecided, unmatched: 'skip', unmatchedOf: each })).toEqual([])
  })

  test.each([
    ['shop', {}, 3_003],
    ['UHJvZHVjdA', { 'old-jug': 'skip' }, 3_001],
    ['skip', { 'old-mug': 'shop' }, 3],
    [null, each, 3],
  ])('count by the answer for all, %s', (unmatched, unmatchedOf, placed) => {
    const decided = { ...undecided, unmatched, unmatchedOf }
    expect(placedRows(many, decided)).toBe(placed)
    expect(countIncomingRows({ ...many, questions: [], fresh: 10, maxRows: 10_000 }, decided)).toBe(10 + placed)
  })
})

test.each(['constructor', 'valueof', '__proto__'])('leaves a product called %s without an answer', (key) => {
  const run = { questions: asking('unmatched').questions, unmatched: 2, unmatchedProducts: [{ key, rows: 2 }] }
  const decided = { ...undecided, unmatchedOf: withPlace({}, key, 'shop') }
  expect([
    openQuestions(run, undecided),
    ownPlaceOf(key, undecided),
    placeOf(key, undecided),
    placedRows(run, undecided),
  ]).toEqual([['unmatched'], null, null, 0])
  expect([openQuestions(run, decided), ownPlaceOf(key, decided), placedRows(run, decided)]).toEqual([[], 'shop', 2])
  expect(answersOf(run.questions, decided)).toEqual([{ question: `unmatched:${key}`, answer: 'shop' }])
  expect(withPlace(decided.unmatchedOf, key, null)).toEqual({})
})
