import type { DatabaseAccess } from '../../core/database/for-shop.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { makeShopCache } from './shop-cache.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test.each(['findById', 'findByDomain'] as const)(
  'a row that was read while it was dropped is not kept (%s)',
  async (by) => {
    const { access } = world.app.deps
    let meanwhile: () => Promise<unknown> = async () => undefined
    const slow: DatabaseAccess = {
      ...access,
      acrossShops(why) {
        const db = access.acrossShops(why)
        return db.$extends({
          query: {
            shop: {
              async findUnique({ args, query }) {
                const row = await query(args)
                await meanwhile()
                return row
              },
            },
          },
        }) as unknown as typeof db
      },
    }
    const cache = makeShopCache(slow)
    const key = by === 'findById' ? world.shop.id : world.shop.shopifyDomain
    const rename = (name: string) =>
      access.acrossShops('the demo platform').shop.update({ where: { id: world.shop.id }, data: { name } })
    await rename('Before')
    meanwhile = async () => {
      meanwhile = async () => undefined
      await rename('After')
      cache.drop(world.shop.id)
    }
    expect((await cache[by](key))?.name).toBe('Before')
    expect((await cache[by](key))?.name).toBe('After')
    // What was not dropped is kept.
    meanwhile = () => Promise.reject(new Error('read once more'))
    expect((await cache[by](key))?.name).toBe('After')
  },
)
