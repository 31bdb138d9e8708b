import { isCounted } from './review-totals.ts'

test.each([
  [{}, true],
  [{ status: ['hidden'], rate: [1], source: ['guest'] }, true],
  [{ rate: [1], productIds: ['p'] }, true],
  [{ source: ['guest'], productIds: ['p'] }, false],
  [{ source: [], productIds: ['p'] }, true],
  [{ search: 'tea' }, false],
  [{ search: '', hasMedia: null, createdTo: null }, true],
  [{ hasMedia: false }, false],
  [{ verified: true }, false],
  [{ edited: true }, false],
  [{ createdFrom: new Date(0) }, false],
  [{ createdTo: '2026-01-01T00:00:00Z' }, false],
])('counters have the total of %j: %s', (filter, known) => {
  expect(isCounted(filter)).toBe(known)
})
