import { expect, test } from '@jest/globals'
import { checkPictureUploads, checkPictures } from '../../testing/checks/check-pictures.ts'
import { createWorld } from '../../testing/world.ts'

test('pictures are re-encoded without their metadata; what is none, or enormous, is refused', async () => {
  const { found, missed, caught, tried } = await checkPictures({ large: false })
  expect(found).toEqual([])
  expect(missed).toEqual([])
  expect(caught).toBeGreaterThan(5)
  expect(tried).toBeGreaterThan(10)
})

/** A sample; `npm run bench -- R17` sends all. */
test('over the doors a file is what its bytes are', async () => {
  const world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
  const { found, missed } = await checkPictureUploads(world, { large: false, every: 4 })
  await world.close()
  expect(found).toEqual([])
  expect(missed).toEqual([])
})
