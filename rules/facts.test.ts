import { expect, test } from '@jest/globals'
import { delayBucketNames, factRows, METRICS } from './facts.ts'

test('sums facts of one moment: a total, and a row per dimension value', () => {
  const at = new Date('2026-03-02T10:00:00Z')
  const by = { source: 'guest', country: null, template: 'review-reminder' }
  expect(
    factRows([
      { metric: 'reviews.submitted', at, sum: 5, by },
      { metric: 'reviews.submitted', at, sum: 2, by: { source: 'guest' } },
    ]),
  ).toEqual([
    { metric: 'reviews.submitted', dimension: '', value: '', at: at.toISOString(), count: 2, sum: 7 },
    { metric: 'reviews.submitted', dimension: 'source', value: 'guest', at: at.toISOString(), count: 2, sum: 7 },
  ])
})

test('names delay buckets by their days', () => {
  expect(delayBucketNames).toEqual(['0-1', '2-3', '4-7', '8-14', '15-30', '31+'])
  expect(
    Object.keys(METRICS).every((metric) =>
      /^(requests|reviews|mails|discounts|pages|widgets|forms|qr|surveys)\.\w+$/.test(metric),
    ),
  ).toBe(true)
})
