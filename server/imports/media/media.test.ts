import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { FetchRefused } from '../../core/files/fetch-remote.ts'
import { NoSuchName } from '../../core/files/resolve-name.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import { mp4 } from '../../testing/hostile/videos.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { importGlobalId } from '../ids.ts'
import { createImport, startImport } from '../imports.ts'
import { fetchMedia, type Fetch } from './media.ts'
import { runSlice } from '../running/run.ts'

let world: World
// Starts no background worker, so only the tests fetch.
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

const media = () =>
  world.ctx.db.reviewMedia.findMany({ where: { shopId: world.shop.id }, orderBy: { sourceUrl: 'asc' } })

test('fetches each picture once, stores it, and removes a broken one from its review', async () => {
  const { ctx } = world
  const now = ctx.now()
  const productId = uuidv7()
  await ctx.db.product.create({
    data: {
      shopId: ctx.shop.id,
      id: productId,
      platformId: '1',
      handle: 'mug',
      title: 'Mug',
      createdAt: now,
      updatedAt: now,
    },
  })
  const urls = [
    'https://a.example.test/1.jpg',
    'https://a.example.test/2.jpg',
    'https://a.example.test/3.jpg',
    'https://b.example.test/gone.jpg',
    'https://b.example.test/text.jpg',
  ]
  const file = `body,rating,product_handle,picture_urls\nWith pictures,5,mug,"${urls.join(',')}"\n`
  const { id } = await createImport(ctx, { name: 'a.csv', bytes: new TextEncoder().encode(file) })
  await startImport(ctx, id, {})
  expect(await runSlice(ctx, id)).toBe('finished')
  expect((await media()).map(({ status, host }) => `${status} ${host}`)).toEqual([
    ...Array(3).fill('pending a.example.test'),
    ...Array(2).fill('pending b.example.test'),
  ])
  const before = await ctx.db.product.findFirstOrThrow({ where: { id: productId } })

  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1f5b45' } })
    .png()
    .toBuffer()
  const asked: string[] = []
  const fetch: Fetch = async (url) => {
    asked.push(url)
    if (url.includes('gone')) throw new FetchRefused('unreachable', 'No answer', { retry: true })
    return { bytes: url.includes('text') ? Buffer.from('<html>') : picture, contentType: 'image/png' }
  }
  const published: string[] = []
  const deps = {
    ...world.app.deps,
    publish: (_shopId: string, topic: string, id: string) => void published.push(`${topic} ${id}`),
  }
  await fetchMedia(deps, fetch)
  expect(published).toContain(`product ${productId}`)
  expect(asked).toHaveLength(5)
  const [one, two, three, gone, text] = await media()
  for (const kept of [one, two, three])
    expect(kept).toMatchObject({
      status: 'ready',
      width: 40,
      height: 30,
      key: expect.stringMatching(new RegExp(`^${ctx.shop.id}/[0-9a-f]{64}$`)),
    })
  expect(gone).toMatchObject({ status: 'pending', error: 'unreachable', attempts: 1 })
  expect(text).toMatchObject({ status: 'failed', error: 'notAnImage' })
  const review = await ctx.db.review.findFirstOrThrow({ where: { shopId: ctx.shop.id } })
  expect(review).toMatchObject({ hasMedia: true, status: 'published' })
  // Lists broken pictures with their import.
  const counts = { waiting: 1, ready: 3, failed: 1 }
  expect((await world.rest('GET', `/imports/${id}/media`)).json()).toEqual({
    success: true,
    data: {
      ...counts,
      broken: [
        { reviewId: review.id, kind: 'image', address: 'https://b.example.test/text.jpg', problem: 'notAnImage' },
      ],
    },
  })
  const document =
    'query ($id: ID!) { importRun(id: $id) { media { waiting ready failed broken { address problem } } } }'
  expect(await world.graphql(document, { id: importGlobalId(id) })).toMatchObject({
    data: {
      importRun: {
        media: { ...counts, broken: [{ address: 'https://b.example.test/text.jpg', problem: 'notAnImage' }] },
      },
    },
  })
  expect((await world.rest('GET', `/imports/${id}/media`, { token: world.otherToken })).statusCode).toBe(404)
  expect((await ctx.db.product.findFirstOrThrow({ where: { id: productId } })).version).toBeGreaterThan(before.version)
})

test('fetches, inspects and stores a video, and removes an invalid or too long one', async () => {
  const { ctx } = world
  const header = 'product_handle,product_id,rating,author,body,created_at,video_urls,title\n'
  const { id } = await createImport(ctx, {
    name: 'v.csv',
    bytes: new TextEncoder().encode(
      `${header}${['good', 'long', 'page'].map((name) => `,,5,A,${name},2025-01-01,https://${name}.example.test/1.mp4,T\n`).join('')}`,
    ),
  })
  await startImport(ctx, id, {})
  expect(await runSlice(ctx, id)).toBe('finished')
  const bytes = { good: mp4({ seconds: 12 }), long: mp4({ seconds: 61 }), page: Buffer.from('<html></html>') }
  await fetchMedia(world.app.deps, async (url) => ({
    bytes: bytes[new URL(url).host.split('.')[0] as keyof typeof bytes],
    contentType: 'video/mp4',
  }))
  const videos = (await media()).filter(({ kind }) => kind === 'video')
  expect(videos).toMatchObject([
    {
      status: 'ready',
      error: null,
      seconds: 12,
      key: expect.stringMatching(new RegExp(`^${ctx.shop.id}/[0-9a-f]{64}$`)) as string,
    },
    { status: 'failed', error: 'videoTooLong', key: '' },
    { status: 'failed', error: 'notAVideo', key: '' },
  ])
  expect(await ctx.files.get(`${videos[0]?.key ?? ''}/video`)).not.toBeNull()
  const reviews = await ctx.db.review.findMany({
    where: { shopId: ctx.shop.id, importId: id },
    orderBy: { content: 'asc' },
    select: { content: true, hasMedia: true },
  })
  expect(reviews).toEqual([
    { content: 'good', hasMedia: true },
    { content: 'long', hasMedia: false },
    { content: 'page', hasMedia: false },
  ])
})

/** Adds a review of the shop with pictures due since `nextAt`. */
async function pending(shop: Shop, urls: readonly string[], nextAt: Date): Promise<void> {
  const ctx = world.contextOf(shop)
  const { id } = await createImport(ctx, {
    name: 'p.csv',
    bytes: new TextEncoder().encode(`body,rating\n${uuidv7()},5\n`),
  })
  await startImport(ctx, id, {})
  await runSlice(ctx, id)
  const { id: reviewId } = await ctx.db.review.findFirstOrThrow({ where: { shopId: shop.id }, orderBy: { id: 'desc' } })
  await ctx.db.reviewMedia.createMany({
    data: urls.map((sourceUrl, position) => ({
      shopId: shop.id,
      id: uuidv7(),
      reviewId,
      status: 'pending' as const,
      position,
      sourceUrl,
      host: new URL(sourceUrl).host,
      nextAt,
      createdAt: ctx.now(),
    })),
  })
}

const dropPending = () =>
  world.app.deps.access.acrossShops('the demo platform').reviewMedia.deleteMany({ where: { status: 'pending' } })

test('shows no media for a review whose picture was hidden before it arrived', async () => {
  await dropPending()
  await pending(world.shop, ['https://a.example.test/hidden.jpg', 'https://b.example.test/late.jpg'], new Date(1_000))
  const where = { shopId: world.shop.id, sourceUrl: { contains: 'hidden.jpg' } }
  await world.ctx.db.reviewMedia.updateMany({ where, data: { hidden: true } })
  const { reviewId } = await world.ctx.db.reviewMedia.findFirstOrThrow({ where })
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#5b1f45' } })
    .png()
    .toBuffer()
  const shows = async () =>
    (await world.ctx.db.review.findUniqueOrThrow({ where: { shopId_id: { shopId: world.shop.id, id: reviewId } } }))
      .hasMedia
  await fetchMedia(world.app.deps, (url) =>
    url.includes('hidden')
      ? Promise.resolve({ bytes, contentType: 'image/png' })
      : Promise.reject(new FetchRefused('unreachable', 'No answer', { retry: true })),
  )
  expect([(await world.ctx.db.reviewMedia.findFirstOrThrow({ where })).status, await shows()]).toEqual(['ready', false])
  await world.ctx.db.reviewMedia.updateMany({
    where: { shopId: world.shop.id, status: 'pending' },
    data: { nextAt: new Date(1_000) },
  })
  await fetchMedia(world.app.deps, () => Promise.resolve({ bytes, contentType: 'image/png' }))
  expect(await shows()).toBe(true)
})

test('does not delay other shops for a shop with many old pictures, on any host', async () => {
  await dropPending()
  await pending(
    world.shop,
    Array.from({ length: 300 }, (_one, index) => `https://big.example.test/${index}.jpg`),
    new Date(1_000),
  )
  await pending(
    world.otherShop,
    ['https://big.example.test/other.jpg', 'https://small.example.test/other.jpg'],
    new Date(2_000),
  )
  const asked: string[] = []
  const fetch: Fetch = (url) => {
    asked.push(url)
    return Promise.reject(new FetchRefused('unreachable', 'No answer'))
  }
  await fetchMedia(world.app.deps, fetch)
  expect(asked.slice(0, 3).sort()).toEqual([
    expect.stringMatching(/big\S+\d\.jpg/),
    'https://big.example.test/other.jpg',
    'https://small.example.test/other.jpg',
  ])
  await dropPending()
})

test('fetches all due pictures in one run, two at a time per host across all processes', async () => {
  await dropPending()
  await pending(
    world.shop,
    Array.from({ length: 7 }, (_one, index) => `https://cdn.example.test/${index}.jpg`),
    new Date(1_000),
  )
  await pending(world.otherShop, ['https://cdn.example.test/other.jpg'], new Date(1_000))
  let other: Promise<number> | undefined
  let now = 0
  let most = 0
  let asked = 0
  const asking = async (during: () => unknown) => {
    most = Math.max(most, ++now)
    asked++
    await during()
    now--
    throw new FetchRefused('type', 'Not a picture')
  }
  // Starts another process during this fetch.
  await fetchMedia(world.app.deps, () => asking(() => (other ??= fetchMedia(world.app.deps, () => asking(() => null)))))
  expect({ asked, most }).toEqual({ asked: 8, most: 2 })
  await dropPending()
})

test('retries after an unexpected failure, and reports it in the end', async () => {
  await pending(world.shop, ['https://odd.example.test/1.jpg'], new Date(1_000))
  const where = { shopId: world.shop.id, host: 'odd.example.test' }
  const fetch: Fetch = () => Promise.reject(new TypeError('odd'))
  const states: string[] = []
  for (let attempt = 0; attempt < 4; attempt++) {
    await fetchMedia(world.app.deps, fetch)
    const { status, error, attempts } = await world.ctx.db.reviewMedia.findFirstOrThrow({ where })
    states.push(`${status} ${error} ${attempts}`)
    await world.ctx.db.reviewMedia.updateMany({
      where: { ...where, status: 'pending' },
      data: { nextAt: new Date(1_000) },
    })
  }
  expect(states).toEqual([
    'pending unexpected 1',
    'pending unexpected 2',
    'pending unexpected 3',
    'failed unexpected 4',
  ])
})

test('reports a host without a DNS address after a second attempt within a minute', async () => {
  await dropPending()
  await pending(world.shop, ['https://missing.example.test/1.jpg'], new Date(1_000))
  const where = { shopId: world.shop.id, host: 'missing.example.test' }
  const row = () => world.ctx.db.reviewMedia.findFirstOrThrow({ where })
  const fetch: Fetch = () =>
    Promise.reject(
      new FetchRefused('unreachable', 'No address', { retry: true, cause: new NoSuchName('missing.example.test') }),
    )
  await fetchMedia(world.app.deps, fetch)
  const first = await row()
  expect(first).toMatchObject({ status: 'pending', error: 'unreachable', attempts: 1 })
  expect((first.nextAt?.getTime() ?? Infinity) - Date.now()).toBeLessThan(60_000)
  await world.ctx.db.reviewMedia.updateMany({ where, data: { nextAt: new Date(1_000) } })
  await fetchMedia(world.app.deps, fetch)
  expect(await row()).toMatchObject({ status: 'failed', error: 'unreachable', attempts: 2, nextAt: null })
})

test('honors Retry-After up to an hour, and increases its own delays', async () => {
  const where = (host: string) => ({ shopId: world.shop.id, host })
  const waits: Record<string, (number | undefined)[]> = {}
  const rests = [30, 120, 600, 3_600]
  const hosts = { 'plain.example.test': null, 'busy.example.test': 600, 'lazy.example.test': 86_400 }
  await dropPending()
  await pending(
    world.shop,
    Object.keys(hosts).map((host) => `https://${host}/1.jpg`),
    new Date(1_000),
  )
  const fetch: Fetch = (url) =>
    Promise.reject(
      new FetchRefused('status', 'Answered 429', {
        retry: true,
        status: 429,
        retryAfter: hosts[new URL(url).host as keyof typeof hosts],
      }),
    )
  for (let attempt = 0; attempt < 2; attempt++) {
    const before = Date.now()
    await fetchMedia(world.app.deps, fetch)
    const after = Date.now()
    for (const host of Object.keys(hosts)) {
      const { nextAt } = await world.ctx.db.reviewMedia.findFirstOrThrow({ where: where(host) })
      const at = nextAt?.getTime() ?? 0
      ;(waits[host] ??= []).push(
        rests.find((seconds) => at >= before + seconds * 1_000 && at <= after + seconds * 1_000),
      )
      await world.ctx.db.reviewMedia.updateMany({ where: where(host), data: { nextAt: new Date(1_000) } })
    }
  }
  expect(waits).toEqual({
    'plain.example.test': [30, 120],
    'busy.example.test': [600, 600],
    'lazy.example.test': [3_600, 3_600],
  })
  await dropPending()
})

/** Ends the lease of the shop's pending media, as after a crash or a slow fetch. */
const leaseOver = () =>
  world.ctx.db.reviewMedia.updateMany({
    where: { shopId: world.shop.id, status: 'pending' },
    data: { nextAt: new Date(1_000) },
  })
const onePicture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#45305b' } })
    .png()
    .toBuffer()

test('keeps the result of the last claim on a picture, and discards that of a late one', async () => {
  await dropPending()
  const bytes = await onePicture()
  const refuse = () => Promise.reject(new FetchRefused('status', 'Answered 404', { status: 404 }))
  const bring = () => Promise.resolve({ bytes, contentType: 'image/png' })
  for (const [host, first, second] of [
    ['kept.example.test', refuse, bring],
    ['lost.example.test', bring, refuse],
  ] as const) {
    await pending(world.shop, [`https://${host}/1.jpg`], new Date(1_000))
    await fetchMedia(world.app.deps, async () => {
      await leaseOver()
      await fetchMedia(world.app.deps, second)
      return first()
    })
  }
  const [kept, lost] = await world.ctx.db.reviewMedia.findMany({
    where: { shopId: world.shop.id, host: { in: ['kept.example.test', 'lost.example.test'] } },
    orderBy: { host: 'asc' },
  })
  expect([kept, lost]).toMatchObject([
    { status: 'ready', error: null, attempts: 2 },
    { status: 'failed', error: 'status', key: '', attempts: 2 },
  ])
  // The late file is recorded before it is written. No row names it, so the purge deletes it.
  expect(await world.ctx.db.unusedFile.count({ where: { shopId: world.shop.id, key: kept?.key ?? '' } })).toBe(2)
})

test('keeps the newer claim’s lease after a late retryable failure', async () => {
  await dropPending()
  await pending(world.shop, ['https://slow.example.test/1.jpg'], new Date(1_000))
  const row = () =>
    world.ctx.db.reviewMedia.findFirstOrThrow({ where: { shopId: world.shop.id, host: 'slow.example.test' } })
  const lease = new Date(Date.now() + 3_600_000)
  await fetchMedia(world.app.deps, async () => {
    await world.ctx.db.reviewMedia.updateMany({
      where: { shopId: world.shop.id, host: 'slow.example.test' },
      data: { attempts: 2, nextAt: lease },
    })
    throw new FetchRefused('unreachable', 'No answer', { retry: true })
  })
  expect(await row()).toMatchObject({ status: 'pending', error: null, attempts: 2, nextAt: lease })
})

test('claims a video only when its download starts, so that its lease does not expire first', async () => {
  await dropPending()
  const hosts = ['one.films.test', 'two.films.test', 'three.films.test']
  await pending(
    world.shop,
    hosts.map((host) => `https://${host}/1.mp4`),
    new Date(1_000),
  )
  const where = { shopId: world.shop.id, host: { in: hosts } }
  await world.ctx.db.reviewMedia.updateMany({ where, data: { kind: 'video' } })
  const taken: number[] = []
  await fetchMedia(world.app.deps, async () => {
    taken.push(await world.ctx.db.reviewMedia.count({ where: { ...where, attempts: 1 } }))
    throw new FetchRefused('type', 'Not a video')
  })
  expect(taken).toEqual([1, 2, 3])
})

test('gives up a picture after repeated crashes, and fetches the others of its batch', async () => {
  await dropPending()
  const bytes = await onePicture()
  const hosts = ['deadly.example.test', 'beside.example.test', 'along.example.test']
  await pending(
    world.shop,
    hosts.map((host) => `https://${host}/1.jpg`),
    new Date(1_000),
  )
  const where = { shopId: world.shop.id, host: { in: hosts } }
  // Four processes claimed them together and crashed.
  await world.ctx.db.reviewMedia.updateMany({ where: { ...where, host: 'deadly.example.test' }, data: { attempts: 4 } })
  await world.ctx.db.reviewMedia.updateMany({
    where: { ...where, host: { not: 'deadly.example.test' } },
    data: { attempts: 1 },
  })
  const asked: string[] = []
  let underWay = 0
  let most = 0
  await fetchMedia(world.app.deps, async (url) => {
    asked.push(new URL(url).host)
    most = Math.max(most, ++underWay)
    await world.ctx.db.reviewMedia.count()
    underWay--
    return { bytes, contentType: 'image/png' }
  })
  expect(asked.sort()).toEqual(['along.example.test', 'beside.example.test'])
  expect(most).toBe(1)
  const rows = await world.ctx.db.reviewMedia.findMany({ where, orderBy: { host: 'asc' } })
  expect(rows).toMatchObject([
    { status: 'ready' },
    { status: 'ready' },
    { host: 'deadly.example.test', status: 'failed', error: 'unexpected', nextAt: null },
  ])
})
