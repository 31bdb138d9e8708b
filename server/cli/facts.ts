import { backfillFacts } from '../shop/analytics/backfill.ts'
import { forEachShop } from './each-shop.ts'
import { fail, parseOptions, runProgram } from './program.ts'

const usage =
  'Usage: npm run facts -- --backfill [--shop SHOP.myshopify.com]   (counts the facts of analytics from before they were recorded)'

await runProgram(async () => {
  const { values } = parseOptions({ options: { backfill: { type: 'boolean' }, shop: { type: 'string' } } }, usage)
  if (!values.backfill) fail(usage, 2)
  let waiting = 0
  const shops = await forEachShop({ name: 'facts', shop: values.shop }, async (ctx) => {
    const { until, complete } = await backfillFacts(ctx)
    if (complete) return
    waiting += 1
    console.log(
      `${ctx.shop.shopifyDomain}: counted until ${until.toISOString()}. Run the command again in an hour or two for the rest.`,
    )
  })
  console.log(JSON.stringify({ shops, incomplete: waiting }))
})
