import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useGo } from '../../../shell/frame/mode.tsx'
import { areKeysOn, isBusy, leaveListAt } from './useListKeys.ts'

/** What the list hands on with a click on one of its rows: the ids of the page of rows that it shows, in its order. */
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
 * The way to the reviews before and after this one in the list that the merchant came from, with its keys j and k where they are
 * switched on; null for whoever came otherwise. Back leads to the list, however many were looked at.
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
  // Another review begins at its top.
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
