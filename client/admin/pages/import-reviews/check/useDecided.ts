import { useEffect, useState } from 'react'
import type { Decided } from './answers.ts'

interface Checked {
  id: string
  columns: readonly { field: string | null | undefined }[]
}

interface Kept {
  /** What the columns were read as when this was decided. */
  mapping: string
  decided: Decided
}

const keyOf = (importId: string) => `candor.import.${importId}`

/**
 * What has been decided about a checked file; a reload of the page forgets none of it but columns that were changed and not checked by. Answers hold for the columns that they were given about: read another way, the file asks anew
 * (other cells are dates and ratings then), and only how reviews shall stand in the shop stays chosen.
 */
export function useDecided({ id, columns }: Checked, begun: Decided): [Decided, (change: Partial<Decided>) => void] {
  // Of thousands of columns few are read: what is kept names those.
  const mapping = JSON.stringify(columns.flatMap(({ field }, at) => (field ? [[at, field]] : [])))
  const [present, setPresent] = useState<Kept>(() => ({ mapping, decided: { ...begun, ...keptOf(id, mapping) } }))
  // The columns may change below an open page: the news of a check that was done again come before its columns.
  if (present.mapping !== mapping) setPresent({ mapping, decided: { ...begun, publish: present.decided.publish } })
  useEffect(() => keep(id, present), [id, present])
  return [
    present.decided,
    (change) => setPresent((before) => ({ ...before, decided: { ...before.decided, ...change } })),
  ]
}

/** Written by us, in this tab; a browser that keeps nothing has nothing. */
function keptOf(importId: string, mapping: string): Partial<Decided> {
  try {
    const text = sessionStorage.getItem(keyOf(importId))
    if (!text) return {}
    const {
      mapping: of,
      decided: { publish, ...answers },
    } = JSON.parse(text) as Kept
    return of === mapping ? { publish, ...answers } : { publish }
  } catch {
    // Blocked storage, or nothing that we would write today.
    return {}
  }
}

function keep(importId: string, { mapping, decided }: Kept): void {
  const columns = decided.columns === 'changed' ? null : decided.columns
  try {
    sessionStorage.setItem(keyOf(importId), JSON.stringify({ mapping, decided: { ...decided, columns } }))
  } catch {
    // Blocked storage: the answers live as long as the page.
  }
}
