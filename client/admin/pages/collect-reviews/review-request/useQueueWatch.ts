import { useEffect, useMemo, useRef } from 'react'
import { graphql, useSubscription } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { useQueueWatchSubscription } from '../../../../__generated__/useQueueWatchSubscription.graphql.ts'

/** Many emails can leave within a second. Reload the list once, this long after the last change. */
const settleMilliseconds = 600

/** Keeps the open list and its counts up to date, whatever changed the queue. */
export function useQueueWatch(): void {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(revalidate)
  useEffect(() => {
    latest.current = revalidate
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useSubscription<useQueueWatchSubscription>(
    useMemo(
      () => ({
        subscription: graphql`subscription useQueueWatchSubscription { emailQueueChanged { id } }`,
        variables: {},
        onNext() {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => void latest.current(), settleMilliseconds)
        },
      }),
      [],
    ),
  )
}
