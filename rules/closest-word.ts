/** Returns the known word closest to a misspelled one, or null. `statusFilter` and `stats` match `status`. */
export function closestWord(given: string, known: readonly string[]): string | null {
  const asked = given.toLowerCase()
  const mostEdits = Math.max(1, Math.floor(asked.length * 0.4))
  let best: { word: string; edits: number } | null = null
  for (const word of known) {
    const other = word.toLowerCase()
    const isPart = other.length > 2 && asked.length > 2 && (asked.includes(other) || other.includes(asked))
    const edits = isPart ? 1 : editDistance(asked.slice(0, longest), other)
    if (edits <= mostEdits && edits < (best?.edits ?? Infinity)) best = { word, edits }
  }
  return best?.word ?? null
}

/** Field names are shorter; this limits the cost of longer texts. */
const longest = 50

/** Levenshtein distance. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
