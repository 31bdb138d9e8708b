import { totalPages } from '../../rules/filters.ts'
import { defaultPageSize } from '../../rules/limits.ts'
import type { Page, PageArgs } from './database/keyset.ts'
import { readPageSize, readParam, type Query } from './query-params.ts'

/** Reads `limitPerPage`, `after` (or `cursor`) and `before`. @throws InvalidInput */
export function readPageArgs(query: Query): { size: number; args: PageArgs } {
  const size = readPageSize(query, 'limitPerPage', defaultPageSize)
  const [after, before] = [readParam(query, 'after') ?? readParam(query, 'cursor'), readParam(query, 'before')]
  return { size, args: before ? { last: size, before } : { first: size, after } }
}

/** Returns the `pagination` of an answer; with `total` and `totalPage` if the list is counted. */
export function buildPagination(
  { startCursor, endCursor, hasNextPage, hasPreviousPage }: Page<unknown>['pageInfo'],
  counted?: { total: number | null; size: number },
): object {
  return {
    previousCursor: hasPreviousPage ? startCursor : null,
    nextCursor: hasNextPage ? endCursor : null,
    hasPre: hasPreviousPage,
    hasNext: hasNextPage,
    ...(counted && {
      total: counted.total,
      totalPage: counted.total === null ? null : totalPages(counted.total, counted.size),
    }),
  }
}
