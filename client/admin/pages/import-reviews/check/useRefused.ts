import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Outcome } from '../../../shell/relay/useCommit.ts'

interface Refused {
  /** The rejected field, by its name on the server. */
  path: string
  sentence: string
}

/**
 * Keeps the error of a refused start or check to show it near the button. It concerns no form field. Reloads the
 * import: another tab, the plan or the products have changed it. An error without a field is already a toast.
 */
export function useRefused(): {
  refused: Refused | null
  take: (outcome: Outcome<unknown>) => void
  forget: () => void
} {
  const { revalidate } = useRevalidator()
  const [refused, setRefused] = useState<Refused | null>(null)
  const take = (outcome: Outcome<unknown>) => {
    const [first] = outcome.ok ? [] : Object.entries(outcome.fields)
    setRefused(first ? { path: first[0], sentence: first[1] } : null)
    if (!outcome.ok) void revalidate()
  }
  return { refused, take, forget: () => setRefused(null) }
}
