import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import sharp from 'sharp'
import type { Review } from '../../../generated/prisma/client.ts'
import { uploadFolders } from '../../../core/files/uploads.ts'
import { encodeId } from '../../../core/global-ids.ts'
import { addProduct, type TestProduct } from '../../../testing/orders.ts'
import { addReviews, type TestReview } from '../../../testing/reviews.ts'
import { box, mp4, webm } from '../../../testing/hostile/videos.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import type { PublicPage } from '../../../storefront/headless/public-reviews.ts'

let world: World
/** A world whose plan has no videos. */
let pro: World
let mug: TestProduct
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
  pro = await createWorld({ plan: 'pro' })
  mug = await addProduct(world, 'Mug')
})
afterAll(async () => {
  await world.close()
  await pro.close()
})

interface Medium {
  id: string
  kind: string
  url: string
  posterUrl: string | null
  thumbnailUrl: string | null
  seconds: number
  width: number
  height: number
  hidden: boolean
}
interface Body {
  data: { id: string; version: number; media: Medium[]; images: string[]; files: string[] }
  code?: string
  message?: string
  params?: object
  fields?: Record<string, { code: string }>
}

const add = async (review: TestReview = {}, of = world, productId: string | null = mug.id): Promise<Review> =>
  (
    await addReviews(of.ctx, { ...(productId ? { productId } : {}), origin: 'admin', source: 'admin', ...review })
  )[0] as Review
const frame = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#1f5b45' } })
    .jpeg()
    .toBuffer()

async function upload({
  id,
  video,
  poster,
  headers = {},
  of = world,
}: {
  id: string
  video: Uint8Array
  poster?: Uint8Array
  headers?: Record<string, string>
  of?: World
}): Promise<{ status: number; body: Body }> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(video)]), 'any.name')
  if (poster) form.set('poster', new Blob([new Uint8Array(poster)]), 'poster.jpg')
  const address = `${await of.url()}/apiSa/reviews/${id}/media`
  const send = () => fetch(address, { method: 'POST', body: form, headers: { 'x-auth-token': of.token, ...headers } })
  // The server may refuse early and close the connection during the upload; the client retries.
  const answer = await send().catch(send)
  return { status: answer.status, body: (await answer.json()) as Body }
}

const pathOf = (address: string | null | undefined) => new URL(address ?? '').pathname
const serve = (address: string | null | undefined, headers: Record<string, string> = {}) =>
  world.inject({ url: pathOf(address), headers })

describe('a video over REST', () => {
  test('is saved without its location, with its poster, and shown over GraphQL', async () => {
    const { id } = await add({ status: 'published' })
    const { status, body } = await upload({
      id,
      video: mp4({ seconds: 7, inMovie: [box('udta', '+48.8577')] }),
      poster: await frame(),
    })
    expect(status).toBe(200)
    expect(body.data.media).toMatchObject([{ kind: 'video', seconds: 7, width: 640, height: 480, hidden: false }])
    expect([body.data.images, body.data.files]).toEqual([[], [body.data.media[0]?.url]])
    const { data } = await world.graphql(
      'query ($id: ID!) { node(id: $id) { ... on Review { media { kind url posterUrl thumbnailUrl mediumUrl seconds width height } } } }',
      { id: encodeId('Review', id) },
    )
    expect(data).toMatchObject({
      node: {
        media: [{ kind: 'VIDEO', url: body.data.media[0]?.url, posterUrl: body.data.media[0]?.posterUrl, seconds: 7 }],
      },
    })
    const video = await serve(body.data.media[0]?.url)
    expect([video.statusCode, video.headers['content-type'], video.body.includes('+48.8577')]).toEqual([
      200,
      'video/mp4',
      false,
    ])
    for (const still of [body.data.media[0]?.posterUrl, body.data.media[0]?.thumbnailUrl])
      expect((await serve(still)).headers['content-type']).toBe('image/webp')
    expect(
      await world.ctx.db.review.findUnique({
        where: { shopId_id: { shopId: world.shop.id, id } },
        select: { hasMedia: true },
      }),
    ).toEqual({ hasMedia: true })
  })

  test('is served in ranges, cached forever, and only as a video', async () => {
    const { id } = await add()
    const address = (await upload({ id, video: webm({ seconds: 3 }) })).body.data.media[0]?.url
    const whole = await serve(address)
    expect(whole.headers).toMatchObject({
      'content-type': 'video/webm',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-length': String(whole.rawPayload.length),
    })
    expect(whole.headers['content-security-policy']).toContain('sandbox')
    const size = whole.rawPayload.length
    const etag = String(whole.headers.etag)
    const part = async (range: string, more: Record<string, string> = {}) => {
      const { statusCode, headers, rawPayload } = await serve(address, { range, ...more })
      return [statusCode, headers['content-range'], rawPayload.length]
    }
    expect((await serve(address, { range: 'bytes=4-7' })).rawPayload).toEqual(whole.rawPayload.subarray(4, 8))
    expect(await part('bytes=0-0')).toEqual([206, `bytes 0-0/${size}`, 1])
    expect(await part('bytes=10-')).toEqual([206, `bytes 10-${size - 1}/${size}`, size - 10])
    expect(await part('bytes=-5')).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, 5])
    expect(await part('bytes=5-999999999999')).toEqual([206, `bytes 5-${size - 1}/${size}`, size - 5])
    expect(await part(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, 0])
    expect(await part('bytes=-0')).toEqual([416, `bytes */${size}`, 0])
    for (const odd of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=7-4', 'bytes=', 'bytes=-'])
      expect(await part(odd)).toEqual([200, undefined, size])
    expect(await part('bytes=0-0', { 'if-range': etag })).toEqual([206, `bytes 0-0/${size}`, 1])
    expect(await part('bytes=0-0', { 'if-range': '"other"' })).toEqual([200, undefined, size])
    expect(await part('bytes=0-0', { 'if-none-match': etag })).toEqual([304, undefined, 0])
    const head = await world.inject({ method: 'HEAD', url: pathOf(address) })
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(size), 0])
    expect((await world.inject({ url: pathOf(address).replace(/video$/, 'large') })).statusCode).toBe(404)
  })

  test.each<[string, { video: () => Buffer; code: string; params?: object }]>([
    ['of 61 seconds', { video: () => mp4({ seconds: 61 }), code: 'videoTooLong', params: { seconds: 60 } }],
    [
      'of 61 seconds, with a header of 2',
      { video: () => webm({ lastSecond: 61 }), code: 'videoTooLong', params: { seconds: 60 } },
    ],
    [
      'of more than 50 MB',
      {
        video: () => Buffer.concat([mp4(), Buffer.alloc(50 * 1024 * 1024)]),
        code: 'videoTooLarge',
        params: { megabytes: 50 },
      },
    ],
    ['cut short', { video: () => mp4().subarray(0, 300), code: 'videoUnreadable' }],
    [
      'of a page after a video header',
      {
        video: () => Buffer.concat([mp4().subarray(0, 32), Buffer.from('<script>alert(1)</script>')]),
        code: 'videoUnreadable',
      },
    ],
    ['in a codec of studios', { video: () => mp4({ brand: 'qt  ', codec: 'apch' }), code: 'videoUnreadable' }],
  ])('is refused with the reason and leaves no files: %s', async (_what, { video, code, params }) => {
    const { id } = await add()
    const { status, body } = await upload({ id, video: video() })
    expect([status, body.fields?.['file']]).toMatchObject([422, { code }])
    if (params) expect(body.params).toEqual(params)
    expect(await world.ctx.db.reviewMedia.count({ where: { reviewId: id } })).toBe(0)
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(uploadFolders()))).toEqual([])
  })

  test('is limited to one shown video', async () => {
    const { id } = await add()
    const first = (await upload({ id, video: webm() })).body.data.media[0]
    expect((await upload({ id, video: webm({ seconds: 3 }) })).body.fields?.['file']).toMatchObject({
      code: 'uploadLimitReached',
    })
    expect((await upload({ id, video: await frame() })).status).toBe(200)
    await world.rest('PUT', `/reviews/${id}/media/${first?.id ?? ''}`, { body: { hidden: true } })
    expect((await upload({ id, video: webm({ seconds: 3 }) })).status).toBe(200)
  })

  test('is refused with an invalid poster; a poster without a video is ignored', async () => {
    const { id } = await add()
    expect((await upload({ id, video: mp4(), poster: Buffer.from('<svg/>') })).body.fields?.['poster']).toMatchObject({
      code: 'invalidFileType',
    })
    expect((await upload({ id, video: await frame(), poster: await frame() })).body.data.media).toMatchObject([
      { kind: 'image', posterUrl: null },
    ])
  })

  test('is saved once for an idempotency key, which refuses another file', async () => {
    const { id } = await add()
    const headers = { 'idempotency-key': 'video-1' }
    const [first, again] = [
      await upload({ id, video: mp4({ seconds: 5 }), headers }),
      await upload({ id, video: mp4({ seconds: 5 }), headers }),
    ]
    expect([first.status, again.body]).toEqual([200, first.body])
    expect((await upload({ id, video: mp4({ seconds: 6 }), headers })).body.code).toBe('idempotencyMismatch')
    expect(await world.ctx.db.reviewMedia.count({ where: { reviewId: id } })).toBe(1)
  })

  test('is hidden, shown and kept by revert like a picture', async () => {
    const { id } = await add({
      origin: 'admin',
      source: 'admin',
      edited: true,
      original: { title: '', content: '', media: [] },
    })
    const [added] = (await upload({ id, video: mp4() })).body.data.media
    const media = async (method: 'DELETE' | 'POST' | 'PUT', path: string, body?: object) =>
      (await world.rest(method, `/reviews/${id}${path}`, body ? { body } : {}))
        .json<Body>()
        .data.media.map(({ hidden }) => hidden)
    expect(await media('PUT', `/media/${added?.id ?? ''}`, { hidden: true })).toEqual([true])
    expect(await media('PUT', `/media/${added?.id ?? ''}`, { hidden: false })).toEqual([false])
    expect(await media('POST', '/revert')).toEqual([true])
  })

  test('needs the advanced plan', async () => {
    const review = await add({}, pro, null)
    const { status, body } = await upload({ id: review.id, video: mp4(), of: pro })
    expect([status, body.code]).toEqual([402, 'planRequired'])
    expect((await upload({ id: review.id, video: await frame(), of: pro })).status).toBe(200)
  })
})

describe('a shopper’s video', () => {
  const address = () => `/storefront/${world.shop.shopifyDomain}/products/mug-video/reviews`
  /** Returns the address of the review box for an address of reviews. */
  const boxOf = (reviews: string) => reviews.replace(/\/products\/(.*)\/reviews$/, '/widgets/reviewBox?product=$1')
  beforeAll(async () => {
    await world.ctx.db.product.update({
      where: { shopId_id: { shopId: world.shop.id, id: mug.id } },
      data: { handle: 'mug-video' },
    })
    const answer = await world.rest('PUT', '/settings/general', {
      body: { autoSubmitPublish: true, autoPublishThreshold: 1 },
    })
    expect(answer.statusCode).toBe(200)
  })

  async function post(files: Uint8Array[], poster?: Uint8Array, to?: string) {
    const body = new FormData()
    for (const [name, value] of Object.entries({
      rate: '5',
      content: 'See',
      name: 'Ada Byron',
      email: 'ada@reader.test',
      website: '',
    }))
      body.set(name, value)
    for (const bytes of files) body.append('images', new Blob([new Uint8Array(bytes)]), 'x.mp4')
    if (poster) body.set('poster', new Blob([new Uint8Array(poster)]), 'poster.jpg')
    const answer = await fetch(to ?? `${await world.url()}${address()}`, {
      method: 'POST',
      body,
      headers: { accept: 'text/html' },
    })
    return { status: answer.status, text: await answer.text() }
  }
  const shown = async () => (await world.inject({ url: address() })).json<PublicPage>().reviews[0]?.media

  test('is saved with its pictures and shown with its poster', async () => {
    expect((await post([mp4({ seconds: 9 }), await frame()], await frame())).status).toBe(200)
    expect(await shown()).toMatchObject([
      { kind: 'image', seconds: 0 },
      {
        kind: 'video',
        seconds: 9,
        width: 640,
        height: 480,
        url: expect.stringMatching(/\/video$/),
        posterUrl: expect.stringMatching(/\/large$/),
      },
    ])
    const { text } = await fetch(`${await world.url()}${boxOf(address())}`).then(async (answer) => ({
      text: await answer.text(),
    }))
    expect(text).toMatch(/<a class="candor-shot candor-film" href="[^"]+\/video"[^>]* aria-label="Video 2 by Ada B\.">/)
  })

  test('is saved from an iPhone, as an mp4', async () => {
    expect((await post([mp4({ brand: 'qt  ', seconds: 7 })])).status).toBe(200)
    const [video] = (await shown()) ?? []
    expect(video).toMatchObject({ kind: 'video', seconds: 7 })
    const file = await world.inject({ url: new URL(video?.url ?? '').pathname })
    expect([file.headers['content-type'], file.body.slice(4, 12)]).toEqual(['video/mp4', 'ftypmp42'])
  })

  test('is saved without an invalid poster', async () => {
    expect((await post([webm()], Buffer.from('no picture'))).status).toBe(200)
    expect(await shown()).toMatchObject([{ kind: 'video', posterUrl: null, thumbnailUrl: null }])
  })

  test.each<[string, () => Uint8Array[], string]>([
    ['two videos', () => [mp4(), webm()], 'You have reached the file upload limit'],
    ['too long', () => [mp4({ seconds: 75 })], 'Videos can be up to 60 seconds long'],
    ['broken', () => [mp4().subarray(0, 200)], 'We couldn’t read this video.'],
  ])('is refused with a message: %s', async (_what, files, sentence) => {
    const { status, text } = await post(files())
    expect([status, text.includes(sentence)]).toEqual([422, true])
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(uploadFolders()))).toEqual([])
  })

  test('is offered by the form only if the plan has videos', async () => {
    expect((await world.inject({ url: boxOf(address()) })).body).toContain(
      'accept=".gif,.jpg,.jpeg,.png,.webp,.avif,.mp4,.webm,.mov"',
    )
    const { id } = await addProduct(pro, 'Cup')
    await pro.ctx.db.product.update({ where: { shopId_id: { shopId: pro.shop.id, id } }, data: { handle: 'cup' } })
    const product = `/storefront/${pro.shop.shopifyDomain}/products/cup`
    expect((await pro.inject({ url: boxOf(`${product}/reviews`) })).body).toContain(
      'accept=".gif,.jpg,.jpeg,.png,.webp,.avif"',
    )
    const { status, text } = await post([mp4()], undefined, `${await pro.url()}${product}/reviews`)
    expect([status, text.includes('Invalid file type')]).toEqual([422, true])
  })
})
