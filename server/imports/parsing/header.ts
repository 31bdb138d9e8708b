import { shorten } from './text.ts'

/** Header names equal but for case, byte order mark, spaces, `_`, `-` and `.` are the same name. */
export const normaliseName = (name: string): string => name.replace(/[\uFEFF\s_.-]/g, '').toLowerCase()

/** A name stands beside every problem of its column, in keys of the database too. */
const longestName = 200

/** The columns of a file: their own names and the same normalised, in the file's order. */
export interface Header {
  names: readonly string[]
  keys: readonly string[]
  /** What the file's cells are separated by, where that is known. */
  separator?: string
}

/** Names that are too long are cut; of those that are then the same each has its number. Names read again stay as they are. */
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

/** Columns of fields by position. One column feeds one field: the first field that asks for it has it. */
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
