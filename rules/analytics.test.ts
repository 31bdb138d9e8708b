import { expect, test } from '@jest/globals'
import { adviseDelay, ANALYTICS, FIGURES, type AnalyticsPage } from './analytics.ts'
import { METRICS } from './facts.ts'

const delay = (key: string, sent: number, reviewed: number) => ({ key, sent, reviewed })

test('names the delay that brings most reviews, with those of the others', () => {
  expect(adviseDelay([delay('4-7', 200, 10), delay('8-14', 200, 40), delay('15-30', 100, 6)])).toEqual({
    kind: 'best',
    best: delay('8-14', 200, 40),
    others: delay('', 300, 16),
  })
})

test.each([
  ['tooFew', [delay('4-7', 29, 29), delay('8-14', 200, 2)]],
  ['tooFew', []],
  ['tooClose', [delay('4-7', 40, 4), delay('8-14', 40, 5)]],
  ['tooClose', [delay('4-7', 40, 0), delay('8-14', 40, 0)]],
])('is honest about delays that can not be compared: %s', (kind, delays) => {
  expect(adviseDelay(delays).kind).toBe(kind)
})

test('breaks figures down only by dimensions that their facts have', () => {
  const pages: readonly AnalyticsPage[] = Object.values(ANALYTICS)
  for (const { breakdowns } of pages)
    for (const { dimension, figures } of Object.values(breakdowns))
      for (const name of figures)
        for (const metric of FIGURES[name].value.metrics) expect(METRICS[metric]).toContain(dimension)
})
