import { v7 as uuidv7 } from 'uuid'
import { noProduct, type ProductNames } from '../sources/source.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { matchProducts } from './product-match.ts'
import { suggestProducts } from './suggest.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.ctx.db.product.deleteMany({ where: { shopId: world.shop.id } })
})
afterAll(() => world.close())

interface Variant {
  id: string
  sku: string
}
const titles = new Map<string, string>()

async function add(
  handle: string,
  {
    platformId,
    title = handle,
    variants = [],
    shopId = world.shop.id,
    deleted = false,
  }: { platformId: string; title?: string; variants?: Variant[]; shopId?: string; deleted?: boolean },
) {
  const now = world.app.deps.now()
  const id = uuidv7()
  const data = variants.map((one) => ({ ...one, title: 'v', priceCents: 1 }))
  await world.app.deps.access.acrossShops('the demo platform').product.create({
    data: {
      shopId,
      id,
      handle,
      platformId,
      title,
      variants: data,
      createdAt: now,
      updatedAt: now,
      deletedAt: deleted ? now : null,
    },
  })
  titles.set(id, handle)
}

const match = async (...products: Partial<ProductNames>[]): Promise<(string | null)[]> => {
  const wanted = products.map((product) => ({ ...noProduct, ...product }))
  const idOf = await matchProducts(world.ctx, wanted)
  return wanted.map((product) => titles.get(idOf(product) ?? '') ?? null)
}

describe('product matching', () => {
  beforeAll(async () => {
    await add('blue-mug', {
      platformId: '7001',
      title: 'Blue Mug',
      variants: [
        { id: '9001', sku: 'MUG-B' },
        { id: '9002', sku: 'MUG-B2' },
      ],
    })
    await add('red-mug', {
      platformId: '7002',
      title: 'Crème brûlée — "Set"',
      variants: [
        { id: '9003', sku: 'MUG-R' },
        { id: '9004', sku: 'TWICE' },
      ],
    })
    await add('twin-a', {
      platformId: '7003',
      title: 'Twin',
      variants: [
        { id: '9005', sku: 'TWICE' },
        { id: '9006', sku: '' },
      ],
    })
    await add('twin-b', { platformId: '7004', title: 'Twin' })
    await add('tea-ja', { platformId: '7005', title: '抹茶 セット' })
    await add('gone', { platformId: '7006', title: 'Gone', deleted: true })
    await add('theirs', {
      platformId: '7007',
      title: 'Theirs',
      variants: [{ id: '9009', sku: 'THEIRS' }],
      shopId: world.otherShop.id,
    })
  })

  test.each<[string, Partial<ProductNames>, string | null]>([
    ['by its id', { platformId: '7001' }, 'blue-mug'],
    ['by a variant’s id', { variantId: '9002' }, 'blue-mug'],
    ['by its handle', { handle: 'red-mug' }, 'red-mug'],
    ['by its address', { urlHandle: 'red-mug' }, 'red-mug'],
    ['by a SKU', { sku: 'MUG-R' }, 'red-mug'],
    ['by its title', { title: 'Blue Mug' }, 'blue-mug'],
    ['by its title without accents, signs and case', { title: 'CREME BRULEE set' }, 'red-mug'],
    ['by its title in another script', { title: '抹茶 セット' }, 'tea-ja'],
    ['by the id before the handle', { platformId: '7001', handle: 'red-mug' }, 'blue-mug'],
    ['by the variant before the handle', { variantId: '9003', handle: 'blue-mug' }, 'red-mug'],
    ['by the handle before the address', { handle: 'blue-mug', urlHandle: 'red-mug' }, 'blue-mug'],
    [
      'by the next name when an id is not ours',
      { platformId: '1', variantId: '2', handle: 'x', urlHandle: 'y', sku: 'z', title: 'blue mug' },
      'blue-mug',
    ],
    ['not by a SKU of two', { sku: 'TWICE' }, null],
    ['not by a title of two', { title: 'Twin' }, null],
    ['by a SKU of two and a title', { sku: 'TWICE', title: 'Blue mug' }, 'blue-mug'],
    ['not when it was deleted', { platformId: '7006', handle: 'gone', title: 'Gone' }, null],
    [
      'not in another shop',
      { platformId: '7007', variantId: '9009', handle: 'theirs', sku: 'THEIRS', title: 'Theirs' },
      null,
    ],
    ['not by nearly its title', { title: 'Blue Mugs' }, null],
    ['not by signs alone', { title: '***' }, null],
    ['not by the name that it has elsewhere', { other: '7001' }, null],
    ['not without a name', {}, null],
  ])('finds a product %s', async (_name, product, handle) => {
    expect(await match(product)).toEqual([handle])
  })

  test('finds many products in one call', async () => {
    expect(
      await match({ platformId: '7001' }, { sku: 'MUG-R' }, { title: 'blue  mug' }, {}, { handle: 'nothing' }),
    ).toEqual(['blue-mug', 'red-mug', 'blue-mug', null, null])
  })

  test('finds a product by its new title and SKU, and no longer by the old title', async () => {
    const where = { shopId: world.shop.id, handle: 'tea-ja' }
    await world.ctx.db.product.updateMany({ where, data: { title: 'Matcha' } })
    expect(await match({ title: 'matcha' }, { title: '抹茶 セット' })).toEqual(['tea-ja', null])
    await world.ctx.db.product.updateMany({
      where,
      data: { variants: [{ id: '9100', sku: 'TEA', title: 'v', priceCents: 1 }] },
    })
    expect(await match({ sku: 'TEA' })).toEqual(['tea-ja'])
  })

  test('suggests one similar product for each unmatched name', async () => {
    const suggested = await suggestProducts(world.ctx, {
      unmatchedProducts: { 'blue-mugs': 3, '12345': 2, 'garden-hose': 1, SKU9: 1, constructor: 1 },
      unmatchedTitles: Object.assign(Object.create(null) as Record<string, string>, { SKU9: 'Creme brulee sets' }),
    })
    expect(Object.fromEntries(Object.entries(suggested).map(([key, { id }]) => [key, titles.get(id)]))).toEqual({
      'blue-mugs': 'blue-mug',
      SKU9: 'red-mug',
    })
  })
})
