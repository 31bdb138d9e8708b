import { useEffect, useMemo, useRef } from 'react'
import { graphql, useSubscription } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { useQueueWatchSubscription } from '../../../../__generated__/useQueueWatchSubscription.graphql.ts'

/** Mails leave many a second: the list is asked for once when they have come to rest for a moment. */
const settleMilliseconds = 600

/** Keeps the open list and its counts as the queue is, whoever changes it. */
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
