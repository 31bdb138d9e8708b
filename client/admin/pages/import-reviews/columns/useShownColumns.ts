import { useDeferredValue, useState } from 'react'

/** Of so many columns one is looked for by name rather than by eye. */
const searchedFrom = 20
/** Each row has a field with some thirty choices: a file may have a thousand columns, and a sheet of empty ones behind them. */
const rowsShown = 100

interface ShownColumns {
  /** Places of the columns to show, in the file's order. */
  places: number[]
  /** How many more match what is looked for. */
  more: number
  /** How many match; those that are shown in any case count, too. */
  found: number
  searched: boolean
  typed: string
  search: (typed: string) => void
  /** Keeps a column on the page whatever is looked for. */
  keep: (at: number) => void
}

/** Which columns of a wide file are on the page: what means something or was touched always, of the others those that match. */
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
