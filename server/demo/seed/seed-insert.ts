import type { Db } from '../../core/database/for-shop.ts'

/** Limits of one statement, for the embedded database. */
const mostRows = 1000
const mostCharacters = 900_000

/** Inserts rows with few large statements; missing columns get their defaults. */
export async function insertRows(db: Db, table: string, rows: readonly object[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => `"${name}"`).join(', ')
  const statement = `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`
  let batch: string[] = []
  let length = 0
  const flush = async () => {
    if (batch.length > 0) await db.$executeRawUnsafe(statement, `[${batch.join(',')}]`)
    batch = []
    length = 0
  }
  for (const row of rows) {
    const text = JSON.stringify(row)
    if (batch.length === mostRows || length + text.length > mostCharacters) await flush()
    batch.push(text)
    length += text.length
  }
  await flush()
}
