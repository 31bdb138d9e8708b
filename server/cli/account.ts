import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { openDoors } from '../database/for-shop.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { readEnv } from '../env.ts'
import { UserError } from '../errors.ts'
import { createAccount } from '../session/accounts.ts'

const usage = 'Usage: npm run account -- create --email EMAIL --shop SHOP.myshopify.com   (the password is read from stdin)'

function fail(sentence: string, code: number): never {
  console.error(sentence)
  process.exit(code)
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { email: { type: 'string' }, shop: { type: 'string' } } })
if (positionals[0] !== 'create' || !values.email || !values.shop) fail(usage, 2)

const password = (await text(process.stdin)).replace(/\r?\n$/, '')
const env = readEnv()
const database = await openDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR }).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error), 1))
try {
  await migrate(database.pool)
  const doors = await openDoors(database, { warn: () => undefined })
  const { created } = await createAccount({ doors, now: () => new Date() }, { email: values.email, password, shopifyDomain: values.shop })
  console.log(created ? `${values.email} may sign in now.` : `${values.email} has a login already; it may enter ${values.shop} now.`)
  await doors.close()
} catch (error) {
  if (!(error instanceof UserError)) throw error
  fail(error.code === 'notFound' ? `There is no shop ${values.shop}.` : error.message, 1)
} finally {
  await database.close()
}
