import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { saveImage } from '../../core/files/unused-files.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { lockReviews } from '../../reviews/reviews/lock-reviews.ts'
import { hideReviewMedia } from '../../reviews/reviews/media/review-media.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { fetchMedia } from './media.ts'
import { copyOwnMedia } from './own-media.ts'

let world: World
let picture: Buffer
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1f5b45' } })
    .png()
    .toBuffer()
})
afterAll(() => world.close())
afterEach(() => world.ctx.db.review.deleteMany({ where: { shopId: world.shop.id } }))

type Picture = Pick<Prisma.ReviewMediaCreateManyInput, 'sourceUrl' | 'host' | 'nextAt'>
const foreign: Picture = { sourceUrl: 'https://a.example.test/1.jpg', host: 'a.example.test', nextAt: new Date(1_000) }

/** Creates reviews with one pending picture each. */
async function awaiting(count: number, coming: Picture): Promise<{ reviewId: string; mediaId: string }[]> {
  const { ctx, shop } = world
  const reviews = await addReviews(ctx, ...Array.from({ length: count }, () => ({ status: 'published' as const })))
  const media = reviews.map(({ id }) => ({
    ...coming,
    shopId: shop.id,
    id: uuidv7(),
    reviewId: id,
    status: 'pending' as const,
    position: 0,
    createdAt: ctx.now(),
  }))
  await ctx.db.reviewMedia.createMany({ data: media })
  return media.map(({ id, reviewId }) => ({ mediaId: id, reviewId }))
}

/** Locks the reviews, starts `comes`, and runs `act` once `comes` waits for the lock. */
async function amid(
  reviewIds: readonly string[],
  comes: () => Promise<unknown>,
  act: (tx: Ctx) => Promise<unknown>,
): Promise<void> {
  const { database } = world.app
  const waits = async () =>
    (
      await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows.length > 0
  let ended = false
  let coming: Promise<unknown> | undefined
  await inTransaction(world.ctx, async (tx) => {
    await lockReviews(tx, reviewIds)
    coming = comes().finally(() => {
      ended = true
    })
    while (!ended && !(await waits())) continue
    await act(tx)
  })
  await coming
}

const fetched = () => fetchMedia(world.app.deps, () => Promise.resolve({ bytes: picture, contentType: 'image/png' }))
const left = () =>
  world.ctx.db.review.findMany({
    where: { shopId: world.shop.id },
    select: { hasMedia: true, version: true, media: { select: { status: true, hidden: true, error: true } } },
  })

test('keeps a picture hidden that arrives while it is being hidden', async () => {
  const [one = { reviewId: '', mediaId: '' }] = await awaiting(1, foreign)
  await amid([one.reviewId], fetched, (tx) => hideReviewMedia(tx, { id: one.mediaId, hidden: true }))
  expect(await left()).toEqual([
    { hasMedia: false, version: 2, media: [{ status: 'ready', hidden: true, error: null }] },
  ])
})

test('shows a picture that arrives while its review is being pinned, without another version', async () => {
  const [one = { reviewId: '', mediaId: '' }] = await awaiting(1, foreign)
  await amid([one.reviewId], fetched, (tx) => performReviewAction(tx, { act: 'pin', ids: [one.reviewId] }))
  expect(await left()).toEqual([
    { hasMedia: true, version: 2, media: [{ status: 'ready', hidden: false, error: null }] },
  ])
})

test('deletes a picture that arrives while its review is being deleted', async () => {
  const [one = { reviewId: '', mediaId: '' }] = await awaiting(1, foreign)
  await performReviewAction(world.ctx, { act: 'trash', ids: [one.reviewId] })
  await amid([one.reviewId], fetched, (tx) => performReviewAction(tx, { act: 'delete', ids: [one.reviewId] }))
  expect(await left()).toEqual([])
})

test('deletes copied pictures of many reviews that are being deleted', async () => {
  const { ctx, shop } = world
  const { key } = await saveImage(ctx, shop.id, picture)
  const ids = (await awaiting(20, { sourceUrl: ctx.files.url(`${key}/large`), host: 'candor', nextAt: null })).map(
    ({ reviewId }) => reviewId,
  )
  const gone = ids.filter((_id, at) => at % 2 === 0)
  await performReviewAction(ctx, { act: 'trash', ids: gone })
  await amid(
    gone,
    () => copyOwnMedia(world.app.deps),
    (tx) => performReviewAction(tx, { act: 'delete', ids: gone }),
  )
  expect(await left()).toEqual(
    Array(10).fill({ hasMedia: true, version: 1, media: [{ status: 'ready', hidden: false, error: null }] }),
  )
})
