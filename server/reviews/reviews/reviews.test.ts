import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import type { ReviewStatus } from '../../../rules/review-status.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { encodeId } from '../../core/global-ids.ts'
import { addReviews, countDrift, type TestReview } from '../../testing/reviews.ts'
import { setPlan } from '../../testing/things.ts'
import { createWorld, worldStart, type World } from '../../testing/world.ts'
import { performReviewAction } from './changes/perform-action.ts'
import { checkCounts, repairCounts } from './check-counts.ts'
import { applyCounts } from './counts.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Adds reviews, the newest first, and returns their global ids. */
async function given(ctx: Ctx, ...reviews: TestReview[]): Promise<string[]> {
  const now = ctx.now().getTime()
  const rows = reviews.map((review, index) => {
    const content = review.content ?? 'Fine mug'
    return {
      id: uuidv7(),
      createdAt: new Date(now - index * 1000),
      ...review,
      content,
      searchText: content.toLowerCase(),
    }
  })
  await addReviews(ctx, ...rows)
  return rows.map(({ id }) => encodeId('Review', id))
}

async function emptied(ctx: Ctx): Promise<void> {
  const where = { shopId: ctx.shop.id }
  await ctx.db.review.deleteMany({ where })
  await ctx.db.reviewCount.deleteMany({ where })
  await ctx.db.productReviewCount.deleteMany({ where })
}

beforeEach(async () => {
  await emptied(world.ctx)
  await emptied(world.contextOf(world.otherShop))
})

const list = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: ReviewFilter, $sort: ReviewSort) {
  viewer { shop { reviewCounts { status count } ratingSummary { count average histogram }
    reviews(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort) {
      totalCount edges { cursor node { id rate status content } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`

interface Listed {
  viewer: {
    shop: {
      reviewCounts: { status: string; count: number }[]
      ratingSummary: { count: number; average: number; histogram: number[] }
      reviews: {
        totalCount: number | null
        edges: { cursor: string; node: { id: string; rate: number; status: string; content: string } }[]
        pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
      }
    }
  }
}

async function listed(variables: object): Promise<Listed['viewer']['shop']> {
  const { data, errors } = await world.graphql(list, {
    first: null,
    after: null,
    last: null,
    before: null,
    filter: null,
    sort: null,
    ...variables,
  })
  expect(errors).toBeUndefined()
  return (data as unknown as Listed).viewer.shop
}

const run = async (mutation: string, ids: string[], token?: string) => {
  const { data, errors } = await world.graphql(
    `mutation ($ids: [ID!]!) { result: ${mutation}(input: { ids: $ids }) { __typename
    ... on Refusal { code message } ... on ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Success { data { changedIds skippedIds reviews { id status } } } } }`,
    { ids },
    token,
  )
  expect(errors).toBeUndefined()
  return (
    data as unknown as {
      result: {
        __typename: string
        code?: string
        message?: string
        data?: { changedIds: string[]; skippedIds: string[]; reviews: { status: string }[] }
      }
    }
  ).result
}

const countOf = (shop: Listed['viewer']['shop'], status: string) =>
  shop.reviewCounts.find((entry) => entry.status === status)?.count

describe('the list', () => {
  test('pages forward and backward without gaps or repeats in each order', async () => {
    const same = new Date('2026-01-01T00:00:00Z')
    await given(
      world.ctx,
      ...Array.from({ length: 23 }, (_, index) => ({
        rate: (index % 5) + 1,
        createdAt: index < 12 ? same : new Date(same.getTime() + index),
        hasMedia: index % 3 === 0,
        content: `Review ${index}`,
      })),
    )
    for (const sort of ['RECENT', 'OLDEST', 'HIGHEST', 'LOWEST', 'MEDIA']) {
      const forwards: string[] = []
      const cursors: string[] = []
      for (let after: string | null = null; ;) {
        const { reviews } = await listed({ first: 5, after, sort })
        expect(reviews.totalCount).toBe(23)
        forwards.push(...reviews.edges.map(({ node }) => node.id))
        cursors.push(...reviews.edges.map(({ cursor }) => cursor))
        if (!reviews.pageInfo.hasNextPage) break
        after = reviews.pageInfo.endCursor
      }
      expect(new Set(forwards).size).toBe(23)
      const back = await listed({ last: 5, before: cursors[10], sort })
      expect(back.reviews.edges.map(({ node }) => node.id)).toEqual(forwards.slice(5, 10))
      expect(back.reviews.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
    }
  })

  test('filters by status, rate, source and words, with a total', async () => {
    await given(
      world.ctx,
      { status: 'published', rate: 5 },
      { status: 'published', rate: 3, content: 'Too SMALL' },
      { status: 'pending' },
      { status: 'deleted' },
      { status: 'hidden', source: 'imported' },
    )
    expect((await listed({ first: 10 })).reviews).toMatchObject({ totalCount: 4 })
    expect((await listed({ first: 10, filter: { status: ['PUBLISHED'], rate: [3] } })).reviews).toMatchObject({
      totalCount: 1,
      edges: [{ node: { rate: 3 } }],
    })
    expect((await listed({ first: 10, filter: { source: ['IMPORTED'] } })).reviews).toMatchObject({
      totalCount: 1,
      edges: [{ node: { status: 'HIDDEN' } }],
    })
    expect((await listed({ first: 10, filter: { search: 'too small' } })).reviews).toMatchObject({
      totalCount: 1,
      edges: [{ node: { content: 'Too SMALL' } }],
    })
    expect((await listed({ first: 10, filter: { search: '%' } })).reviews.edges).toEqual([])
    expect((await listed({ first: 10, filter: { status: ['DELETED'] } })).reviews.totalCount).toBe(1)
  })

  test.each([
    ['a foreign cursor', { first: 5, after: 'bm90IG91cnM' }, 'malformedCursor'],
    ['a cursor of another order', { first: 5, after: '$recent', sort: 'OLDEST' }, 'malformedCursor'],
    ['a page of none', { first: 0 }, 'betweenEqual'],
    ['a negative page', { first: -1 }, 'betweenEqual'],
    ['a rate out of range', { first: 5, filter: { rate: [6] } }, 'betweenEqual'],
    ['a malformed product', { first: 5, filter: { productIds: ['x'] } }, 'malformedId'],
  ])('refuses %s', async (_name, variables, code) => {
    await given(world.ctx, {}, {})
    const after =
      'after' in variables && variables.after === '$recent'
        ? (await listed({ first: 1 })).reviews.pageInfo.endCursor
        : null
    const { errors } = await world.graphql(list, {
      last: null,
      before: null,
      filter: null,
      sort: null,
      ...variables,
      ...(after ? { after } : {}),
    })
    expect(errors?.[0]?.extensions?.code).toBe(code)
  })
})

describe('decisions', () => {
  test('update the row and the counters together', async () => {
    const ids = await given(world.ctx, { rate: 4 }, { rate: 2 })
    expect(await run('publishReviews', ids)).toMatchObject({
      __typename: 'PublishReviewsSuccess',
      data: { skippedIds: [], reviews: [{ status: 'PUBLISHED' }, { status: 'PUBLISHED' }] },
    })
    let shop = await listed({ first: 10 })
    expect(shop.ratingSummary).toEqual({ count: 2, average: 3, histogram: [0, 1, 0, 1, 0] })
    await run('trashReviews', ids.slice(0, 1))
    shop = await listed({ first: 10 })
    expect([countOf(shop, 'PUBLISHED'), countOf(shop, 'DELETED'), countOf(shop, 'PENDING')]).toEqual([1, 1, 0])
    await run('restoreReviews', ids.slice(0, 1))
    await run('unpublishReviews', ids.slice(1))
    shop = await listed({ first: 10 })
    expect([countOf(shop, 'PUBLISHED'), countOf(shop, 'HIDDEN')]).toEqual([1, 1])
  })

  test('are refused with the reason for one review, and skipped in a list', async () => {
    const [published = '', pending = ''] = await given(world.ctx, { status: 'published' }, { status: 'pending' })
    expect(await run('publishReviews', [published])).toMatchObject({
      __typename: 'NotAllowedError',
      code: 'alreadyPublished',
    })
    expect(await run('publishReviews', [published, pending])).toMatchObject({
      data: { changedIds: [pending], skippedIds: [published] },
    })
  })

  test('report another shop’s id as not found and change nothing', async () => {
    const [theirs = ''] = await given(world.contextOf(world.otherShop), { status: 'pending' })
    const unknown = encodeId('Review', uuidv7())
    const answers = [await run('publishReviews', [theirs]), await run('publishReviews', [unknown])]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ __typename: 'NotFoundError', code: 'notFound' })
    const { data } = await world.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: theirs })
    expect(data).toEqual({ node: null })
    expect(await run('publishReviews', [theirs], world.otherToken)).toMatchObject({
      __typename: 'PublishReviewsSuccess',
    })
  })

  test('keep the counters equal to the rows after many random ones', async () => {
    const statuses: ReviewStatus[] = ['pending', 'published', 'hidden', 'deleted']
    const ids = await given(
      world.ctx,
      ...Array.from({ length: 40 }, (_, index) => ({
        rate: (index % 5) + 1,
        status: statuses[index % 4] ?? 'pending',
      })),
    )
    const acts = ['publishReviews', 'unpublishReviews', 'trashReviews', 'restoreReviews', 'deleteReviews']
    let seed = 7
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
    const alive = new Set(ids)
    for (let step = 0; step < 60; step++) {
      const some = [...alive].filter(() => random(6) === 0)
      const act = acts[random(acts.length)] ?? ''
      const result = some.length > 0 ? await run(act, some) : null
      if (act === 'deleteReviews') result?.data?.changedIds.forEach((id) => alive.delete(id))
    }
    const where = { shopId: world.shop.id }
    const rows = await world.ctx.db.review.groupBy({ by: ['status', 'source', 'rate'], where, _count: true })
    const counters = await world.ctx.db.reviewCount.findMany({ where: { ...where, count: { not: 0 } } })
    const key = (row: { status: string; source: string; rate: number }, count: number) =>
      `${row.status} ${row.source} ${row.rate} ${count}`
    expect(counters.map((row) => key(row, row.count)).sort()).toEqual(rows.map((row) => key(row, row._count)).sort())
    expect(counters.length).toBeGreaterThan(3)
  })
})

describe('replies', () => {
  const reply =
    'mutation ($id: ID!, $content: String!) { replyToReview(input: { id: $id, content: $content }) { __typename ... on Refusal { code message } ... on ReplyToReviewSuccess { data { reply { content } } } } }'

  test('are added, changed and deleted', async () => {
    const [id = ''] = await given(world.ctx, { status: 'published' })
    expect((await world.graphql(reply, { id, content: 'Thank you' })).data).toMatchObject({
      replyToReview: { data: { reply: { content: 'Thank you' } } },
    })
    expect((await world.graphql(reply, { id, content: 'Thanks a lot' })).data).toMatchObject({
      replyToReview: { data: { reply: { content: 'Thanks a lot' } } },
    })
    expect(
      (
        await world.graphql(
          'mutation ($id: ID!) { deleteReply(input: { id: $id }) { ... on DeleteReplySuccess { data { reply { content } } } } }',
          { id },
        )
      ).data,
    ).toEqual({ deleteReply: { data: { reply: null } } })
  })

  test('need content', async () => {
    const [id = ''] = await given(world.ctx, {})
    expect((await world.graphql(reply, { id, content: '  ' })).data).toMatchObject({
      replyToReview: { __typename: 'InvalidInputError', message: 'Reply content is required' },
    })
  })
})

describe('a check of the counters', () => {
  test('finds and corrects wrong counters of its shop only', async () => {
    const { ctx, shop, otherShop } = world
    const other = world.contextOf(otherShop)
    const productId = uuidv7()
    await ctx.db.product.create({
      data: {
        shopId: shop.id,
        id: productId,
        platformId: '1',
        title: 'Mug',
        handle: 'mug',
        createdAt: worldStart,
        updatedAt: worldStart,
      },
    })
    await addReviews(ctx, { productId, rate: 4, status: 'published' }, { productId, rate: 5 }, { rate: 2 })
    await addReviews(other, { rate: 1 })
    expect(await checkCounts(ctx)).toBe(0)

    await ctx.db.reviewCount.updateMany({ where: { shopId: shop.id, rate: 4 }, data: { count: 7 } })
    await ctx.db.reviewCount.deleteMany({ where: { shopId: shop.id, rate: 2 } })
    await ctx.db.productReviewCount.create({
      data: { shopId: shop.id, productId, status: 'hidden', rate: 1, count: 3 },
    })
    await other.db.reviewCount.updateMany({ where: { shopId: otherShop.id }, data: { count: 9 } })
    expect(await checkCounts(ctx)).toBe(3)

    expect(await repairCounts(ctx)).toBe(3)
    expect(await checkCounts(ctx)).toBe(0)
    expect(await countDrift(ctx)).toEqual([])
    expect(await checkCounts(other)).toBe(1)
  })

  test('waits for open transactions of its shop only', async () => {
    const { ctx, otherShop } = world
    const other = world.contextOf(otherShop)
    await addReviews(other, { rate: 1 })
    await other.db.reviewCount.updateMany({ where: { shopId: otherShop.id }, data: { count: 9 } })
    let own: Promise<number> | undefined
    const [review] = await addReviews(ctx, { rate: 3 })
    await inTransaction(ctx, async (tx) => {
      await performReviewAction(tx, { act: 'pin', ids: [review?.id ?? ''] })
      await applyCounts(tx, [{ productId: null, status: 'published', source: 'guest', rate: 3, by: 1 }])
      expect(await repairCounts(other)).toBe(1)
      own = repairCounts(ctx)
      await expect(Promise.race([own, repairCounts(other).then(() => 'the other first')])).resolves.toBe(
        'the other first',
      )
      await applyCounts(tx, [{ productId: null, status: 'published', source: 'guest', rate: 3, by: -1 }])
    })
    expect(await own).toBe(0)
    expect(await checkCounts(ctx)).toBe(0)
  })
})

describe('a free shop', () => {
  beforeAll(() => setPlan(world, world.otherShop, 'free'))

  test('is refused replies and the recycle bin by the API', async () => {
    const [id = ''] = await given(world.contextOf(world.otherShop), {})
    const { data } = await world.graphql(
      `mutation ($id: ID!) {
      replyToReview(input: { id: $id, content: "x" }) { __typename ... on PlanRequiredError { feature plan } }
      trashReviews(input: { ids: [$id] }) { __typename ... on PlanRequiredError { feature plan } }
      deleteReviews(input: { ids: [$id] }) { __typename } }`,
      { id },
      world.otherToken,
    )
    expect(data).toEqual({
      replyToReview: { __typename: 'PlanRequiredError', feature: 'replies', plan: 'pro' },
      trashReviews: { __typename: 'PlanRequiredError', feature: 'recycleBin', plan: 'pro' },
      deleteReviews: { __typename: 'DeleteReviewsSuccess' },
    })
  })
})
