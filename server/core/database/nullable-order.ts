import type { KeysetQuery } from './keyset.ts'

/** Rows without a value sort as if they had this time. */
const epoch = new Date(0)

interface Finder<Row> {
  field: keyof Row & string
  find(query: KeysetQuery & { has: boolean }): Promise<Row[]>
}

/** Makes a keyset page over a nullable time column, null as earliest. Reads at most two index ranges. */
export function sortNullsAsEarliest<Row extends object>({
  field,
  find,
}: Finder<Row>): (query: KeysetQuery) => Promise<Row[]> {
  return async (query) => {
    const rising = query.orderBy.find((column) => field in column)?.[field] === 'asc'
    const rows: Row[] = []
    for (const has of rising ? [false, true] : [true, false]) {
      if (rows.length === query.take) break
      const AND = has
        ? [...query.where.AND, { [field]: { not: null } }]
        : [...query.where.AND.map((where) => resolveAtEpoch(where, field)), { [field]: null }]
      rows.push(...(await find({ ...query, where: { AND }, take: query.take - rows.length, has })))
    }
    return rows.map((row) => (row[field] === null ? { ...row, [field]: epoch } : row))
  }
}

/** Turns the epoch of `sortNullsAsEarliest` back into null. */
export function epochToNull(time: Date): Date | null {
  return time.getTime() === epoch.getTime() ? null : time
}

const always = {}
const never = { OR: [] }

/** Resolves a keyset condition for rows whose `field` is the epoch: its comparisons become true or false. */
function resolveAtEpoch(where: object, field: string): object {
  const parts = Object.entries(where as Record<string, unknown>).map(([name, value]): object => {
    if (name === 'OR') return { OR: (value as object[]).map((part) => resolveAtEpoch(part, field)) }
    return name === field ? (isTrueAtEpoch(value as Record<string, Date>) ? always : never) : { [name]: value }
  })
  return { AND: parts }
}

function isTrueAtEpoch(comparison: Record<string, Date>): boolean {
  return Object.entries(comparison).every(([operator, bound]) => {
    const distance = epoch.getTime() - bound.getTime()
    if (operator === 'lt') return distance < 0
    if (operator === 'lte') return distance <= 0
    return operator === 'gt' ? distance > 0 : distance >= 0
  })
}
