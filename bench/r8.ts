import { checkRowSecurity } from '../server/testing/checks/check-row-security.ts'
import { checkTenants } from '../server/testing/checks/check-tenants.ts'
import { mergeVerdicts } from '../server/testing/checks/verdict.ts'
import type { PromiseBench } from './bench.ts'
import { openWorld } from './world.ts'

export const r8: PromiseBench = {
  id: 'R8',
  title:
    'whatever shop A has, with the session of shop B: nothing read, written or told from nothing; row-level security alone as well',
  async onPromise({ place, say }) {
    await using world = await openWorld(place)
    const access = await checkTenants(world)
    say(`over the doors ${access.found.length} of ${access.tried}`)
    const rows = await checkRowSecurity(world)
    say(`by row-level security alone ${rows.found.length} of ${rows.tried}`)
    return mergeVerdicts(access, rows)
  },
}
