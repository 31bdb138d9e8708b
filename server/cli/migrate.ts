import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { readEnv } from '../env.ts'
import { opened, program } from './program.ts'

await program(async () => {
  const env = readEnv()
  const database = await opened(openDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR }))
  try {
    const applied = await opened(migrate(database.pool))
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  } finally {
    await database.close()
  }
})
