import { migrate } from '../core/database/migrate.ts'
import { readEnv } from '../core/env.ts'
import { openForCommand, openOrFail, runProgram } from './program.ts'

await runProgram(async () => {
  const env = readEnv()
  const database = await openForCommand(env)
  try {
    const applied = await openOrFail(migrate(database.directPool))
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  } finally {
    await database.close()
  }
})
