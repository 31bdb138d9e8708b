import { checkFacts } from '../server/testing/checks/check-facts.ts'
import type { PromiseBench } from './bench.ts'
import { openWorld } from './world.ts'

const operations = 10_000

export const facts: PromiseBench = {
  id: 'FACTS',
  title: `figures of analytics against count(*) by day, after ${operations.toLocaleString('en')} random operations`,
  async onPromise({ place, options, say }) {
    await using world = await openWorld(place, 'all')
    const verdict = await checkFacts(world, options.rows ?? operations)
    say(`${verdict.tried.toLocaleString('en')} sums compared`)
    return verdict
  },
}
