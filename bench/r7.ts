import { checkRepeats } from '../server/testing/checks/check-repeats.ts'
import type { PromiseBench } from './bench.ts'
import { openWorld } from './world.ts'

export const r7: PromiseBench = {
  id: 'R7',
  title: 'every mutation and every row of REST that is no GET, five times at once with one Idempotency-Key: one effect',
  async onPromise({ place }) {
    await using world = await openWorld(place)
    return await checkRepeats(world)
  },
}
