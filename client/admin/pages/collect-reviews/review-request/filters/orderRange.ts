import { orderRange, type OrderRange } from '../../../../../../rules/filters.ts'

/** The range a URL means; null when it is not whole, as it applies only when it is valid (spec 5). */
export function orderRangeOf([fromOrder, toOrder]: readonly string[]): OrderRange | null {
  return orderRange.safeParse({ fromOrder, toOrder }).data ?? null
}
