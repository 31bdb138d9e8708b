import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { readEnv } from '../env.ts'

const env = readEnv()
const database = await openDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
try {
  const applied = await migrate(database.pool)
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
} finally {
  await database.close()
}
