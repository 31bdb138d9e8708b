import { migrate } from '../core/database/migrate.ts'
import { openDatabase } from '../core/database/open.ts'
import { readEnv } from '../core/env.ts'
import { openOrFail, runProgram } from './program.ts'

await runProgram(async () => {
  const env = readEnv()
  const database = await openOrFail(openDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR }))
  try {
    const applied = await openOrFail(migrate(database.pool))
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  } finally {
    await database.close()
  }
})
