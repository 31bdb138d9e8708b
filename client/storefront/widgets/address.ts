import type { Choice } from './shown.ts'

/** The page's own address with a choice in it; relative, so that the same markup serves every address of the product. */
export function addressOf({ sort, rate, after }: Choice): string {
  const query = new URLSearchParams({ candor_sort: sort })
  if (rate) query.set('candor_rate', String(rate))
  if (after) query.set('candor_after', after)
  return `?${query.toString()}#candor-reviews`
}
