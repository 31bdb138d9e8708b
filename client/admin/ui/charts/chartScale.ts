/** Of a point; none where nothing was measured. */
export type Value = number | null | undefined

/** A number for each line of the grid, from 0 up to at least `most`: 1, 2 or 5 times a power of ten apart, whole where `whole`. */
export function ticksUpTo(most: number, whole: boolean): number[] {
  const raw = Math.max(most, whole ? 1 : Number.EPSILON) / 4
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = Math.max(whole ? 1 : 0, ([1, 2, 5].find((each) => each * power >= raw) ?? 10) * power)
  return Array.from({ length: Math.max(1, Math.ceil(most / step - 1e-9)) + 1 }, (_, at) => at * step)
}

/** The path of a line through values in a square of 100; it pauses where nothing was measured. */
export function linePath(values: readonly Value[], top: number): string {
  return values
    .map((value, at) => {
      if (value == null) return ''
      const begins = at === 0 || values[at - 1] == null
      // A point alone is drawn by its round ends.
      return `${begins ? 'M' : 'L'}${centerOf(at, values.length)} ${100 - (value / top) * 100}${begins && values[at + 1] == null ? 'h0' : ''}`
    })
    .join('')
}

/** Where a point stands on the axis of time, in percent. */
export const centerOf = (at: number, length: number): number => ((at + 0.5) / length) * 100
