/** Value of a point; null or undefined if nothing was measured. */
export type Value = number | null | undefined

/** Returns grid lines from 0 to at least `most`. Steps are 1, 2 or 5 times a power of ten, integers if `whole`. */
export function ticksUpTo(most: number, whole: boolean): number[] {
  const raw = Math.max(most, whole ? 1 : Number.EPSILON) / 4
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = Math.max(whole ? 1 : 0, ([1, 2, 5].find((each) => each * power >= raw) ?? 10) * power)
  return Array.from({ length: Math.max(1, Math.ceil(most / step - 1e-9)) + 1 }, (_, at) => at * step)
}

/** Returns the SVG path of a line in a square of 100, interrupted at missing values. */
export function linePath(values: readonly Value[], top: number): string {
  return values
    .map((value, at) => {
      if (value == null) return ''
      const begins = at === 0 || values[at - 1] == null
      // A single point is drawn by its round line caps.
      return `${begins ? 'M' : 'L'}${centerOf(at, values.length)} ${100 - (value / top) * 100}${begins && values[at + 1] == null ? 'h0' : ''}`
    })
    .join('')
}

/** Returns a point's position on the time axis, in percent. */
export const centerOf = (at: number, length: number): number => ((at + 0.5) / length) * 100

/** Returns the closed path below a line. It has the gaps of the line. */
export function areaPath(values: readonly Value[], top: number): string {
  return linePath(values, top)
    .split('M')
    .filter((part) => part.includes('L'))
    .map((part) => {
      const [start, end] = [part.split(' ')[0], part.split('L').at(-1)?.split(' ')[0]]
      return `M${part}L${end ?? ''} 100L${start ?? ''} 100Z`
    })
    .join('')
}

const mostNames = 7

/** Returns the names that fit below a chart, evenly spread. */
export function axisNames(names: readonly string[]): { name: string; at: number }[] {
  const step = Math.ceil(names.length / mostNames)
  const first = Math.floor(((names.length - 1) % step) / 2)
  return names.flatMap((name, at) => ((at - first) % step === 0 && at >= first ? [{ name, at }] : []))
}
