import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { makeSecretBox } from './secrets.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { rotateSecrets } from './rotate.ts'
import { saveSecret, readSecret } from './shop-secrets.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

test('seals the secrets of all shops with the newest key, goes on after a kill, and reports what no key opens', async () => {
  const { access } = world.app.deps
  const [former, both, lost] = [makeSecretBox([key(1)]), makeSecretBox([key(2), key(1)]), makeSecretBox([key(9)])]
  for (const shop of [world.shop, world.otherShop])
    for (const field of ['a', 'b'])
      await saveSecret({ ...world.contextOf(shop), secrets: former }, `service.${field}`, `${shop.name} ${field}`)
  await saveSecret({ ...world.ctx, secrets: lost }, 'service.lost', 'never again')
  await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { platformTokens: former.seal('token') } })

  let batches = 0
  await expect(
    rotateSecrets({ access, secrets: both }, () => {
      if (++batches === 1) throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await rotateSecrets({ access, secrets: both })).toEqual({ resealed: 1, unreadable: 1 })
  expect(await rotateSecrets({ access, secrets: both })).toEqual({ resealed: 0, unreadable: 1 })

  const newest = makeSecretBox([key(2)])
  expect(await readSecret({ ...world.contextOf(world.otherShop), secrets: newest }, 'service.b')).toBe('Shop other b')
  expect(await readSecret({ ...world.ctx, secrets: newest }, 'service.lost')).toBeNull()
  const { platformTokens } = await world.ctx.db.shop.findUniqueOrThrow({ where: { id: world.shop.id } })
  expect(newest.unseal(platformTokens ?? '')).toBe('token')
})
