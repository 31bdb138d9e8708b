import { useCallback, useEffect, useMemo } from 'react'
import { graphql, useRelayEnvironment, useSubscription } from 'react-relay/hooks'
import { useRevalidator, useSearchParams } from 'react-router'
import { requestSubscription, type Disposable, type Environment } from 'relay-runtime'
import type { useImportRunListSubscription } from '../../../__generated__/useImportRunListSubscription.graphql.ts'
import type { useImportRunSubscription } from '../../../__generated__/useImportRunSubscription.graphql.ts'

/** Which import the page shows. */
export const runParam = 'run'

const firstWaitMilliseconds = 2_000
const longestWaitMilliseconds = 60_000

const progress = graphql`
  subscription useImportRunSubscription($importId: ID!) {
    importProgress(importId: $importId, follow: true) {
      id
      status
      total
      done
      fresh
      imported
      duplicates
      unmatched
      bad
      toRemove
      removed
      kept
      undoable
      startedAt
      finishedAt
      undoneAt
      marketplace { total fetched }
    }
  }
`

const list = graphql`subscription useImportRunListSubscription { importsChanged { id } }`

/** Listens to an import's news, and again, more and more seldom, after they were refused. @returns what ends it */
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
      // It ends with an import that is discarded, in whichever tab.
      onCompleted: lookAgain,
      // A lost connection recovers. This is a refusal: too many at a time, or an import that was discarded.
      onError() {
        // What comes to pass until the next news is missed.
        first = false
        // What was heard for so long is another refusal, not the same one still.
        if (Date.now() - begun > longestWaitMilliseconds) refusals = 0
        timer = setTimeout(begin, Math.min(longestWaitMilliseconds, firstWaitMilliseconds * 2 ** refusals++))
        lookAgain()
      },
      // Answers in another tab recounted a checked file; the event doesn't hold its questions and first rows.
      onNext(news) {
        if (!first && news?.importProgress.status === 'CHECKED') lookAgain()
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

/** Keeps an import up to date in this tab, beyond its end, as it may be undone in another; after a lost connection the first news is how it stands by then. */
export function useLiveImport(importId: string): void {
  const environment = useRelayEnvironment()
  const { revalidate } = useRevalidator()
  useEffect(() => listen(environment, importId, () => void revalidate()), [environment, importId, revalidate])
}

/**
 * Asks for the whole import again whenever it has reached another state: the news carry figures only. And what a click is answered with may
 * be older than the news that came before it, so that an import which has ended would look as if it were at work for ever.
 */
export function useDetailsOf(status: string): void {
  const { revalidate } = useRevalidator()
  useEffect(() => void revalidate(), [status, revalidate])
}

/** Another tab, or a program, may begin one: look when it does, and when the merchant comes back to this tab, which may have been offline. */
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

/** Shows an import, or with null the place to begin; Back leads back. */
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
