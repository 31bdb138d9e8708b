import { migrate } from '../core/database/migrate.ts'
import { openDatabase } from '../core/database/open.ts'
import { readEnv } from '../core/env.ts'
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
