import type { Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { ARCHIVED, type ArchivedTable } from './tables.ts'

export interface Column {
  name: string
  /** As the database writes it: `uuid`, `timestamp(3) with time zone`. */
  type: string
  isKey: boolean
}

export const identifier = (name: string): Prisma.Sql => Prisma.raw(`"${name.replaceAll('"', '')}"`)

export function archivedTable(name: string): ArchivedTable {
  const table = ARCHIVED[name]
  if (!table) throw new Error(`${name} is not an archived table.`)
  return table
}

/** Columns by table. They stay the same while a process runs. */
const known = new Map<string, Column[]>()

/** Reads the columns of a table that an archive has, in the order of the database. Its shop and computed ones are not. */
export async function readColumns({ db }: Pick<Ctx, 'db'>, name: string): Promise<readonly Column[]> {
  const { without = [] } = archivedTable(name)
  const before = known.get(name)
  if (before) return before
  const rows = await db.$queryRaw<Column[]>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, coalesce(a.attnum = any(i.indkey), false) as "isKey"
    from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = ${`"${name}"`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'shopId'
    order by a.attnum`
  const columns = rows.filter(({ name: column }) => !without.includes(column))
  known.set(name, columns)
  return columns
}
