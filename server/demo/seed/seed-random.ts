/** Pseudo-random numbers that are the same in every run. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** At least 0, below the bound. */
  below(bound: number): number
  pick<T>(items: readonly T[]): T
  chance(probability: number): boolean
  /** Returns one of the items by weight. */
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T
  /** Returns some of the items in their original order. */
  sample<T>(items: readonly T[], count: number): T[]
}

/** Mulberry32, by Tommy Ettinger (2017, public domain): 32 bits of state, plenty for a demo. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new RangeError('There is nothing to pick from.')
    return items[below(items.length)] as T
  }
  return {
    next,
    below,
    pick,
    chance: (probability) => next() < probability,
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) if ((left -= weight) < 0) return item
      return pick(items)[0]
    },
    sample(items, count) {
      const taken = new Set<number>()
      while (taken.size < Math.min(count, items.length)) taken.add(below(items.length))
      return items.filter((_, index) => taken.has(index))
    },
  }
}

/** Returns a version 7 UUID of that time with a seeded random part. */
export function uuidAt(random: Random, moment: number): string {
  const hex = (bits: number) =>
    random
      .below(2 ** bits)
      .toString(16)
      .padStart(bits / 4, '0')
  const time = Math.floor(moment).toString(16).padStart(12, '0')
  const variant = (8 + random.below(4)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(12)}-${variant}${hex(12)}-${hex(24)}${hex(24)}`
}
