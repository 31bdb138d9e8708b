import { readEnv } from '../core/env.ts'
import { readArguments, runFeatureCommand } from './feature-commands.ts'
import { openCommandApp } from './open-app.ts'
import { runProgram } from './program.ts'

await runProgram(async () => {
  const command = readArguments(process.argv.slice(2))
  const app = await openCommandApp(readEnv())
  try {
    for (const line of await runFeatureCommand(app, command)) console.log(line)
  } finally {
    await app.close()
  }
})
