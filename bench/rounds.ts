/** Middle and ends of several measurements. */
export interface Spread {
  median: number
  min: number
  max: number
}

export interface Comparison {
  a: Spread
  b: Spread
  /** a / b of each round. */
  ratio: Spread
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((x, y) => x - y)
  const at = (index: number) => sorted[index] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  return { median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, min: at(0), max: at(sorted.length - 1) }
}

/**
 * Measures two sides interleaved, A B B A a round, so that a machine that grows slower or faster meanwhile favours neither.
 * The first call of each side is thrown away.
 */
export async function compare(rounds: number, a: () => Promise<number>, b: () => Promise<number>): Promise<Comparison> {
  await a()
  await b()
  const sides: { a: number; b: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const first = await a()
    const second = await b()
    const third = await b()
    const fourth = await a()
    sides.push({ a: (first + fourth) / 2, b: (second + third) / 2 })
  }
  return {
    a: spreadOf(sides.map((side) => side.a)),
    b: spreadOf(sides.map((side) => side.b)),
    ratio: spreadOf(sides.map((side) => side.a / side.b)),
  }
}

const short = (value: number): string => (Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3))

/** A spread as people read it: the median, and from where to where. */
export const spread = ({ median, min, max }: Spread, unit = ''): string => `${short(median)}${unit} (${short(min)} .. ${short(max)})`
