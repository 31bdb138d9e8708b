import { checkPictureUploads, checkPictures } from '../server/testing/checks/check-pictures.ts'
import { mergeVerdicts } from '../server/testing/checks/verdict.ts'
import type { PromiseBench } from './bench.ts'
import { openWorld } from './world.ts'

export const r17: PromiseBench = {
  id: 'R17',
  title: 'pictures: re-encoded, metadata removed, type by content, 25 megapixels, floods refused in 50 ms of CPU',
  async onPromise({ place, say }) {
    const kept = await checkPictures({
      cpu: (name, ms) => say(`${ms.toFixed(1).padStart(6)} ms of CPU to refuse: ${name}`),
    })
    await using world = await openWorld(place)
    return mergeVerdicts(kept, await checkPictureUploads(world))
  },
}
