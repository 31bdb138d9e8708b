import { text } from 'node:stream/consumers'
import { openDatabaseAccess } from '../core/database/for-shop.ts'
import { migrate } from '../core/database/migrate.ts'
import { readEnv } from '../core/env.ts'
import { UserError } from '../core/errors.ts'
import { createAccount } from '../shop/session/accounts.ts'
import { completeShopDomain } from './command-output.ts'
import { fail, openForCommand, openOrFail, parseOptions, runProgram } from './program.ts'

const usage =
  'Usage: npm run account -- create --email EMAIL --shop SHOP.myshopify.com [--name NAME] [--read-only]   (reads the password from stdin)'

async function run(): Promise<void> {
  const {
    values: { email, shop: givenShop, name, 'read-only': readOnly = false },
    positionals,
  } = parseOptions(
    {
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        shop: { type: 'string' },
        name: { type: 'string' },
        'read-only': { type: 'boolean' },
      },
    },
    usage,
  )
  if (positionals[0] !== 'create' || !email || !givenShop) return fail(usage, 2)
  const shop = completeShopDomain(givenShop)
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  const env = readEnv()
  const database = await openForCommand(env)
  try {
    await openOrFail(migrate(database.directPool))
    const access = await openOrFail(openDatabaseAccess(database))
    try {
      const { created } = await createAccount(
        { access, now: () => new Date() },
        { email, password, shopifyDomain: shop, readOnly, ...(name && { name }) },
      )
      console.log(
        created
          ? `Created the account ${email} for ${shop}.${readOnly ? ' It is read-only.' : ''}`
          : `The account ${email} already exists. It can now ${readOnly ? 'look at' : 'manage'} ${shop}.`,
      )
    } finally {
      await access.close()
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    fail(error.code === 'notFound' ? `There is no shop ${shop}.` : error.message)
  } finally {
    await database.close()
  }
}

await runProgram(run)
