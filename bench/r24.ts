import { checkPlans } from '../server/testing/checks/check-plans.ts'
import type { PromiseBench } from './bench.ts'
import { openWorld } from './world.ts'

export const r24: PromiseBench = {
  id: 'R24',
  title:
    'what a plan does not hold, called directly on every plan below, over every door: refused, and nothing written',
  async onPromise({ place }) {
    await using world = await openWorld(place)
    return await checkPlans(world)
  },
}
