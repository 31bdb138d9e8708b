import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Outcome } from '../../../shell/relay/useCommit.ts'

export interface Refused {
  /** The field that the server did not take, as the server calls it. */
  path: string
  sentence: string
}

/**
 * What was refused of a checked file, to be said where the merchant has clicked: the fields of such a refusal are none that can be typed
 * into. The import has changed since it was shown (in another tab, with the plan, with the products), so it is asked for again.
 * A refusal without a field is a toast already.
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
