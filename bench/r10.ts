import { checkForgedLinks } from '../server/testing/checks/check-forged-links.ts'
import type { PromiseBench } from './bench.ts'
import { openWorld } from './world.ts'

/** The platform's session tokens are tried by server/platform/id-token.test.ts. */
export const r10: PromiseBench = {
  id: 'R10',
  title:
    'forged, cut, expired and foreign links for passwords, invitations and archives, and session tokens: none is taken',
  async onPromise({ place }) {
    await using world = await openWorld(place)
    return await checkForgedLinks(world)
  },
}
