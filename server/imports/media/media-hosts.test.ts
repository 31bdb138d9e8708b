import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { FetchRefused } from '../../core/files/fetch-remote.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { fetchMedia, type Fetch } from './media.ts'

let world: World
// Starts no background worker, so only the tests fetch.
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())
beforeEach(() => everywhere().reviewMedia.deleteMany())

const everywhere = () => world.app.deps.access.acrossShops('the demo platform')
const due = new Date(1_000)
const notDue = new Date(Date.now() + 3_600_000)
const hosts = (count: number) =>
  Array.from({ length: count }, (_one, index) => `h${String(index).padStart(4, '0')}.test`)

interface Row {
  nextAt: Date
  attempts?: number
  kind?: 'image' | 'video'
}

/** Adds a review of the shop with a picture or video from each host. */
async function pending(shop: Shop, of: readonly string[], { kind = 'image', ...row }: Row): Promise<void> {
  const ctx = world.contextOf(shop)
  const [review] = await addReviews(ctx, { status: 'published' })
  await ctx.db.reviewMedia.createMany({
    data: of.map((host, position) => ({
      ...row,
      kind,
      shopId: shop.id,
      id: uuidv7(),
      reviewId: review?.id ?? '',
      status: 'pending' as const,
      position,
      host,
      sourceUrl: `https://${host}/${kind}/${position}`,
      createdAt: ctx.now(),
    })),
  })
}

/** Fetches media and returns the requested hosts in order. Each answers 404. */
async function look(): Promise<string[]> {
  const asked: string[] = []
  const fetch: Fetch = (url) => {
    asked.push(new URL(url).host)
    return Promise.reject(new FetchRefused('status', 'Answered 404', { status: 404 }))
  }
  await fetchMedia(world.app.deps, fetch)
  return asked
}

test('fetches every picture in the end, however many hosts a shop has', async () => {
  await pending(world.shop, hosts(230), { nextAt: due })
  expect((await look()).sort()).toEqual(hosts(230))
})

test('does not delay other shops for a shop with hundreds of hosts', async () => {
  await pending(world.shop, hosts(300), { nextAt: due })
  const five = hosts(5).map((host) => `other-${host}`)
  await pending(world.otherShop, five, { nextAt: due })
  const asked = await look()
  expect(asked.slice(0, 12)).toEqual(expect.arrayContaining(five))
})

test('gives a host a rest that another shop’s request earned, even outside the scanned hosts', async () => {
  await pending(world.shop, hosts(60), { nextAt: notDue })
  await pending(world.shop, ['shared.test', 'shared.test'], { nextAt: new Date(Date.now() + 30_000), attempts: 1 })
  await pending(world.otherShop, ['shared.test'], { nextAt: due })
  expect(await look()).toEqual([])
  await world.ctx.db.reviewMedia.updateMany({
    where: { shopId: world.shop.id, host: 'shared.test' },
    data: { error: 'unreachable' },
  })
  expect(await look()).toEqual(['shared.test'])
})

/** Returns how many index entries one scan reads when nothing is due. */
async function entriesRead(): Promise<number> {
  return everywhere().$transaction(async (tx) => {
    // Disables sequential scans, which are cheaper for few rows but not for many.
    await tx.$executeRawUnsafe('set local enable_seqscan = off')
    await tx.$executeRawUnsafe('set local enable_bitmapscan = off')
    const read = async () =>
      (
        await tx.$queryRaw<{ count: number }[]>`
      select sum(pg_stat_get_xact_tuples_returned(oid))::int as count from pg_class where relkind = 'i' and relname like 'ReviewMedia%'`
      )[0]?.count ?? 0
    // The connection's reads may not be in the statistics yet.
    const before = await read()
    const { deps } = world.app
    const within = { $transaction: (work: (same: typeof tx) => Promise<unknown>) => work(tx) } as unknown as ReturnType<
      typeof everywhere
    >
    await fetchMedia({ ...deps, access: { ...deps.access, acrossShops: () => within } }, () =>
      Promise.reject(new Error('nothing is due')),
    )
    return (await read()) - before
  })
}

test('reads some of the index entries of a shop with four thousand hosts', async () => {
  await pending(world.shop, hosts(4_000), { nextAt: notDue })
  await everywhere().$executeRawUnsafe('analyze "ReviewMedia"')
  const read = await entriesRead()
  expect(read).toBeGreaterThan(100)
  // A table that was just filled has more pages to read.
  expect(read).toBeLessThan(2_000)
})

describe('a slow server', () => {
  /** Delays slow servers and videos until `enough` others were requested, or more than `most` wait. */
  function slowUntil({ enough, most }: { enough: number; most: number }) {
    const seen = { slow: 0, mostSlow: 0, quickBeside: 0 }
    const answer = new AbortController()
    const fetch: Fetch = async (url) => {
      if (/slow|video/.test(url)) {
        seen.mostSlow = Math.max(seen.mostSlow, ++seen.slow)
        if (seen.slow > most) answer.abort()
        if (!answer.signal.aborted) await once(answer.signal, 'abort')
        seen.slow--
      } else if (!answer.signal.aborted && ++seen.quickBeside >= enough) answer.abort()
      throw new FetchRefused('type', 'Not a picture')
    }
    return { seen, fetch }
  }

  const slowHosts = hosts(20).map((host) => `slow-${host}`)
  const cdn = (count: number) => Array<string>(count).fill('cdn.test')

  test('of one shop delays no other shop and takes at most four of six slots', async () => {
    await pending(world.shop, slowHosts, { nextAt: due })
    await pending(world.otherShop, cdn(12), { nextAt: due })
    const { seen, fetch } = slowUntil({ enough: 12, most: 4 })
    await fetchMedia(world.app.deps, fetch)
    expect(seen.quickBeside).toBe(12)
    expect([3, 4]).toContain(seen.mostSlow)
  })

  test('does not delay a shop that is added during the request', async () => {
    await pending(world.shop, slowHosts, { nextAt: due })
    const { seen, fetch } = slowUntil({ enough: 5, most: 4 })
    let comes: Promise<void> | undefined
    await fetchMedia(world.app.deps, (url, limits) => {
      comes ??= pending(world.otherShop, cdn(5), { nextAt: due })
      return fetch(url, limits)
    })
    expect(seen).toMatchObject({ quickBeside: 5, mostSlow: 4 })
  })

  test.each([
    ['a server of its own', 'films.test'],
    ['the server of the pictures', 'cdn.test'],
  ])('with a video delays no picture and gets no second video: %s', async (_which, host) => {
    await pending(world.shop, Array<string>(3).fill(host), { nextAt: due, kind: 'video' })
    await pending(world.shop, cdn(12), { nextAt: due })
    const { seen, fetch } = slowUntil({ enough: 12, most: 1 })
    await fetchMedia(world.app.deps, fetch)
    expect(seen).toMatchObject({ quickBeside: 12, mostSlow: 1 })
  })
})
