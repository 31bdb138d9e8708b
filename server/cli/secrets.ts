import { openDatabaseAccess } from '../core/database/for-shop.ts'
import { migrate } from '../core/database/migrate.ts'
import { readEnv } from '../core/env.ts'
import { makeSecretBox } from '../core/secrets/secrets.ts'
import { rotateSecrets } from '../core/secrets/rotate.ts'
import { fail, openForCommand, openOrFail, parseOptions, runProgram } from './program.ts'

const usage =
  'Usage: npm run secrets -- --rotate   (seals the secrets of all shops with the first key of ENCRYPTION_KEY)'

await runProgram(async () => {
  const { values } = parseOptions({ options: { rotate: { type: 'boolean' } } }, usage)
  if (!values.rotate) fail(usage, 2)
  const env = readEnv()
  const database = await openForCommand(env)
  try {
    await openOrFail(migrate(database.directPool))
    const access = await openOrFail(openDatabaseAccess(database))
    try {
      const rotation = await rotateSecrets({ access, secrets: makeSecretBox(env.ENCRYPTION_KEY) }, ({ resealed }) =>
        console.error(`${resealed} secrets sealed ...`),
      )
      console.log(JSON.stringify(rotation))
      if (rotation.unreadable > 0)
        fail(
          `No key of ENCRYPTION_KEY opens ${rotation.unreadable} secrets. Add the key that sealed them, or ask their shops to enter them again.`,
        )
    } finally {
      await access.close()
    }
  } finally {
    await database.close()
  }
})
