import { expect, test } from '@jest/globals'
import { checkPictureDoors, checkPictures } from '../testing/check-pictures.ts'
import { createWorld } from '../testing/world.ts'

test('pictures are encoded anew without what stood in them; what is none, or enormous, is refused', async () => {
  const { found, missed, caught, tried } = await checkPictures()
  expect(found).toEqual([])
  expect(missed).toEqual([])
  console.log(caught, tried)
})

test('over the doors a file is what its bytes are', async () => {
  const world = await createWorld()
  const { found, missed } = await checkPictureDoors(world)
  await world.close()
  expect(found).toEqual([])
  expect(missed).toEqual([])
})
