import { useEffect, useState } from 'react'
import { undecided, type Decided } from './answers.ts'

interface Checked {
  id: string
  columns: readonly { field: string | null | undefined }[]
}

interface Kept {
  /** The columns' meanings at the time of the answers. */
  mapping: string
  decided: Decided
}

const keyOf = (importId: string) => `candor.import.${importId}`

/**
 * Keeps the answers about a checked file across reloads, except columns that were changed and not checked again.
 * Answers belong to a mapping of columns. After a change, only the chosen status of reviews stays: the other answers
 * were about other cells.
 * @param product the place of unmatched reviews until the merchant chooses another
 */
export function useDecided(
  { id, columns }: Checked,
  product: string | null,
): [Decided, (change: Partial<Decided>) => void] {
  const begun = { ...undecided, answers: product ? { unmatched: product } : {} }
  // Keep only mapped columns: a file may have thousands.
  const mapping = JSON.stringify(columns.flatMap(({ field }, at) => (field ? [[at, field]] : [])))
  const [present, setPresent] = useState<Kept>(() => ({ mapping, decided: { ...begun, ...keptOf(id, mapping) } }))
  // The columns may change while the page is open: the event of a new check arrives before its columns.
  if (present.mapping !== mapping) setPresent({ mapping, decided: { ...begun, publish: present.decided.publish } })
  useEffect(() => keep(id, present), [id, present])
  return [
    present.decided,
    (change) => setPresent((before) => ({ ...before, decided: { ...before.decided, ...change } })),
  ]
}

/** Reads the answers stored in this tab; none if the browser blocks storage. */
function keptOf(importId: string, mapping: string): Partial<Decided> {
  try {
    const text = sessionStorage.getItem(keyOf(importId))
    if (!text) return {}
    const kept = JSON.parse(text) as Kept
    return kept.mapping === mapping ? kept.decided : { publish: kept.decided.publish }
  } catch {
    // Blocked storage, or content that no longer parses.
    return {}
  }
}

function keep(importId: string, { mapping, decided }: Kept): void {
  try {
    sessionStorage.setItem(keyOf(importId), JSON.stringify({ mapping, decided: { ...decided, columnsChanged: false } }))
  } catch {
    // Blocked storage: the answers last as long as the page.
  }
}
