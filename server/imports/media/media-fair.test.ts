import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { FetchRefused } from '../../core/files/fetch-remote.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { fetchMedia, type Fetch } from './media.ts'

let world: World
// Only what the test asks for is fetched: nothing works in the background.
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())
beforeEach(() => world.app.deps.access.acrossShops('the demo platform').reviewMedia.deleteMany())

async function pending(shop: Shop, hosts: readonly string[], kind: 'image' | 'video' = 'image'): Promise<void> {
  const ctx = world.contextOf(shop)
  const [review] = await addReviews(ctx, { status: 'published' })
  await ctx.db.reviewMedia.createMany({
    data: hosts.map((host, position) => ({
      shopId: shop.id,
      id: uuidv7(),
      reviewId: review?.id ?? '',
      status: 'pending' as const,
      kind,
      position,
      host,
      sourceUrl: `https://${host}/${kind}/${position}`,
      nextAt: new Date(1_000),
      createdAt: ctx.now(),
    })),
  })
}

/** Videos, and servers named slow, answer when `enough` others were asked, or after half a minute. */
function slowUntil(enough: number) {
  const seen = { slow: 0, mostSlow: 0, quickMeanwhile: 0 }
  const answer = new AbortController()
  const timer = setTimeout(() => answer.abort(), 30_000)
  const fetch: Fetch = async (url) => {
    if (/slow|video/.test(url)) {
      seen.mostSlow = Math.max(seen.mostSlow, ++seen.slow)
      if (!answer.signal.aborted) await once(answer.signal, 'abort')
      seen.slow--
    } else if (!answer.signal.aborted && ++seen.quickMeanwhile >= enough) answer.abort()
    throw new FetchRefused('type', 'Not a picture')
  }
  return { seen, fetch, end: () => clearTimeout(timer) }
}

const slowHosts = (count: number) => Array.from({ length: count }, (_one, at) => `slow-${at}.test`)

test('slow servers of one shop hold up neither another shop nor more than four of six slots', async () => {
  await pending(world.shop, slowHosts(20))
  await pending(world.otherShop, Array<string>(12).fill('cdn.test'))
  const { seen, fetch, end } = slowUntil(12)
  await fetchMedia(world.app.deps, fetch)
  end()
  expect(seen.quickMeanwhile).toBe(12)
  expect([3, 4]).toContain(seen.mostSlow)
})

test("a shop that comes while another one's slow servers are asked does not wait for them", async () => {
  await pending(world.shop, slowHosts(20))
  const { seen, fetch, end } = slowUntil(5)
  let comes: Promise<void> | undefined
  await fetchMedia(world.app.deps, (url, limits) => {
    comes ??= pending(world.otherShop, Array<string>(5).fill('cdn.test'))
    return fetch(url, limits)
  })
  end()
  expect(seen).toMatchObject({ quickMeanwhile: 5, mostSlow: 4 })
})

test.each([
  ['a server of its own', 'films.test'],
  ['the server of the pictures', 'cdn.test'],
])('a slow video of %s holds up no picture, and no second video is fetched beside it', async (_which, host) => {
  await pending(world.shop, Array<string>(3).fill(host), 'video')
  await pending(world.shop, Array<string>(12).fill('cdn.test'))
  const { seen, fetch, end } = slowUntil(12)
  await fetchMedia(world.app.deps, fetch)
  end()
  expect(seen).toMatchObject({ quickMeanwhile: 12, mostSlow: 1 })
})
