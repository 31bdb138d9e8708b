/** Header names equal but for case, byte order mark, spaces, `_`, `-` and `.` are the same name. */
export const normaliseName = (name: string): string => name.replace(/[\uFEFF\s_.-]/g, '').toLowerCase()

/** The columns of a file: their own names and the same normalised, in the file's order. */
export interface Header {
  names: readonly string[]
  keys: readonly string[]
}

export function readHeader(cells: readonly string[]): Header {
  const names = cells.map((cell) => cell.replace(/\uFEFF/g, '').trim())
  return { names, keys: names.map(normaliseName) }
}

/** Columns of fields by position. One column feeds one field: the first field that asks for it has it. */
export function bindColumns<F extends string>(header: Header, fields: Partial<Record<F, readonly string[]>>): Map<F, number> {
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
