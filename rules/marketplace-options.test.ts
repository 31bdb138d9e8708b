import { listProblems } from './validation.ts'
import { isRatingWanted, maxReviewImport, runOptionsSchema } from './marketplace-options.ts'

test.each([
  [1, []],
  [20, []],
  [100, []],
  [0, ['betweenEqual']],
  [101, ['betweenEqual']],
  [-1, ['betweenEqual']],
  [1.5, ['mustBeDigits']],
  ['20', ['mustBeDigits']],
  [null, ['required']],
])('checks max reviews %j', (value, codes) => {
  const read = maxReviewImport.safeParse(value)
  expect(read.success ? [] : listProblems(read.error).map(({ code }) => code)).toEqual(codes)
})

test('refuses with the numbers of the specification', () => {
  const read = runOptionsSchema.safeParse({ maxReviews: 101 })
  expect(read.success ? [] : listProblems(read.error)).toEqual([
    { path: 'maxReviews', code: 'betweenEqual', params: { min: 1, max: 100 } },
  ])
})

test.each([
  [{}, true],
  [{ rating: 'five', sort: 'helpful', photo: 'withPhoto', reviewer: 'verified', maxReviews: 1 }, true],
  [{ rating: 'six' }, false],
  [{ sort: 'worst' }, false],
  [{ photo: 1 }, false],
  [{ reviewer: null }, false],
])('checks the options of a run %j', (value, good) => expect(runOptionsSchema.safeParse(value).success).toBe(good))

test.each([
  ['all', [1, 2, 3, 4, 5]],
  ['fourFive', [4, 5]],
  ['five', [5]],
] as const)('selects the stars of %s', (rating, wanted) =>
  expect([1, 2, 3, 4, 5].filter((rate) => isRatingWanted(rate, { rating }))).toEqual(wanted),
)
