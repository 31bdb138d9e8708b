import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useGo } from '../../../shell/frame/mode.tsx'
import { areKeysOn, isBusy, leaveListAt } from './useListKeys.ts'

/** List state that a row's link passes on: the ids of the shown page, in order. */
export interface ListedReviews {
  listed: readonly string[]
}

const isListed = (state: unknown): state is ListedReviews =>
  typeof state === 'object' && state !== null && 'listed' in state && Array.isArray(state.listed)

interface Ways {
  hasPrevious: boolean
  hasNext: boolean
  onPrevious: () => void
  onNext: () => void
}

/**
 * Returns links to the previous and next review of the list. The keys j and k follow them if shortcuts are on. Returns
 * null if the merchant didn't come from the list. Back leads to the list, however many reviews were shown.
 */
export function useListedReviews(id: string): Ways | null {
  const state: unknown = useLocation().state
  const go = useGo()
  const listed = isListed(state) ? state.listed : []
  const at = listed.indexOf(id)
  const [previous, next] = at < 0 ? [] : [listed[at - 1], listed[at + 1]]
  const open = (other: string | undefined) => {
    if (other === undefined) return
    leaveListAt(other)
    go(`/reviews/reply/${encodeURIComponent(other)}`, { replace: true, state })
  }
  const latest = useRef<(key: string) => boolean>(() => false)
  useEffect(() => {
    latest.current = (key) => {
      const other = { j: next, k: previous }[key]
      open(other)
      return other !== undefined
    }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isBusy(event.target) ||
        !areKeysOn()
      )
        return
      if (latest.current(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  // Scroll another review to its top.
  const shown = useRef(id)
  useEffect(() => {
    if (shown.current !== id) window.scrollTo({ top: 0 })
    shown.current = id
  }, [id])
  return at < 0
    ? null
    : {
        hasPrevious: previous !== undefined,
        hasNext: next !== undefined,
        onPrevious: () => open(previous),
        onNext: () => open(next),
      }
}
