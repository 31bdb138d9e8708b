import { useDeferredValue, useState } from 'react'

/** Number of columns that gets a search field. */
const searchedFrom = 20
/** Limits the rows shown. A file may have a thousand columns, and each row has a field with some thirty choices. */
const rowsShown = 100

interface ShownColumns {
  /** Indexes of the shown columns, in the file's order. */
  places: number[]
  /** Number of matching columns that are not shown. */
  more: number
  /** Number of matches, including columns that are always shown. */
  found: number
  searched: boolean
  typed: string
  search: (typed: string) => void
  /** Keeps a column visible whatever the search is. */
  keep: (at: number) => void
}

/** Selects the shown columns of a wide file: columns with a meaning or a touched field first, then matches. */
export function useShownColumns(names: readonly string[], meaningful: readonly boolean[]): ShownColumns {
  const [typed, search] = useState('')
  const [kept, setKept] = useState<ReadonlySet<number>>(
    () => new Set(meaningful.flatMap((means, at) => (means ? [at] : []))),
  )
  const wanted = useDeferredValue(typed).trim().toLowerCase()
  const searched = names.length > searchedFrom
  const matching = names.flatMap((name, at) => (name.toLowerCase().includes(wanted) ? [at] : []))
  const others = searched ? matching.filter((at) => !kept.has(at)) : matching
  const shown = searched ? others.slice(0, Math.max(0, rowsShown - kept.size)) : others
  return {
    places: searched ? [...kept, ...shown].toSorted((one, other) => one - other) : shown,
    more: others.length - shown.length,
    found: matching.length,
    searched,
    typed,
    search,
    keep: (at) => setKept(new Set(kept).add(at)),
  }
}
