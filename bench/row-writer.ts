// Inserts rows one by one into the embedded database of a folder, and prints the number of each acknowledged one.
import { openDatabase } from '../server/core/database/open.ts'

const { pool } = await openDatabase({ dataDir: process.argv[2] ?? '' })
await pool.query('create table if not exists held (n int primary key)')
const { rows } = await pool.query<{ n: number }>('select coalesce(max(n), 0) as n from held')
for (let n = (rows[0]?.n ?? 0) + 1; ; n++) {
  await pool.query('insert into held values ($1)', [n])
  console.log(n)
}
