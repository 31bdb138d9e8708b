import { v7 as uuidv7 } from 'uuid'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const names = async () =>
  (
    await world.ctx.db.productName.findMany({
      where: { shopId: world.shop.id },
      orderBy: [{ kind: 'asc' }, { name: 'asc' }],
      select: { kind: true, name: true },
    })
  ).map(({ kind, name }) => `${kind} ${name}`)

test('all products of a statement get their names; one that is there already keeps one set of them', async () => {
  const now = world.ctx.now()
  const product = (handle: string) => ({
    shopId: world.shop.id,
    id: uuidv7(),
    platformId: `p-${handle}`,
    handle,
    title: `The ${handle}!`,
    variants: [{ id: `v-${handle}`, sku: 'SKU', title: '', priceCents: 1 }],
    createdAt: now,
    updatedAt: now,
  })
  const rows = [product('mug'), product('cup')]
  await world.ctx.db.product.createMany({ data: rows })
  const wanted = [
    'plain the cup',
    'plain the mug',
    'sku SKU',
    'sku SKU',
    'title The cup!',
    'title The mug!',
    'variant v-cup',
    'variant v-mug',
  ]
  expect(await names()).toEqual(wanted)
  await world.ctx.db.$executeRaw`
    insert into "Product" ("shopId", id, "platformId", handle, title, variants, "createdAt", "updatedAt")
    values (${world.shop.id}::uuid, ${rows[0]?.id}::uuid, 'p-mug', 'mug', 'A beaker', '[]', ${now}, ${now}), (${world.shop.id}::uuid, ${uuidv7()}::uuid, 'p-pot', 'pot', 'Pot', '[]', ${now}, ${now})
    on conflict ("shopId", id) do update set title = excluded.title, variants = excluded.variants`
  expect(await names()).toEqual([
    'plain a beaker',
    'plain pot',
    'plain the cup',
    'sku SKU',
    'title A beaker',
    'title Pot',
    'title The cup!',
    'variant v-cup',
  ])
  await world.ctx.db.product.deleteMany({ where: { shopId: world.shop.id } })
  expect(await names()).toEqual([])
})
