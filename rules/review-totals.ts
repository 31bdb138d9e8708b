/** What of a filter matters for its total, as the server has it and as the wire writes it: null is an absent field. */
interface Asked {
  search?: string | null | undefined
  importId?: string | null | undefined
  hasMedia?: boolean | null | undefined
  verified?: boolean | null | undefined
  edited?: boolean | null | undefined
  reported?: boolean | null | undefined
  createdFrom?: Date | string | null | undefined
  createdTo?: Date | string | null | undefined
  source?: readonly unknown[] | null | undefined
  productIds?: readonly unknown[] | null | undefined
}

/** Whether a shop's counters know how many reviews a filter selects; of any other one the rows are counted, after they have come (decisions 'Totals'). */
export function isCounted({
  search,
  importId,
  hasMedia,
  verified,
  edited,
  reported,
  createdFrom,
  createdTo,
  source,
  productIds,
}: Asked): boolean {
  const beside =
    Boolean(search || importId || createdFrom || createdTo) ||
    [hasMedia, verified, edited, reported || null].some((flag) => flag !== null && flag !== undefined)
  return !beside && !(source?.length && productIds?.length)
}
