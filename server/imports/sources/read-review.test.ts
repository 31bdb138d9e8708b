import { readFile, reasonsOf } from '../../testing/read-source.ts'

const now = '2026-06-15T08:00:00.000Z'

// The time is 08:00 UTC on the 15th.
test.each([
  ['2026-06-15 07:00', '2026-06-15T07:00:00.000Z'],
  ['2026-06-15 10:00', now],
  ['2026-06-15 22:00', now],
  ['15/06/2026 9:30 PM', now],
  ['46188.9', now],
  ['2026-06-15', now],
  ['2026-06-15 22:01', 'future'],
  ['46188.95', 'future'],
  ['2026-06-16', 'future'],
  ['2026-06-15 10:00 UTC', 'future'],
  ['2026-06-15T12:00:00Z', 'future'],
  ['2026-06-15T17:00:00+08:00', 'future'],
  ['2026-06-15T16:00:00+08:00', now],
  ['1781512200', 'future'],
])('a review of %s is from %s', async (date, at) => {
  const { results, reviews } = await readFile(`body,rating,author,review_date\nFine,5,Ann,${date}\n`)
  expect(reasonsOf(results)).toEqual([at === 'future' ? 'review_date: dateInFuture' : 'ok'])
  expect(reviews.map(({ createdAt }) => createdAt?.toISOString())).toEqual(at === 'future' ? [] : [at])
})
