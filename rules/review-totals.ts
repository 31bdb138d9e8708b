/** Fields of a filter that affect its total, on the server or in the API: null means absent. */
interface Asked {
  search?: string | null | undefined
  importId?: string | null | undefined
  hasMedia?: boolean | null | undefined
  verified?: boolean | null | undefined
  edited?: boolean | null | undefined
  reported?: boolean | null | undefined
  suspicion?: readonly unknown[] | null | undefined
  objected?: boolean | null | undefined
  assignee?: string | null | undefined
  createdFrom?: Date | string | null | undefined
  createdTo?: Date | string | null | undefined
  updatedAfter?: Date | string | null | undefined
  updatedBefore?: Date | string | null | undefined
  source?: readonly unknown[] | null | undefined
  productIds?: readonly unknown[] | null | undefined
}

/** Whether counters have a filter's total; otherwise rows are counted after loading (decisions 'Totals'). */
export function isCounted({
  search,
  importId,
  hasMedia,
  verified,
  edited,
  reported,
  suspicion,
  objected,
  assignee,
  createdFrom,
  createdTo,
  updatedAfter,
  updatedBefore,
  source,
  productIds,
}: Asked): boolean {
  const beside =
    Boolean(search || importId || assignee || createdFrom || createdTo || suspicion?.length) ||
    Boolean(updatedAfter || updatedBefore) ||
    [hasMedia, verified, edited, reported || null, objected || null].some((flag) => flag !== null && flag !== undefined)
  return !beside && !(source?.length && productIds?.length)
}
