import { text } from 'node:stream/consumers'
import { readEnv } from '../core/env.ts'
import { openCommandApp } from './open-app.ts'
import { runProgram } from './program.ts'
import { readArguments, runShopCommand } from './shop-commands.ts'

await runProgram(async () => {
  const command = readArguments(process.argv.slice(2))
  const app = await openCommandApp(readEnv())
  try {
    for (const line of await runShopCommand(app, command, () => text(process.stdin))) console.log(line)
  } finally {
    await app.close()
  }
})
