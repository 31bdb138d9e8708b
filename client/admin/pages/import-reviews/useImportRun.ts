import { useCallback, useEffect, useMemo } from 'react'
import { graphql, useRelayEnvironment, useSubscription } from 'react-relay/hooks'
import { useRevalidator, useSearchParams } from 'react-router'
import { requestSubscription, type Disposable, type Environment } from 'relay-runtime'
import type { useImportRunListSubscription } from '../../../__generated__/useImportRunListSubscription.graphql.ts'
import type { useImportRunSubscription } from '../../../__generated__/useImportRunSubscription.graphql.ts'

/** Parameter with the id of the shown import. */
export const runParam = 'run'

const firstWaitMilliseconds = 2_000
const longestWaitMilliseconds = 60_000

const progress = graphql`
  subscription useImportRunSubscription($importId: ID!) {
    importProgress(importId: $importId, follow: true) {
      status
      fresh
      marketplace { total fetched }
      ...useRunFigures_run
    }
  }
`

const list = graphql`subscription useImportRunListSubscription { importsChanged { id } }`

/**
 * Subscribes to an import. Resubscribes after a refusal, at growing intervals. @returns a function that unsubscribes
 */
function listen(environment: Environment, importId: string, lookAgain: () => void): () => void {
  let first = true
  let refusals = 0
  let begun: number
  let timer: ReturnType<typeof setTimeout> | undefined
  let listening: Disposable
  const begin = () => {
    begun = Date.now()
    listening = requestSubscription<useImportRunSubscription>(environment, {
      subscription: progress,
      variables: { importId },
      // The subscription completes when the import is discarded, in any tab.
      onCompleted: lookAgain,
      // Lost connections recover; this is a refusal: too many subscriptions, or a discarded import.
      onError() {
        // Changes until the next event are missed.
        first = false
        // After a long subscription, start again with the shortest interval.
        if (Date.now() - begun > longestWaitMilliseconds) refusals = 0
        timer = setTimeout(begin, Math.min(longestWaitMilliseconds, firstWaitMilliseconds * 2 ** refusals++))
        lookAgain()
      },
      // Another tab recounted a checked file. The event lacks its questions and first rows, so reload.
      onNext(event) {
        if (!first && event?.importProgress.status === 'CHECKED') lookAgain()
        first = false
      },
    })
  }
  begin()
  return () => {
    clearTimeout(timer)
    listening.dispose()
  }
}

/**
 * Keeps an import up to date in this tab, even after its end: another tab may undo it. After a lost connection, the
 * first event holds the current state. Reloads the whole import after each change of status, because events carry
 * figures only. A mutation's response may be older than the last event and would show an ended import as running.
 */
export function useLiveImport({ id, status }: { id: string; status: string }): void {
  const environment = useRelayEnvironment()
  const { revalidate } = useRevalidator()
  useEffect(() => listen(environment, id, () => void revalidate()), [environment, id, revalidate])
  useEffect(() => void revalidate(), [status, revalidate])
}

/**
 * Reloads the list when an import begins elsewhere, and when the merchant returns to this tab. The tab may have been
 * offline.
 */
export function useImportsWatch(): void {
  const { revalidate } = useRevalidator()
  useSubscription<useImportRunListSubscription>(
    useMemo(() => ({ subscription: list, variables: {}, onNext: () => void revalidate() }), [revalidate]),
  )
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [revalidate])
}

/** Opens an import, or with null the start page. The browser's Back button returns. */
export function useShowRun(): (id: string | null) => void {
  const [, setParams] = useSearchParams()
  return useCallback(
    (id) =>
      setParams((params) => {
        if (id === null) params.delete(runParam)
        else params.set(runParam, id)
        return params
      }),
    [setParams],
  )
}
