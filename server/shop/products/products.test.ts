import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import type { PlatformProduct } from '../../platform/platform.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { saveProducts } from './sync.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.ctx.db.product.deleteMany({ where: { shopId: world.shop.id } }))

const product = (platformId: string, more: Partial<PlatformProduct> = {}): PlatformProduct => ({
  platformId,
  handle: `handle-${platformId}`,
  title: `Product ${platformId}`,
  image: null,
  status: 'active',
  vendor: 'V',
  productType: 'T',
  description: 'D',
  tags: ['a', 'b'],
  variants: [{ id: '1', title: 'Only', sku: 'S', barcode: '4006381333931', priceCents: 100 }],
  priceCents: 100,
  currency: 'USD',
  ...more,
})
const rows = () =>
  world.ctx.db.product.findMany({
    where: { shopId: world.shop.id },
    orderBy: { platformId: 'asc' },
    select: {
      id: true,
      platformId: true,
      handle: true,
      title: true,
      version: true,
      deletedAt: true,
      tags: true,
      variants: true,
    },
  })
const search = (text = '', limit = 30) => world.rest('GET', `/shopify/searchProducts?search=${text}&limit=${limit}`)

describe('a search of the platform', () => {
  test('stores each found product once, also in concurrent searches', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => search('', 40)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    const found = answers.map((answer) =>
      answer
        .json<{ data: { id: string }[] }>()
        .data.map(({ id }) => id)
        .sort(),
    )
    expect(new Set(found.map((ids) => ids.join())).size).toBe(1)
    expect((await rows()).map(({ id }) => id).sort()).toEqual(found[0])
    expect((await rows()).every(({ version }) => version === 1)).toBe(true)
  })

  test('raises no version of an unchanged product', async () => {
    const before = (await search('mug')).json<{ data: object[] }>().data
    expect(before.length).toBeGreaterThan(0)
    expect((await search('mug')).json<{ data: object[] }>().data).toEqual(before)
    expect((await rows()).map(({ version }) => version)).toEqual(before.map(() => 1))
  })
})

describe('a stored product', () => {
  test('changes with the platform’s product, and returns after a deletion', async () => {
    const ids = await saveProducts(world.ctx, [product('2'), product('1')])
    await world.ctx.db.product.updateMany({
      where: { shopId: world.shop.id, platformId: '1' },
      data: { deletedAt: new Date() },
    })
    expect(await saveProducts(world.ctx, [product('2', { title: 'New', tags: [] }), product('1')])).toEqual(ids)
    expect(await rows()).toMatchObject([
      {
        platformId: '1',
        title: 'Product 1',
        version: 2,
        deletedAt: null,
        tags: ['a', 'b'],
        variants: [{ id: '1', title: 'Only', sku: 'S', barcode: '4006381333931', priceCents: 100 }],
      },
      { platformId: '2', title: 'New', version: 2, tags: [] },
    ])
  })

  test('takes the last state of two in one batch', async () => {
    const [first, second] = await saveProducts(world.ctx, [product('1'), product('1', { title: 'Later' })])
    expect(first).toBe(second)
    expect(await rows()).toMatchObject([{ title: 'Later' }])
  })

  test('may swap its handle with another product or take one over', async () => {
    await saveProducts(world.ctx, [product('1'), product('2'), product('3')])
    await saveProducts(world.ctx, [product('1', { handle: 'handle-2' }), product('2', { handle: 'handle-1' })])
    expect((await rows()).map(({ handle }) => handle)).toEqual(['handle-2', 'handle-1', 'handle-3'])
    await saveProducts(world.ctx, [product('4', { handle: 'handle-3' })])
    expect((await rows()).map(({ handle }) => handle)).toEqual(['handle-2', 'handle-1', 'handle-3-3', 'handle-3'])
  })

  test('is separate from another shop’s product of the same id', async () => {
    const other = world.contextOf(world.otherShop)
    await saveProducts(other, [product('1')])
    await saveProducts(world.ctx, [product('1', { title: 'Mine' })])
    expect(
      await other.db.product.findMany({
        where: { shopId: world.otherShop.id, platformId: '1' },
        select: { title: true, version: true },
      }),
    ).toEqual([{ title: 'Product 1', version: 1 }])
  })
})

describe('the names of products', () => {
  const names = async () =>
    (
      await world.ctx.db.productName.findMany({
        where: { shopId: world.shop.id },
        orderBy: [{ kind: 'asc' }, { name: 'asc' }],
        select: { kind: true, name: true },
      })
    ).map(({ kind, name }) => `${kind} ${name}`)

  test('are stored for all products of a statement, one set each', async () => {
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
})
