import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../context.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { findPage } from './find-page.ts'
import { pageStatement, type PageQuery } from './page-statement.ts'

let world: World
const products = [uuidv7(), uuidv7()]
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute, 0, 123))

beforeAll(async () => {
  world = await createWorld()
  const {
    db,
    shop: { id: shopId },
  } = world.ctx
  for (const [index, id] of products.entries())
    await db.product.create({
      data: {
        shopId,
        id,
        platformId: String(index),
        handle: `p-${index}`,
        title: `Mug "${index}" 50%`,
        tags: ['red', 'blue'].slice(index),
        createdAt: at(0),
        updatedAt: at(0),
      },
    })
  const reviews = Array.from({ length: 12 }, (_, index) => ({
    shopId,
    id: uuidv7(),
    productId: products[index % 3] ?? null,
    rate: 1 + (index % 5),
    title: `Title ${index}`,
    content: `It's \\ 100% "fine" ${index}`,
    email: index % 2 ? 'a@b.test' : '',
    status: (['published', 'pending', 'deleted'] as const)[index % 3] ?? 'pending',
    origin: 'guest' as const,
    source: index % 2 ? ('guest' as const) : ('admin' as const),
    hasMedia: index % 4 === 0,
    why: { code: 'rule', params: { least: index } },
    replyContent: index % 2 ? 'Thanks' : null,
    replyAt: index % 2 ? at(60) : null,
    createdAt: at(Math.floor(index / 2)),
    enteredAt: at(0),
    updatedAt: at(0),
    searchText: `it's 100% fine ${index}`,
  }))
  await db.review.createMany({ data: reviews })
  for (const [index, { id: reviewId }] of reviews.entries())
    if (index % 4 === 0)
      for (const position of [2, 1])
        await db.reviewMedia.create({
          data: {
            shopId,
            id: uuidv7(),
            reviewId,
            key: `k${position}`,
            position,
            width: 10 * position,
            hidden: index === 4 && position === 1,
            createdAt: at(0),
          },
        })
})
afterAll(() => world.close())

const newest = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]
const select = { id: true, title: true, createdAt: true }

/** Filters and selections of real lists. */
const queries: [string, Omit<PageQuery, 'orderBy' | 'take'> & Partial<PageQuery>][] = [
  [
    'columns of every kind',
    {
      where: {},
      select: {
        ...select,
        content: true,
        rate: true,
        status: true,
        why: true,
        replyContent: true,
        replyAt: true,
        hasMedia: true,
        productId: true,
      },
    },
  ],
  ['all columns', { where: {} }],
  [
    'a row it refers to, or none',
    {
      where: {},
      select: { ...select, product: { select: { id: true, title: true, tags: true, lastImportedAt: true } } },
    },
  ],
  ['one column of it', { where: {}, select: { ...select, product: { select: { title: true } } } }],
  [
    'rows that refer to it, in their order',
    {
      where: {},
      select: {
        ...select,
        media: {
          select: { key: true, kind: true, hidden: true },
          where: { hidden: false },
          orderBy: { position: 'asc' },
        },
      },
    },
  ],
  ['a status, and none', { where: { status: { not: 'deleted' } }, select }],
  ['some statuses', { where: { status: { in: ['pending', 'deleted'] }, source: 'guest' }, select }],
  ['no status at all', { where: { status: { in: [] } }, select }],
  ['empty columns', { where: { replyContent: null, replyAt: null, productId: { not: null } }, select }],
  ['numbers and flags', { where: { rate: { in: [1, 5] }, hasMedia: false }, select }],
  ['a product', { where: { productId: { in: products.slice(0, 1) } }, select }],
  ['a part of a text', { where: { searchText: { contains: '100\\% fine 1' } }, select }],
  ['either letters', { where: { title: { contains: 'tITLE 1', mode: 'insensitive' } }, select }],
  [
    'a time and earlier rows',
    {
      where: { createdAt: { lte: at(3) }, AND: [{ OR: [{ createdAt: { lt: at(3) } }, { id: { lt: uuidv7() } }] }] },
      select,
    },
  ],
  ['a range of times', { where: { createdAt: { gte: at(1), lte: at(2) } }, select }],
  ['nothing', { where: { AND: [{ OR: [{ OR: [] }, { rate: 0 }] }] }, select }],
  [
    'another order and size',
    { where: {}, select: { ...select, rate: true }, orderBy: [{ rate: 'asc' }, ...newest], take: 3 },
  ],
]

describe('a page', () => {
  test.each(queries)('returns the same rows as findMany: %s', async (_name, given) => {
    const query = { orderBy: newest, take: 8, ...given, where: { shopId: world.shop.id, ...given.where } }
    expect(pageStatement('Review', query)).not.toBeNull()
    expect(await findPage(world.ctx, 'Review', query)).toEqual(await world.ctx.db.review.findMany(query as never))
  })

  test('returns lists of values', async () => {
    const query = {
      where: { shopId: world.shop.id, tags: { hasSome: ['red'] } },
      orderBy: [{ title: 'asc' as const }, { id: 'asc' as const }],
      take: 5,
    }
    expect(pageStatement('Product', query)).not.toBeNull()
    expect(await findPage(world.ctx, 'Product', query)).toEqual(await world.ctx.db.product.findMany(query))
  })

  test.each([
    ['a condition on another row', { product: { title: { startsWith: 'Mug' } } }, select],
    ['rows of rows', {}, { ...select, product: { select: { counts: { select: { count: true } } } } }],
    [
      'times of rows that refer to it',
      {},
      { ...select, media: { select: { createdAt: true }, orderBy: { position: 'asc' } } },
    ],
  ])('leaves unsupported queries to Prisma: %s', async (_name, where, selected) => {
    const query = { where: { shopId: world.shop.id, ...where }, orderBy: newest, take: 8, select: selected }
    expect(pageStatement('Review', query)).toBeNull()
    expect(await findPage(world.ctx, 'Review', query)).toEqual(await world.ctx.db.review.findMany(query as never))
  })

  test('sees the writes of its transaction', async () => {
    const query = { where: { shopId: world.shop.id, title: 'Written just now' }, orderBy: newest, take: 8, select }
    await inTransaction(world.ctx, async (tx) => {
      await tx.db.review.updateMany({
        where: { shopId: tx.shop.id, title: 'Title 3' },
        data: { title: 'Written just now' },
      })
      expect(await findPage(tx, 'Review', query)).toHaveLength(1)
      await tx.db.review.updateMany({
        where: { shopId: tx.shop.id, title: 'Written just now' },
        data: { title: 'Title 3' },
      })
    })
  })

  test('shows no other shop’s rows, even if the statement selects them', async () => {
    const foreign = world.contextOf(world.otherShop)
    const query = { where: { shopId: world.shop.id }, orderBy: newest, take: 8, select }
    expect(await findPage(foreign, 'Review', { ...query, where: { shopId: foreign.shop.id } })).toEqual([])
    expect(await findPage(foreign, 'Review', query)).toEqual([])
  })

  test('refuses a name outside the schema', () => {
    const query = { where: { shopId: world.shop.id }, orderBy: newest, take: 8 }
    expect(pageStatement('Review', { ...query, select: { 'id" from "Shop" --': true } })).toBeNull()
    expect(pageStatement('Review', { ...query, where: { ...query.where, 'id" = id or "id': 1 } })).toBeNull()
    expect(pageStatement('Review', { ...query, orderBy: [{ '1': 'desc' }] })).toBeNull()
    expect(pageStatement('Review', { ...query, where: {} })).toBeNull()
  })
})
