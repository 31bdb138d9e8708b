import { expect, test } from '@jest/globals'
import { bucketsOf, type Interval } from './reports.ts'

const iso = (dates: readonly Date[]) => dates.map((date) => date.toISOString().slice(0, 16))

type Case = [interval: Interval, zone: string, from: string, to: string, starts: string[], previous: string[]]
test.each<Case>([
  [
    'day',
    'Europe/London',
    '2026-03-29',
    '2026-03-30',
    ['2026-03-29T00:00', '2026-03-29T23:00'],
    ['2026-03-27T00:00', '2026-03-28T00:00'],
  ],
  ['day', 'Asia/Kolkata', '2026-01-01', '2026-01-01', ['2025-12-31T18:30'], ['2025-12-30T18:30']],
  [
    'week',
    'UTC',
    '2026-03-05',
    '2026-03-16',
    ['2026-03-05T00:00', '2026-03-09T00:00', '2026-03-16T00:00'],
    ['2026-02-21T00:00', '2026-02-25T00:00', '2026-03-04T00:00'],
  ],
  [
    'month',
    'America/New_York',
    '2026-02-15',
    '2026-03-14',
    ['2026-02-15T05:00', '2026-03-01T05:00'],
    ['2026-01-18T05:00', '2026-02-01T05:00'],
  ],
])('splits by %s in %s from %s to %s', (...[interval, zone, from, to, starts, previous]) => {
  const found = bucketsOf({ from, to, interval }, zone)
  expect([iso(found.starts), iso(found.previous)]).toEqual([starts, previous])
})

test.each([
  ['2026-03-29', 23],
  ['2026-06-01', 24],
  ['2026-10-25', 25],
])('%s has %i hours in London', (day, hours) => {
  expect(bucketsOf({ from: day, to: day, interval: 'hour' }, 'Europe/London').starts).toHaveLength(hours)
})
