import { checkExports } from '../server/testing/checks/check-exports.ts'
import type { PromiseBench } from './bench.ts'
import { openWorld } from './world.ts'

export const r19: PromiseBench = {
  id: 'R19',
  title: 'exports as CSV and XLSX and error files of imports: no cell is calculated, read again the texts are the same',
  async onPromise({ place }) {
    await using world = await openWorld(place, 'all')
    return await checkExports(world)
  },
}
