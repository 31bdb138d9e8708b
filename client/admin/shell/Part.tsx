import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button } from '@shopify/polaris'
import { createContext, Suspense, use, useState, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLazyLoadQuery } from 'react-relay/hooks'
import type { FetchPolicy, GraphQLTaggedNode, OperationType } from 'relay-runtime'
import { RequestFailed } from './request.ts'
import { failureSentence } from './useCommit.ts'

/** Of all parts. Relay keeps a failure for a while for who asks the same with the same key: after one, they ask with another. */
let failures = 0
const KeyContext = createContext(0)

interface Props {
  /** Stands there until the first answer has come. */
  waits: ReactNode
  /** What stands there where no answer came: what is said of it, perhaps within what the part would have brought, or something else. */
  failed?: (notice: ReactNode) => ReactNode
  children: ReactNode
}

/** A part of a page that loads data of its own (useOwnQuery): where no answer comes it says so and can be tried again, and the page around it stays as it is. */
export function Part({ waits, failed = (notice) => notice, children }: Props) {
  const [key, setKey] = useState(() => failures)
  return (
    <ErrorBoundary
      onError={() => { failures += 1 }}
      onReset={() => setKey(failures)}
      fallbackRender={({ error, resetErrorBoundary }) => failed(<Failure error={error} again={resetErrorBoundary} />)}
    >
      <KeyContext value={key}><Suspense fallback={waits}>{children}</Suspense></KeyContext>
    </ErrorBoundary>
  )
}

/** Below a Part: loads what it shows; suspends until it is here. */
export function useOwnQuery<Query extends OperationType>(query: GraphQLTaggedNode, variables: Query['variables'], fetchPolicy: FetchPolicy = 'store-or-network'): Query['response'] {
  return useLazyLoadQuery<Query>(query, variables, { fetchPolicy, fetchKey: use(KeyContext) })
}

function Failure({ error, again }: { error: unknown, again: () => void }) {
  const { t, i18n } = useLingui()
  // A fault of ours is told by the page; the session layer is already on its way to the login.
  if (!(error instanceof RequestFailed)) throw error
  if (error.kind === 'session') return null
  return (
    <div role="alert">
      <BlockStack gap="200" inlineAlign="start">
        <p>{failureSentence(i18n, error)}</p>
        <Button onClick={again}>{t`Try again`}</Button>
      </BlockStack>
    </div>
  )
}
