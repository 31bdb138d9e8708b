import { shorten } from './text.ts'

/** Normalizes a column name: ignores case, byte order mark, spaces, `_`, `-` and `.`. */
export const normaliseName = (name: string): string => name.replace(/[\uFEFF\s_.-]/g, '').toLowerCase()

/** The name is stored with every problem of its column, also in database keys. */
const longestName = 200

export interface Header {
  names: readonly string[]
  keys: readonly string[]
  /** The delimiter, if known. */
  separator?: string
}

/** Shortens long names and numbers those that become equal. Reading the result again changes nothing. */
export function readHeader(cells: readonly string[]): Header {
  const cut = new Map<string, number>()
  const names = cells.map((cell) => {
    const name = cell.replaceAll('\uFEFF', '').trim()
    if (name.length <= longestName) return name
    const start = shorten(name, longestName).trim()
    const times = (cut.get(start) ?? 0) + 1
    cut.set(start, times)
    const number = ` (${times})`
    return times === 1 ? start : shorten(start, longestName - number.length).trim() + number
  })
  return { names, keys: names.map(normaliseName) }
}

export function bindColumns<F extends string>(
  header: Header,
  fields: Partial<Record<F, readonly string[]>>,
): Map<F, number> {
  const bound = new Map<F, number>()
  const taken = new Set<number>()
  for (const [field, names] of Object.entries(fields) as [F, readonly string[]][]) {
    for (const name of names) {
      const at = header.keys.indexOf(normaliseName(name))
      if (at < 0 || taken.has(at)) continue
      bound.set(field, at)
      taken.add(at)
      break
    }
  }
  return bound
}
