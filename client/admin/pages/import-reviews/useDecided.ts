import { useEffect, useState } from 'react'
import type { Decided } from './answers.ts'

const keyOf = (importId: string) => `candor.import.${importId}`

/**
 * What has been decided about a checked file; a reload of the page forgets none of it. What the columns mean is asked again, as changes
 * that were not checked by are not kept.
 */
export function useDecided(importId: string, begun: Decided): [Decided, (change: Partial<Decided>) => void] {
  const [decided, setDecided] = useState<Decided>(() => ({ ...begun, ...keptOf(importId) }))
  useEffect(() => {
    const { columns: _asked, ...kept } = decided
    sessionStorage.setItem(keyOf(importId), JSON.stringify(kept))
  }, [importId, decided])
  return [decided, (change) => setDecided((present) => ({ ...present, ...change }))]
}

/** Written by us, in this tab; a browser that keeps nothing has nothing. */
function keptOf(importId: string): Partial<Decided> {
  const kept = sessionStorage.getItem(keyOf(importId))
  return kept ? JSON.parse(kept) as Partial<Decided> : {}
}
