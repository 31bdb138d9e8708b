import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { REVIEW_ACTS, type ReviewAct } from '../../../../rules/review-status.ts'
import type { Review } from '../../../generated/prisma/client.ts'
import { encodeId } from '../../../core/global-ids.ts'
import { addProduct, type TestProduct } from '../../../testing/orders.ts'
import { addReviews, countDrift, type TestReview } from '../../../testing/reviews.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { performReviewAction } from './perform-action.ts'

let world: World
let mug: TestProduct
beforeAll(async () => {
  world = await createWorld()
  mug = await addProduct(world, 'Mug')
})
afterAll(() => world.close())

const rowOf = (id: string) =>
  world.ctx.db.review.findUniqueOrThrow({
    where: { shopId_id: { shopId: world.shop.id, id } },
    include: { history: { orderBy: { id: 'asc' } } },
  })
const add = async (review: TestReview): Promise<Review> =>
  (await addReviews(world.ctx, { productId: mug.id, ...review }))[0] as Review
const productVersion = async () =>
  (await world.ctx.db.product.findUniqueOrThrow({ where: { shopId_id: { shopId: world.shop.id, id: mug.id } } }))
    .version

const document = `mutation ($input: ActOnReviewsInput!) { actOnReviews(input: $input) { __typename
  ... on Refusal { code } ... on ActOnReviewsSuccess { data { changedIds skippedIds reviews { status version } } } } }`
interface Answer {
  __typename: string
  code?: string
  data?: { changedIds: string[]; skippedIds: string[]; reviews: { status: string; version: number }[] }
}
const constant = (act: ReviewAct) => act.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

async function act(
  what: ReviewAct,
  ids: readonly string[],
  more: { content?: string; version?: number; token?: string } = {},
): Promise<Answer> {
  const { token, ...input } = more
  const { data, errors } = await world.graphql(
    document,
    { input: { act: constant(what), ids: ids.map((id) => encodeId('Review', id)), ...input } },
    token,
  )
  expect(errors).toBeUndefined()
  return (data as unknown as { actOnReviews: Answer }).actOnReviews
}

const reply = { replyContent: 'Thank you', replyAt: new Date('2026-03-01T00:00:00Z') }
const trashed = {
  status: 'deleted' as const,
  beforeTrash: {
    status: 'pending',
    decidedBy: 'rule',
    why: { code: 'rule.everyReviewWaits', params: {} },
    publishedAt: null,
  },
}

describe('one review', () => {
  test.each<[ReviewAct, TestReview, object, string, { content?: string }?]>([
    [
      'publish',
      { status: 'pending' },
      { status: 'published', decidedBy: 'merchant', why: { code: 'merchant.publish', params: {} } },
      'published',
    ],
    ['publish', { status: 'rejected' }, { status: 'published' }, 'published'],
    [
      'unpublish',
      { status: 'published' },
      { status: 'hidden', decidedBy: 'merchant', why: { code: 'merchant.unpublish', params: {} } },
      'hidden',
    ],
    [
      'trash',
      { status: 'published', publishedAt: new Date(0) },
      {
        status: 'deleted',
        beforeTrash: { status: 'published', decidedBy: 'rule', why: {}, publishedAt: '1970-01-01T00:00:00.000Z' },
      },
      'trashed',
    ],
    [
      'restore',
      trashed,
      {
        status: 'pending',
        decidedBy: 'rule',
        why: { code: 'rule.everyReviewWaits', params: {} },
        deletedAt: null,
        beforeTrash: null,
      },
      'restored',
    ],
    ['restore', { status: 'deleted' }, { status: 'hidden', why: { code: 'merchant.restore', params: {} } }, 'restored'],
    ['pin', {}, { pinned: true }, 'pinned'],
    ['unpin', { pinned: true }, { pinned: false }, 'unpinned'],
    ['feature', {}, { featured: true }, 'featured'],
    ['unfeature', { featured: true }, { featured: false }, 'unfeatured'],
    ['verify', {}, { verifiedBy: 'merchant' }, 'verified'],
    ['unverify', { verifiedBy: 'merchant' }, { verifiedBy: 'none' }, 'unverified'],
    ['addTestimonial', { status: 'published' }, { testimonial: true }, 'testimonialAdded'],
    ['removeTestimonial', { status: 'published', testimonial: true }, { testimonial: false }, 'testimonialRemoved'],
    ['reply', {}, { replyContent: 'Thanks a lot' }, 'replied', { content: ' Thanks a lot ' }],
    [
      'editReply',
      reply,
      { replyContent: 'Other words', replyAt: reply.replyAt },
      'replyEdited',
      { content: 'Other words' },
    ],
    ['deleteReply', reply, { replyContent: null, replyAt: null }, 'replyDeleted'],
    [
      'revert',
      { edited: true, original: { title: 'First', content: 'Words', media: [] }, editRequest: 'confirmed' },
      { title: 'First', content: 'Words', edited: false, original: null, editRequest: null },
      'reverted',
    ],
  ])('allows %s of %j', async (...[what, given, expected, action, more = {}]) => {
    const { id, version } = await add(given)
    expect(await act(what, [id], { ...more, version })).toMatchObject({
      data: { changedIds: [encodeId('Review', id)], skippedIds: [], reviews: [{ version: version + 1 }] },
    })
    const { history, ...row } = await rowOf(id)
    expect(row).toMatchObject({ ...expected, version: version + 1 })
    expect(history).toMatchObject([{ action, actor: 'merchant', actorName: 'merchant@world.test', bulkId: null }])
    expect(await countDrift(world.ctx)).toEqual([])
  })

  test('is deleted with its history', async () => {
    const { id } = await add({ status: 'deleted' })
    await act('restore', [id])
    await act('trash', [id])
    expect(await act('delete', [id])).toMatchObject({ data: { changedIds: [encodeId('Review', id)], reviews: [] } })
    expect(await world.ctx.db.reviewHistory.count({ where: { shopId: world.shop.id, reviewId: id } })).toBe(0)
    expect(await act('delete', [id])).toMatchObject({ __typename: 'NotFoundError' })
    expect(await countDrift(world.ctx)).toEqual([])
  })

  test.each<[ReviewAct, TestReview, string]>([
    ['publish', { status: 'published' }, 'alreadyPublished'],
    ['publish', trashed, 'inTrash'],
    ['unpublish', { status: 'hidden' }, 'alreadyHidden'],
    ['unpublish', { status: 'rejected' }, 'spamStaysHidden'],
    ['trash', trashed, 'inTrash'],
    ['restore', {}, 'notInTrash'],
    ['delete', {}, 'notInTrash'],
    ['pin', trashed, 'inTrash'],
    ['unfeature', trashed, 'inTrash'],
    ['verify', { verifiedBy: 'order' }, 'verifiedByOrder'],
    ['unverify', { verifiedBy: 'order' }, 'verifiedByOrder'],
    ['verify', { origin: 'admin', source: 'admin' }, 'ownReviewNotVerified'],
    ['addTestimonial', { status: 'hidden' }, 'onlyPublished'],
    ['reply', reply, 'replyExists'],
    ['editReply', {}, 'noReply'],
    ['deleteReply', {}, 'noReply'],
    ['revert', {}, 'neverEdited'],
  ])('refuses %s of %j: %s', async (what, given, code) => {
    const { id, version } = await add(given)
    expect(await act(what, [id], { content: 'Thanks' })).toEqual({ __typename: 'NotAllowedError', code })
    expect(await rowOf(id)).toMatchObject({ version, history: [] })
  })

  test.each(REVIEW_ACTS)('reports another shop’s id as not found: %s', async (what) => {
    const [theirs] = await addReviews(world.contextOf(world.otherShop), { status: 'pending', ...reply })
    const answers = [
      await act(what, [theirs?.id ?? ''], { content: 'x' }),
      await act(what, [uuidv7()], { content: 'x' }),
    ]
    expect(answers).toEqual([
      { __typename: 'NotFoundError', code: 'notFound' },
      { __typename: 'NotFoundError', code: 'notFound' },
    ])
    expect(await countDrift(world.contextOf(world.otherShop))).toEqual([])
  })

  test.each(REVIEW_ACTS)('stays unchanged if the version is stale: %s', async (what) => {
    const { id } = await add({ version: 3 })
    expect(await act(what, [id], { content: 'x', version: 2 })).toEqual({ __typename: 'StaleError', code: 'stale' })
    expect(await rowOf(id)).toMatchObject({ version: 3, history: [] })
  })

  test('skips a flag that is already set, without a history entry or new version', async () => {
    const { id } = await add({ pinned: true })
    expect(await act('pin', [id])).toMatchObject({ data: { changedIds: [], skippedIds: [encodeId('Review', id)] } })
    expect(await rowOf(id)).toMatchObject({ version: 1, history: [] })
  })

  test('reports one of two concurrent actions with the same version as stale', async () => {
    const { id, version } = await add({ status: 'pending' })
    const answers = await Promise.all([act('publish', [id], { version }), act('trash', [id], { version })])
    expect(answers.map(({ __typename }) => __typename).sort()).toEqual(['ActOnReviewsSuccess', 'StaleError'])
    expect((await rowOf(id)).history).toHaveLength(1)
  })

  test('is no testimonial while hidden, and one again after it is published', async () => {
    const { id } = await add({ status: 'published', testimonial: true })
    const shown = async () =>
      (
        await world.graphql('query ($id: ID!) { node(id: $id) { ... on Review { testimonial } } }', {
          id: encodeId('Review', id),
        })
      ).data
    await act('unpublish', [id])
    expect(await shown()).toEqual({ node: { testimonial: false } })
    await act('publish', [id])
    expect(await shown()).toEqual({ node: { testimonial: true } })
  })

  test('raises its product’s version only if the storefront changes', async () => {
    const { id } = await add({ status: 'pending', origin: 'customer' })
    const rises = async (what: ReviewAct) => {
      const before = await productVersion()
      expect((await act(what, [id], { content: 'Thanks' })).data?.changedIds).toHaveLength(1)
      return (await productVersion()) - before
    }
    const acts: ReviewAct[] = ['pin', 'publish', 'unpin', 'reply', 'verify', 'unpublish', 'editReply', 'trash']
    const found: Record<string, number> = {}
    for (const what of acts) found[what] = await rises(what)
    expect(found).toEqual({ pin: 0, publish: 1, unpin: 1, reply: 1, verify: 1, unpublish: 1, editReply: 0, trash: 0 })
  })
})

describe('a list of reviews', () => {
  test('skips forbidden changes and repeated ids', async () => {
    const [shown, waiting] = [await add({ status: 'published' }), await add({ status: 'pending' })]
    expect(await act('publish', [shown.id, waiting.id, waiting.id])).toMatchObject({
      data: { changedIds: [encodeId('Review', waiting.id)], skippedIds: [encodeId('Review', shown.id)] },
    })
  })

  test.each<[string, () => Promise<Answer>, string]>([
    ['no ids', () => act('publish', []), 'required'],
    [
      '1,001 ids',
      () =>
        act(
          'publish',
          Array.from({ length: 1_001 }, () => uuidv7()),
        ),
      'tooManyIds',
    ],
    ['a reply without words', () => act('reply', [uuidv7()], { content: ' ' }), 'replyRequired'],
    [
      'a reply of a million characters',
      () => act('reply', [uuidv7()], { content: 'x'.repeat(1_000_000) }),
      'fillAtMost',
    ],
    ['a version for two ids', () => act('publish', [uuidv7(), uuidv7()], { version: 1 }), 'valueInvalid'],
  ])('is refused: %s', async (_case, run, code) => {
    expect(await run()).toEqual({ __typename: 'InvalidInputError', code })
  })

  test('saves what an undo needs and skips unknown ids', async () => {
    const [one, two] = [await add({ status: 'published', publishedAt: new Date(0) }), await add({ status: 'hidden' })]
    const gone = uuidv7()
    const run = { shopId: world.shop.id, id: uuidv7() }
    await world.ctx.db.bulkRun.create({
      data: { ...run, action: 'unpublish', status: 'running', createdAt: world.ctx.now() },
    })
    await world.ctx.db.bulkItem.createMany({
      data: [one.id, two.id, gone].map((reviewId) => ({ shopId: run.shopId, bulkId: run.id, reviewId })),
    })
    const by = { actor: 'merchant' as const, name: 'ann@world.test' }
    expect(
      await performReviewAction(world.ctx, { act: 'unpublish', ids: [one.id, two.id, gone], bulkId: run.id, by }),
    ).toEqual({ changed: [one.id], skipped: [two.id, gone] })
    const items = await world.ctx.db.bulkItem.findMany({
      where: { shopId: run.shopId, bulkId: run.id },
      orderBy: { reviewId: 'asc' },
    })
    expect(items).toMatchObject([
      { reviewId: one.id, before: { status: 'published', decidedBy: 'rule', why: {} }, version: 2 },
      { before: null, version: null },
      { before: null, version: null },
    ])
    expect((await rowOf(one.id)).history).toMatchObject([
      { bulkId: run.id, actorName: 'ann@world.test', before: { status: 'published' }, after: { status: 'hidden' } },
    ])
  })

  test('changes a thousand reviews with their counters', async () => {
    const rows = await addReviews(
      world.ctx,
      ...Array.from({ length: 1_000 }, (_, index) => ({
        productId: mug.id,
        rate: (index % 5) + 1,
        status: 'pending' as const,
      })),
    )
    const ids = rows.map(({ id }) => id)
    expect((await performReviewAction(world.ctx, { act: 'publish', ids })).changed).toHaveLength(1_000)
    expect(await countDrift(world.ctx)).toEqual([])
  })
})

describe('counters', () => {
  beforeEach(async () => {
    await world.ctx.db.review.deleteMany({ where: { shopId: world.shop.id } })
    await world.ctx.db.reviewCount.deleteMany({ where: { shopId: world.shop.id } })
    await world.ctx.db.productReviewCount.deleteMany({ where: { shopId: world.shop.id } })
  })

  const operations = Number(process.env.CANDOR_TEST_OPERATIONS ?? 200)

  test(`never drift over ${operations} random operations`, async () => {
    const products = [mug, await addProduct(world, 'Bowl'), await addProduct(world, 'Plate')]
    let seed = 11
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
    const alive: string[] = []
    const arrive = async () => {
      const rows = await addReviews(
        world.ctx,
        ...Array.from({ length: 5 }, () => ({
          productId: products[random(4)]?.id ?? null,
          rate: random(5) + 1,
          status: (['pending', 'published', 'hidden', 'rejected'] as const)[random(4)] ?? 'pending',
        })),
      )
      alive.push(...rows.map(({ id }) => id))
    }
    await arrive()
    for (let done = 0; done < operations; done++) {
      if (alive.length < 20 || random(25) === 0) await arrive()
      const ids = [...new Set(Array.from({ length: random(12) + 2 }, () => alive[random(alive.length)] ?? ''))]
      const what = REVIEW_ACTS[random(REVIEW_ACTS.length)] ?? 'publish'
      const { changed } =
        ids.length < 2
          ? { changed: [] as string[] }
          : await performReviewAction(world.ctx, { act: what, ids, content: 'Thanks' })
      if (what === 'delete') alive.splice(0, alive.length, ...alive.filter((id) => !changed.includes(id)))
    }
    expect(await countDrift(world.ctx)).toEqual([])
  }, 120_000)
})
