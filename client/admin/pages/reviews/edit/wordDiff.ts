interface DiffPart {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Limit for the product of both word counts, which is the number of steps. Longer texts are shown whole. */
const maxCompared = 4_000_000

/** Returns the differences between two texts by word. Spaces and line breaks belong to the word before them. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [old, present] = [wordsOf(before), wordsOf(after)]
  if (old.length * present.length > maxCompared)
    return [
      { kind: 'gone' as const, text: before },
      { kind: 'new' as const, text: after },
    ].filter(({ text }) => text)
  const parts: DiffPart[] = []
  const add = (kind: DiffPart['kind'], text: string) => {
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += text
    else parts.push({ kind, text })
  }
  const longest = commonLengths(old, present)
  let [i, j] = [0, 0]
  while (i < old.length || j < present.length) {
    const [left, right] = [old[i], present[j]]
    if (left !== undefined && left === right) {
      add('same', left)
      i++
      j++
    } else if (
      left !== undefined &&
      (right === undefined || lengthAt(longest, i + 1, j) >= lengthAt(longest, i, j + 1))
    ) {
      add('gone', left)
      i++
    } else {
      add('new', right ?? '')
      j++
    }
  }
  return parts
}

const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? []

const lengthAt = (table: readonly Uint32Array[], i: number, j: number): number => table[i]?.[j] ?? 0

/** Returns the lengths of the longest common subsequences of the remaining words from each pair of positions. */
function commonLengths(old: readonly string[], present: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint32Array(present.length + 1))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = present.length - 1; j >= 0; j--) {
      const row = table[i]
      if (row)
        row[j] =
          old[i] === present[j]
            ? lengthAt(table, i + 1, j + 1) + 1
            : Math.max(lengthAt(table, i + 1, j), lengthAt(table, i, j + 1))
    }
  return table
}
