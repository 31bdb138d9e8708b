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

/** The value that so many of a hundred do not exceed. */
export function percentile(values: readonly number[], hundredths: number): number {
  return [...values].sort((x, y) => x - y)[Math.ceil((values.length * hundredths) / 100) - 1] ?? Number.NaN
}

type Measure = () => Promise<number>

/**
 * Measures two sides interleaved, A B B A a round, so that a machine that grows slower or faster during it favours neither.
 * The first call of each side is thrown away.
 */
export async function compare(rounds: number, a: Measure, b: Measure): Promise<Comparison> {
  await a()
  await b()
  const sides: Sides[] = []
  for (let round = 0; round < rounds; round++) {
    const [first, second, third, fourth] = [await a(), await b(), await b(), await a()]
    sides.push({ a: (first + fourth) / 2, b: (second + third) / 2 })
  }
  return comparisonOf(sides)
}

/**
 * The same for something short, such as one request: a round is so many A B B A and counts by its medians, so that what
 * disturbs the machine for a moment falls on both sides alike.
 */
export async function compareShort(
  { rounds, times }: { rounds: number; times: number },
  a: Measure,
  b: Measure,
): Promise<Comparison> {
  const sides: Sides[] = []
  for (let round = 0; round <= rounds; round++) {
    const found: { a: number[]; b: number[] } = { a: [], b: [] }
    for (let time = 0; time < times; time++) {
      found.a.push(await a())
      found.b.push(await b(), await b())
      found.a.push(await a())
    }
    // The first round warms up.
    if (round > 0) sides.push({ a: spreadOf(found.a).median, b: spreadOf(found.b).median })
  }
  return comparisonOf(sides)
}

interface Sides {
  a: number
  b: number
}

function comparisonOf(sides: readonly Sides[]): Comparison {
  return {
    a: spreadOf(sides.map((side) => side.a)),
    b: spreadOf(sides.map((side) => side.b)),
    ratio: spreadOf(sides.map((side) => side.a / side.b)),
  }
}

const short = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)

/** A spread as people read it: the median, and from where to where. */
export const formatSpread = ({ median, min, max }: Spread, unit = ''): string =>
  `${short(median)}${unit} (${short(min)} .. ${short(max)})`
