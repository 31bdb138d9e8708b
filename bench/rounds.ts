/** Median, minimum and maximum of several measurements. */
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

export function percentile(values: readonly number[], hundredths: number): number {
  return [...values].sort((x, y) => x - y)[Math.ceil((values.length * hundredths) / 100) - 1] ?? Number.NaN
}

type Measure = () => Promise<number>

/**
 * Measures two sides interleaved, A B B A in each round, so that changes in the machine's speed favor neither. Discards
 * each side's first call.
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
 * Measures something short, such as one request. A round is many A B B A and counts by its medians. Brief disturbances
 * then affect both sides alike.
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
    // Discard the first round, a warm-up.
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

/** Formats a spread: the median, with minimum and maximum. */
export const formatSpread = ({ median, min, max }: Spread, unit = ''): string =>
  `${short(median)}${unit} (${short(min)} .. ${short(max)})`
