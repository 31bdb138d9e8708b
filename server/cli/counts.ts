import { compose } from '../compose.ts'
import { readEnv } from '../env.ts'
import { checkCounts, repairCounts } from '../reviews/check-counts.ts'
import { fail, opened, parsed, program } from './program.ts'

const usage = 'Usage: npm run counts -- --check|--repair [--shop SHOP.myshopify.com]   (compares the review counters with the reviews)'

interface Options {
  repair: boolean
  domain: string | null
}

function options(): Options {
  const { values } = parsed({ options: { check: { type: 'boolean' }, repair: { type: 'boolean' }, shop: { type: 'string' } } }, usage)
  if (Boolean(values.check) === Boolean(values.repair)) return fail(usage, 2)
  const domain = values.shop === undefined || values.shop.includes('.') ? values.shop : `${values.shop}.myshopify.com`
  return { repair: Boolean(values.repair), domain: domain ?? null }
}

async function run(): Promise<void> {
  const { repair, domain } = options()
  // This process serves no requests and sends no emails.
  const app = await opened(compose({ env: { ...readEnv(), CANDOR_ROLE: 'web' } }))
  let differences = 0
  try {
    const shops = await app.deps.doors.acrossShops('the command line').shop.findMany({ where: domain === null ? {} : { shopifyDomain: domain }, orderBy: { shopifyDomain: 'asc' } })
    if (domain !== null && shops.length === 0) fail(`There is no shop ${domain}.`)
    for (const shop of shops) {
      const ctx = app.contextOf(shop, { kind: 'system', name: 'counts' })
      const found = repair ? await repairCounts(ctx) : await checkCounts(ctx)
      differences += found
      if (found > 0) console.log(`${shop.shopifyDomain}: ${found} ${repair ? 'counters repaired' : 'wrong counters'}`)
    }
    console.log(JSON.stringify({ shops: shops.length, repaired: repair, differences }))
  } finally {
    await app.close()
  }
  if (differences > 0 && !repair) process.exitCode = 1
}

await program(run)
