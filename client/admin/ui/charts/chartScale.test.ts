import { linePath, ticksUpTo } from './chartScale.ts'

test.each<[number, boolean, number[]]>([
  [1, true, [0, 1]],
  [3, true, [0, 1, 2, 3]],
  [7, true, [0, 2, 4, 6, 8]],
  [95, true, [0, 50, 100]],
  [0.3, false, [0, 0.1, 0.2, 0.30000000000000004]],
])('returns grid lines up to %s', (most, whole, ticks) => expect(ticksUpTo(most, whole)).toEqual(ticks))

test('interrupts a line at missing values', () => {
  expect(linePath([4, 2, null, 1], 4)).toBe('M12.5 0L37.5 50M87.5 75h0')
})
