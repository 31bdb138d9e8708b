import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button } from '@shopify/polaris'
import { Suspense, use, useEffect, useState, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLazyLoadQuery } from 'react-relay/hooks'
import type { FetchPolicy, GraphQLTaggedNode, OperationType } from 'relay-runtime'
import { readPartKey, KeyContext, noteFailure } from './relay/lazyComponent.tsx'
import { RequestFailed } from './relay/request.ts'
import { useToast } from './toasts.tsx'
import { failureSentence } from './relay/useCommit.ts'

interface PartProps {
  /** Placeholder until the first response. */
  waits: ReactNode
  /** Wraps the error notice, for example in the frame of the content. Default: the notice alone. */
  failed?: (notice: ReactNode) => ReactNode
  children: ReactNode
}

/**
 * A part of a page that loads its own code (lazyComponent) or data (useOwnQuery). If loading fails, it shows an error
 * with a retry button, and the page around it stays.
 */
export function Part({ waits, failed = (notice) => notice, children }: PartProps) {
  const [key, setKey] = useState(readPartKey)
  return (
    <ErrorBoundary
      onError={noteFailure}
      onReset={() => setKey(readPartKey())}
      fallbackRender={({ error, resetErrorBoundary }) =>
        isShownInPart(error) && failed(<Failure error={error} again={resetErrorBoundary} />)
      }
    >
      <KeyContext value={key}>
        <Suspense fallback={waits}>{children}</Suspense>
      </KeyContext>
    </ErrorBoundary>
  )
}

/** Content that a click opens, such as a dialog. If its code or data fail to load, it closes and a toast says why. */
export function Opening({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { i18n } = useLingui()
  const toast = useToast()
  const [key] = useState(readPartKey)
  const close = (error: unknown) => {
    noteFailure()
    if (isShownInPart(error)) toast(failureSentence(i18n, error), { isError: true })
    onClose()
  }
  return (
    <ErrorBoundary onError={close} fallbackRender={({ error }) => isShownInPart(error) && null}>
      <KeyContext value={key}>
        <Suspense>{children}</Suspense>
      </KeyContext>
    </ErrorBoundary>
  )
}

/** Loads the data of a Part or an Opening. Suspends until loaded. */
export function useOwnQuery<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: Query['variables'],
  fetchPolicy: FetchPolicy = 'store-or-network',
): Query['response'] {
  return useLazyLoadQuery<Query>(query, variables, { fetchPolicy, fetchKey: use(KeyContext) })
}

/**
 * Returns whether the part shows the error; not while the session layer opens the login. @throws our own errors, for
 * the page to show
 */
function isShownInPart(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) throw error
  return error.kind !== 'session'
}

function Failure({ error, again }: { error: unknown; again: () => void }) {
  const { t, i18n } = useLingui()
  useEffect(() => {
    // Retry without a click once the browser is online.
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [again])
  return (
    <div role="alert">
      <BlockStack gap="200" inlineAlign="start">
        <p>{failureSentence(i18n, error)}</p>
        <Button onClick={again}>{t`Try again`}</Button>
      </BlockStack>
    </div>
  )
}
