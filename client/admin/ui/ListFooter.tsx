import { useLingui } from '@lingui/react/macro'
import { Pagination, Select } from '@shopify/polaris'
import { maxCountedRows, PAGE_SIZES } from '../../../rules/limits.ts'
import type { ListControls } from './useListState.ts'
import { useFormat } from '../shell/useFormat.ts'

export interface PageInfo {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly startCursor: string | null | undefined
  readonly endCursor: string | null | undefined
}

interface Props {
  list: Pick<ListControls, 'state' | 'next' | 'previous' | 'limit'>
  pageInfo: PageInfo
  totalCount: number | null
  /** Rows on this page. */
  shown: number
}

/** Where in the list we are, the ways on and back, and how many rows a page has. */
export function ListFooter({ list, pageInfo, totalCount, shown }: Props) {
  const { t } = useLingui()
  const { state } = list
  const { startCursor, endCursor } = pageInfo
  const total = totalCount ?? state.count
  if (shown === 0 && !pageInfo.hasPreviousPage) return null
  return (
    <div className="c-list-footer">
      <span className="c-list-range"><Range page={state.page} limit={state.limit} shown={shown} total={total} /></span>
      <Pagination
        hasPrevious={state.page > 1 || pageInfo.hasPreviousPage}
        hasNext={pageInfo.hasNextPage}
        onPrevious={() => list.previous(startCursor ?? '', total)}
        onNext={() => endCursor && list.next(endCursor, total)}
        accessibilityLabel={t`Pages`}
      />
      <Select
        label={t`Rows a page`}
        labelInline
        options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
        value={String(state.limit)}
        onChange={(value) => list.limit(Number(value))}
      />
    </div>
  )
}

function Range({ page, limit, shown, total }: { page: number, limit: number, shown: number, total: number | null }) {
  const { t } = useLingui()
  const format = useFormat()
  const before = (page - 1) * limit
  const from = format.number(before + 1)
  const to = format.number(before + shown)
  if (total === null) return t`${from} to ${to}`
  // Combinations of filters are counted up to a limit only.
  const all = total > maxCountedRows ? `${format.number(maxCountedRows)}+` : format.number(total)
  return t`${from} to ${to} of ${all}`
}
