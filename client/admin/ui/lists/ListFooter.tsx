import { useLingui } from '@lingui/react/macro'
import { Pagination, Select } from '@shopify/polaris'
import { maxCountedRows, PAGE_SIZES } from '../../../../rules/limits.ts'
import { totalPages } from '../../../../rules/paging.ts'
import type { ListControls } from './useListState.ts'
import { useFormat } from '../../shell/words/useFormat.ts'

export interface PageInfo {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly startCursor: string | null | undefined
  readonly endCursor: string | null | undefined
}

interface Props {
  list: Pick<ListControls, 'state' | 'loading' | 'next' | 'previous' | 'limit'>
  pageInfo: PageInfo
  /** Null: more than the counter's maximum; undefined: not loaded yet. */
  totalCount: number | null | undefined
  shown: number
}

/** Page number, previous and next buttons, and the page size. */
export function ListFooter({ list, pageInfo, totalCount, shown }: Props) {
  const { t } = useLingui()
  const { state } = list
  const { startCursor, endCursor } = pageInfo
  // Until the rows are counted, use the number from when the last page was opened.
  const total = list.loading || totalCount === undefined ? (state.count ?? undefined) : totalCount
  if (shown === 0 && !pageInfo.hasPreviousPage) return null
  return (
    <div className="c-list-footer">
      <span className="c-list-range">
        <Range page={state.page} limit={state.limit} shown={shown} total={total} />
      </span>
      <Pagination
        hasPrevious={state.page > 1 || pageInfo.hasPreviousPage}
        hasNext={pageInfo.hasNextPage}
        // The cursors belong to the rows on the screen, so don't use them while others load.
        onPrevious={() => !list.loading && list.previous(startCursor ?? '', total ?? null)}
        onNext={() => !list.loading && endCursor && list.next(endCursor, total ?? null)}
        accessibilityLabel={t`Pages`}
        label={<PageNumber page={state.page} limit={state.limit} total={total} />}
      />
      <Select
        label={t`Rows per page`}
        labelInline
        options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
        value={String(state.limit)}
        onChange={(value) => list.limit(Number(value))}
      />
    </div>
  )
}

type Total = number | null | undefined

function Range({ page, limit, shown, total }: { page: number; limit: number; shown: number; total: Total }) {
  const { t } = useLingui()
  const all = useAll()(total)
  const format = useFormat()
  const before = (page - 1) * limit
  const from = format.number(before + 1)
  const to = format.number(before + shown)
  return all === null ? t`${from} to ${to}` : t`${from} to ${to} of ${all}`
}

/** Shows the page number. Total pages = ceiling(total / size) (spec 4). */
function PageNumber({ page, limit, total }: { page: number; limit: number; total: Total }) {
  const { t } = useLingui()
  const format = useFormat()
  const all = useAll()(total, limit)
  const at = format.number(page)
  return <span className="c-list-range">{all === null ? t`Page ${at}` : t`Page ${at} of ${all}`}</span>
}

/** Returns the number of rows or pages as text. Combined filters are counted up to a limit. */
function useAll(): (total: Total, limit?: number) => string | null {
  const format = useFormat()
  return (total, limit = 1) => {
    if (total === undefined) return null
    return total === null
      ? `${format.number(totalPages(maxCountedRows, limit))}+`
      : format.number(totalPages(total, limit))
  }
}
