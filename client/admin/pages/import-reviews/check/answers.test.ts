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
  withAnswer,
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

/** The answers given so far. */
const by = (answers: Record<string, string>) => ({ ...undecided, answers })
const format = (id: string, suggested: string) => ({ id, choices: [suggested, 'other'], suggested })

test.each([
  [[format('scale', '5'), format('long', 'shorten')], { scale: '5', long: 'shorten' }],
  [[format('scale', '10'), format('dates', 'dmy')], {}],
])('suggests an answer only where it is safe: %j', (asked, safe) => {
  expect(withSuggested(asked, undecided)).toEqual(by(safe))
  expect(withSuggested(asked, by({ scale: '10', long: 'skip' }))).toEqual(by({ scale: '10', long: 'skip' }))
})

test('takes one answer for all unmatched products, or one for each', () => {
  expect(openQuestions(asking('unmatched'), by({ unmatched: 'shop' }))).toEqual([])
  expect(openQuestions(asking('unmatched'), by({ 'unmatched:old-mug': 'skip' }))).toEqual(['unmatched'])
  expect(
    openQuestions(asking('unmatched'), by({ 'unmatched:old-mug': 'skip', 'unmatched:old-jug': 'UHJvZHVjdA' })),
  ).toEqual([])
})

test('sends answers in the server’s format', () => {
  const decided = by({ dates: 'dmy', firstN: '100', 'unmatched:old-mug': 'UHJvZHVjdA', unmatched: 'shop', scale: '10' })
  expect(answersOf(questions, decided)).toEqual([
    { question: 'scale', answer: '10' },
    { question: 'unmatched:old-mug', answer: 'UHJvZHVjdA' },
    { question: 'unmatched', answer: 'shop' },
    { question: 'firstN', answer: '100' },
  ])
})

test('counts new rows and rows with an assigned product', () => {
  const run = { fresh: 10, maxRows: 100, questions: [], unmatched: 5, unmatchedProducts }
  expect(countIncomingRows(run, undecided)).toBe(10)
  expect(countIncomingRows(run, by({ unmatched: 'shop' }))).toBe(15)
  expect(countIncomingRows(run, by({ unmatched: 'shop', 'unmatched:old-mug': 'skip' }))).toBe(12)
})

test('imports the first reviews if there are more than the plan allows', () => {
  const run = { fresh: 12_000, maxRows: 10_000, questions: [], unmatched: 0, unmatchedProducts: [] }
  expect(countIncomingRows(run, undecided)).toBe(10_000)
  expect(countIncomingRows({ ...run, fresh: 6_000 }, undecided)).toBe(6_000)
})

test('knows the number of rows only for the suggested answers', () => {
  const run = { fresh: 10, maxRows: 100, questions: [format('scale', '5')], unmatched: 0, unmatchedProducts: [] }
  const counts = [undecided, by({ scale: '5' }), by({ scale: '10' })].map((decided) => countIncomingRows(run, decided))
  expect(counts).toEqual([10, 10, null])
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
  const decided = by({ unmatched: 'shop', 'unmatched:old-mug': 'skip' })
  expect([placeOf('old-mug', decided), placeOf('old-jug', decided), placeOf('old-jug', undecided)]).toEqual([
    'skip',
    'shop',
    null,
  ])
  expect([placedRows(asking(), decided), placedRows(asking(), undecided)]).toEqual([2, 0])
})

test('takes guessed columns as checked, and checks changed ones first', () => {
  const mapping = '{"content":1,"rating":0}'
  const run = { questions: [{ id: 'columns', choices: [mapping] }], unmatched: 0, unmatchedProducts: [] }
  expect(openQuestions(run, undecided)).toEqual(['columns'])
  expect(openQuestions(run, by({ columns: mapping }))).toEqual([])
  const changed = { ...undecided, columnsChanged: true }
  expect([openQuestions(run, changed), openQuestions({ ...run, questions: [] }, changed)]).toEqual([
    ['columns'],
    ['columns'],
  ])
})

test('asks again if the answer is no longer a choice', () => {
  expect(openQuestions(asking('firstN'), by({ firstN: '10000' }))).toEqual(['firstN'])
})

describe('more products than the list has', () => {
  const each = { 'unmatched:old-mug': 'shop', 'unmatched:old-jug': 'skip' }

  test('need the answer for all, even if each listed one has its own', () => {
    expect(isWholeList(many)).toBe(false)
    expect(openQuestions(many, by(each))).toEqual(['unmatched'])
    expect(openQuestions(many, by({ unmatched: 'skip', ...each }))).toEqual([])
  })

  test.each([
    [{ unmatched: 'shop' }, 3_003],
    [{ unmatched: 'UHJvZHVjdA', 'unmatched:old-jug': 'skip' }, 3_001],
    [{ unmatched: 'skip', 'unmatched:old-mug': 'shop' }, 3],
    [each, 3],
  ])('count by the answer for all: %j', (answers, placed) => {
    const decided = by(answers)
    expect(placedRows(many, decided)).toBe(placed)
    expect(countIncomingRows({ ...many, questions: [], fresh: 10, maxRows: 10_000 }, decided)).toBe(10 + placed)
  })
})

test.each(['constructor', 'valueof', '__proto__'])('leaves a product called %s without an answer', (key) => {
  const run = { questions: asking('unmatched').questions, unmatched: 2, unmatchedProducts: [{ key, rows: 2 }] }
  const decided = by(withAnswer({}, `unmatched:${key}`, 'shop'))
  expect([
    openQuestions(run, undecided),
    ownPlaceOf(key, undecided),
    placeOf(key, undecided),
    placedRows(run, undecided),
  ]).toEqual([['unmatched'], null, null, 0])
  expect([openQuestions(run, decided), ownPlaceOf(key, decided), placedRows(run, decided)]).toEqual([[], 'shop', 2])
  expect(answersOf(run.questions, decided)).toEqual([{ question: `unmatched:${key}`, answer: 'shop' }])
  expect(withAnswer(decided.answers, `unmatched:${key}`, null)).toEqual({})
})
