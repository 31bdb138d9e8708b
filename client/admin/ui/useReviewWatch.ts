import { useEffect, useMemo, useRef } from 'react'
import { graphql, useSubscription } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { useReviewWatchSubscription } from '../../__generated__/useReviewWatchSubscription.graphql.ts'

/**
 * A bulk action or an import changes many reviews in a row. The page reloads after a pause in the changes, and at least
 * every two seconds.
 */
const settleMilliseconds = 500
const mostMilliseconds = 2_000

/** Updates the page's counts at once and its rows soon after changes from other tabs, imports and API clients. */
export function useReviewWatch(): void {
  const { revalidate } = useRevalidator()
  const latest = useRef(revalidate)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const since = useRef<number | null>(null)
  useEffect(() => {
    latest.current = revalidate
  })
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void latest.current()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(timer.current)
    }
  }, [])
  useSubscription<useReviewWatchSubscription>(
    useMemo(
      () => ({
        subscription: graphql`subscription useReviewWatchSubscription { reviewCountsChanged { id reviewCounts { status count } } }`,
        variables: {},
        onNext() {
          clearTimeout(timer.current)
          since.current ??= Date.now()
          const wait = Math.max(0, Math.min(settleMilliseconds, since.current + mostMilliseconds - Date.now()))
          timer.current = setTimeout(() => {
            since.current = null
            void latest.current()
          }, wait)
        },
      }),
      [],
    ),
  )
}
