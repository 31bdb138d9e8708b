import { checkAccountDoors } from '../server/testing/checks/check-accounts.ts'
import { checkSessionShop } from '../server/testing/checks/check-session-shop.ts'
import { mergeVerdicts } from '../server/testing/checks/verdict.ts'
import type { PromiseBench } from './bench.ts'
import { openWorld } from './world.ts'

export const r9: PromiseBench = {
  id: 'R9',
  title:
    'calls of shop B that name shop A in a header, a cookie, the address, arguments, the body, by ids, paths and cursors: B’s they stay',
  async onPromise({ place, say }) {
    await using world = await openWorld(place)
    const standalone = await checkSessionShop(world)
    say(`standalone ${standalone.found.length} of ${standalone.tried}`)
    const embedded = await checkSessionShop(world, { mode: 'embedded' })
    say(`embedded ${embedded.found.length} of ${embedded.tried}`)
    const accounts = await checkAccountDoors(world)
    say(`accounts ${accounts.found.length} of ${accounts.tried}`)
    return mergeVerdicts(standalone, embedded, accounts)
  },
}
