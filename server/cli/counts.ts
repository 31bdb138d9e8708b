import { checkCounts, repairCounts } from '../reviews/reviews/check-counts.ts'
import { forEachShop } from './each-shop.ts'
import { fail, parseOptions, runProgram } from './program.ts'

const usage =
  'Usage: npm run counts -- --check|--repair [--shop SHOP.myshopify.com]   (compares the review counters with the reviews)'

await runProgram(async () => {
  const { values } = parseOptions(
    { options: { check: { type: 'boolean' }, repair: { type: 'boolean' }, shop: { type: 'string' } } },
    usage,
  )
  if (Boolean(values.check) === Boolean(values.repair)) fail(usage, 2)
  const repair = Boolean(values.repair)
  let differences = 0
  const shops = await forEachShop({ name: 'counts', shop: values.shop }, async (ctx) => {
    const found = repair ? await repairCounts(ctx) : await checkCounts(ctx)
    differences += found
    if (found > 0) console.log(`${ctx.shop.shopifyDomain}: ${found} ${repair ? 'counters repaired' : 'wrong counters'}`)
  })
  console.log(JSON.stringify({ shops, repaired: repair, differences }))
  if (differences > 0 && !repair) process.exitCode = 1
})
