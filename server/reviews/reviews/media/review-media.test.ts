import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import type { Review } from '../../../generated/prisma/client.ts'
import { encodeId } from '../../../core/global-ids.ts'
import { addProduct, type TestProduct } from '../../../testing/orders.ts'
import { addReviews, type TestReview } from '../../../testing/reviews.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
let mug: TestProduct
beforeAll(async () => {
  world = await createWorld()
  mug = await addProduct(world, 'Mug')
})
afterAll(() => world.close())

interface Body {
  data: {
    id: string
    version: number
    edited: boolean
    history: object[]
    media: { id: string; url: string; hidden: boolean }[]
  }
  code?: string
  fields?: Record<string, { code: string }>
}

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<{ status: number; body: Body }> {
  const answer = await world.rest(method, path, body ? { body } : {})
  return { status: answer.statusCode, body: answer.json<Body>() }
}
const add = async (review: TestReview): Promise<Review> =>
  (await addReviews(world.ctx, { productId: mug.id, ...review }))[0] as Review

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()

async function upload(of: World, path: string, bytes: Uint8Array | null): Promise<{ status: number; body: Body }> {
  const body = new FormData()
  if (bytes) body.set('file', new Blob([new Uint8Array(bytes)]), 'any.name')
  else body.set('shopId', 'x')
  const answer = await fetch(`${await of.url()}/apiSa${path}`, {
    method: 'POST',
    body,
    headers: { 'x-auth-token': of.token },
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}

describe('media', () => {
  const own = { origin: 'admin', source: 'admin' } as const

  /** Adds a review with one picture by the reviewer. */
  async function withPicture(review: TestReview): Promise<{ id: string; mediaId: string }> {
    const { id } = await add({ ...review, hasMedia: true })
    const mediaId = uuidv7()
    await world.ctx.db.reviewMedia.create({
      data: {
        shopId: world.shop.id,
        id: mediaId,
        reviewId: id,
        key: `${world.shop.id}/theirs`,
        createdAt: world.ctx.now(),
      },
    })
    return { id, mediaId }
  }
  const mediaOf = ({ body }: { body: Body }) => body.data.media.map(({ hidden }) => hidden)

  test('may be added to the merchant’s own review without counting as an edit', async () => {
    const { id } = await add({ origin: 'admin', source: 'admin' })
    const { body } = await upload(world, `/reviews/${id}/media`, await picture('#123456'))
    expect(body.data).toMatchObject({ edited: false, media: [{ hidden: false }] })
    expect((await call('POST', `/reviews/${id}/revert`)).body.code).toBeDefined()
    expect(mediaOf(await call('GET', `/reviews/${id}`))).toEqual([false])
  })

  test('is added, removed and restored by revert', async () => {
    const { id, mediaId } = await withPicture(own)
    await call('PUT', `/reviews/${id}`, { content: 'Edited' })
    const added = await upload(world, `/reviews/${id}/media?version=2`, await picture('#123456'))
    expect(added.status).toBe(200)
    expect(added.body.data).toMatchObject({
      edited: true,
      version: 3,
      media: [{ id: mediaId }, { width: 40, height: 30, kind: 'image', hidden: false }],
    })
    const [, mine] = added.body.data.media
    const bytes = await world.inject({ method: 'GET', url: new URL(mine?.url ?? '').pathname })
    expect([bytes.statusCode, bytes.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await upload(world, `/reviews/${id}/media?version=1`, await picture('#123456'))).body.code).toBe('stale')
    expect(mediaOf(await call('DELETE', `/reviews/${id}/media/${mediaId}`))).toEqual([true, false])
    expect(mediaOf(await call('POST', `/reviews/${id}/revert`))).toEqual([false, true])
    expect(mediaOf(await call('GET', `/reviews/${id}`))).toEqual([false, true])
  })

  test('can’t be added to or removed from a customer’s review after an earlier approval', async () => {
    const { id, mediaId } = await withPicture({ origin: 'customer', editRequest: 'confirmed' })
    expect((await upload(world, `/reviews/${id}/media`, await picture('#123456'))).body.code).toBe(
      'editNeedsNewRequest',
    )
    expect((await call('DELETE', `/reviews/${id}/media/${mediaId}`)).body.code).toBe('editNeedsNewRequest')
  })

  test('is deleted if the merchant added it', async () => {
    const { id } = await add({ origin: 'admin', source: 'admin' })
    const { body } = await upload(world, `/reviews/${id}/media`, await picture('#654321'))
    const answer = await call('DELETE', `/reviews/${id}/media/${encodeId('ReviewMedia', body.data.media[0]?.id ?? '')}`)
    expect(answer.body.data.media).toEqual([])
    expect(
      (await world.ctx.db.review.findUniqueOrThrow({ where: { shopId_id: { shopId: world.shop.id, id } } })).hasMedia,
    ).toBe(false)
  })

  test('is hidden without approval, at once on the storefront, and stays hidden after revert', async () => {
    const { id, mediaId } = await withPicture({ ...own, status: 'published' })
    await call('PUT', `/reviews/${id}`, { content: 'Edited' })
    const version = async () =>
      (await world.ctx.db.product.findUniqueOrThrow({ where: { shopId_id: { shopId: world.shop.id, id: mug.id } } }))
        .version
    const before = await version()
    const { data } = await world.graphql(
      `mutation ($id: ID!) { hideReviewMedia(input: { id: $id, hidden: true }) { __typename ... on HideReviewMediaSuccess { data { id hidden } } } }`,
      { id: encodeId('ReviewMedia', mediaId) },
    )
    expect(data).toEqual({
      hideReviewMedia: {
        __typename: 'HideReviewMediaSuccess',
        data: { id: encodeId('ReviewMedia', mediaId), hidden: true },
      },
    })
    expect(await version()).toBe(before + 1)
    const row = await world.ctx.db.review.findUniqueOrThrow({
      where: { shopId_id: { shopId: world.shop.id, id } },
      include: { history: true },
    })
    expect([row.hasMedia, row.history.map(({ action }) => action).sort()]).toEqual([false, ['edited', 'mediaHidden']])
    expect(mediaOf(await call('POST', `/reviews/${id}/revert`))).toEqual([true])
    expect(mediaOf(await call('PUT', `/reviews/${id}/media/${mediaId}`, { hidden: false }))).toEqual([false])
  })

  test('is hidden by an edit and shown again by revert', async () => {
    const { id, mediaId } = await withPicture(own)
    const edited = await call('PUT', `/reviews/${id}`, { media: [{ id: mediaId, hidden: true }] })
    expect([mediaOf(edited), edited.body.data.edited]).toEqual([[true], true])
    expect((await call('GET', `/reviews/${id}`)).body.data.history).toMatchObject([
      {
        action: 'edited',
        before: { media: [{ id: mediaId, hidden: false }] },
        after: { media: [{ id: mediaId, hidden: true }] },
      },
    ])
    expect(mediaOf(await call('POST', `/reviews/${id}/revert`))).toEqual([false])
  })

  test.each<[string, () => Promise<Uint8Array | null>, string]>([
    ['no file', () => Promise.resolve(null), 'required'],
    ['a text', () => Promise.resolve(Buffer.from('hello')), 'invalidFileType'],
    ['an svg', () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'invalidFileType'],
    [
      'a tiff',
      () =>
        sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
          .tiff()
          .toBuffer(),
      'invalidFileType',
    ],
    ['a picture cut short', async () => (await picture('#123456')).subarray(0, 60), 'imageDamaged'],
    [
      'more than 25 megapixels',
      () =>
        sharp({ create: { width: 5001, height: 5000, channels: 3, background: '#fff' } })
          .jpeg()
          .toBuffer(),
      'imageTooManyPixels',
    ],
    [
      'more than 5 MB',
      async () => Buffer.concat([await picture('#123456'), Buffer.alloc(5 * 1024 * 1024)]),
      'invalidFileSize',
    ],
  ])('is refused: %s', async (_what, bytes, code) => {
    const { id } = await add({ origin: 'admin', source: 'admin' })
    const { status, body } = await upload(world, `/reviews/${id}/media`, await bytes())
    expect([status, body.fields?.file?.code]).toEqual([422, code])
    expect((await call('GET', `/reviews/${id}`)).body.data).toMatchObject({ version: 1, media: [], history: [] })
  })

  test('is limited to five shown pictures', async () => {
    const { id } = await add({ origin: 'admin', source: 'admin' })
    const media: string[] = []
    for (let at = 0; at < 5; at++)
      media.push(
        (await upload(world, `/reviews/${id}/media`, await picture(`#00000${at}`))).body.data.media.at(-1)?.id ?? '',
      )
    expect((await upload(world, `/reviews/${id}/media`, await picture('#000009'))).body.fields?.file?.code).toBe(
      'uploadLimitReached',
    )
    await call('PUT', `/reviews/${id}/media/${media[0] ?? ''}`, { hidden: true })
    expect((await upload(world, `/reviews/${id}/media`, await picture('#000009'))).status).toBe(200)
  })

  test('stays unchanged with an error if the file store fails', async () => {
    const broken = await createWorld({
      env: {
        S3_BUCKET: 'none',
        S3_ENDPOINT: 'http://127.0.0.1:9',
        S3_ACCESS_KEY_ID: 'x',
        S3_SECRET_ACCESS_KEY: 'x',
        CANDOR_LOG_LEVEL: 'silent',
      },
    })
    const [review] = await addReviews(broken.ctx, { origin: 'admin', source: 'admin' })
    const { status, body } = await upload(broken, `/reviews/${review?.id ?? ''}/media`, await picture('#123456'))
    expect([status, body.code]).toEqual([502, 'upstreamFailed'])
    expect(
      await broken.ctx.db.review.findFirst({
        where: { shopId: broken.shop.id },
        select: { version: true, hasMedia: true, edited: true, media: true },
      }),
    ).toEqual({ version: 1, hasMedia: false, edited: false, media: [] })
    await broken.close()
  })
})
