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
  /** Stands there until the first answer has come. */
  waits: ReactNode
  /** What stands there where no answer came: what is said of it, perhaps within what the part would have brought, or something else. */
  failed?: (notice: ReactNode) => ReactNode
  children: ReactNode
}

/**
 * A part of a page that loads code (later) or data (useOwnQuery) of its own: where none comes it says so and can be tried again, and the page
 * around it stays as it is.
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

/** What a click opens, such as a dialog: where its code or data do not come it is closed again, and a toast says why. */
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

/** Below a Part or an Opening: loads what it shows; suspends until it is here. */
export function useOwnQuery<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: Query['variables'],
  fetchPolicy: FetchPolicy = 'store-or-network',
): Query['response'] {
  return useLazyLoadQuery<Query>(query, variables, { fetchPolicy, fetchKey: use(KeyContext) })
}

/** Whether the part shows a failure itself; not while the session layer redirects to the login. @throws our own faults, which the page shows */
function isShownInPart(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) throw error
  return error.kind !== 'session'
}

function Failure({ error, again }: { error: unknown; again: () => void }) {
  const { t, i18n } = useLingui()
  useEffect(() => {
    // A browser that is in a network again need not be told so.
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
