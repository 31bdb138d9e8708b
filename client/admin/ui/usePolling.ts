import { useEffect } from 'react'
import { fetchQuery, useRelayEnvironment } from 'react-relay/hooks'
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime'

const pollMilliseconds = 2_000

/** Reads a query again every two seconds while `isOn`, for work that the server does in the background. */
export function usePolling<Query extends OperationType>(
  query: GraphQLTaggedNode,
  isOn: boolean,
  variables: Query['variables'] = {},
): void {
  const environment = useRelayEnvironment()
  const asked = JSON.stringify(variables)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      // A failed attempt is followed by the next.
      fetchQuery<Query>(environment, query, JSON.parse(asked) as Query['variables']).subscribe({
        error: () => undefined,
      })
    }, pollMilliseconds)
    return () => clearInterval(timer)
  }, [environment, query, isOn, asked])
}
