import { openApp } from './app.ts'
import type { DatabaseBench } from './bench.ts'
import { startChild } from './child.ts'
import { fetchText } from './load.ts'
import { loadReviews } from './load-reviews.ts'
import { percentile } from './rounds.ts'

const fullReads = 10_000
/** Reads after each change from each of the two processes. */
const readsEach = 25
const mustMs = 1_000

export const p6: DatabaseBench = {
  id: 'P6',
  title: `stale answers among ${fullReads.toLocaleString('en')} cached reads of two processes: none from the one that published, none from the other after ${mustMs} ms`,
  must: '0',
  aim: '0',
  async onDatabase({ place, options, say }) {
    await using open = await openApp(place)
    await loadReviews(place.database.pool, { shopId: open.shop.id, products: 5, reviews: 500 })
    await using writer = await startChild('candor-server.ts', { reach: place.reach })
    await using other = await startChild('candor-server.ts', { reach: place.reach })
    const path = `/storefront/${open.shop.shopifyDomain}/products/product-1/reviews`
    const countAt = async ({ ready: { url } }: typeof writer) =>
      (JSON.parse(await fetchText(url, { path })) as { summary: { count: number } }).summary.count
    const found = await place.database.pool.query<{ id: string }>(
      `select r.id from "Review" r join "Product" p on p."shopId" = r."shopId" and p.id = r."productId" where p.handle = 'product-1' and r.status = 'published' limit 1`,
    )
    const id = found.rows[0]?.id ?? ''
    const act = (name: string) =>
      fetchText(writer.ready.url, {
        path: `/apiSa/reviews/${id}/${name}`,
        method: 'POST',
        body: '{}',
        headers: { 'x-auth-token': open.token, 'content-type': 'application/json' },
      })
    let expected = await countAt(writer)
    await countAt(other)
    const waits: number[] = []
    let stale = 0
    const rounds = Math.ceil((options.rows ?? fullReads) / (2 * readsEach))
    for (let round = 0; round < rounds; round++) {
      await act(round % 2 === 0 ? 'unpublish' : 'publish')
      const since = performance.now()
      expected += round % 2 === 0 ? -1 : 1
      for (let read = 0; read < readsEach; read++) if ((await countAt(writer)) !== expected) stale += 1
      while ((await countAt(other)) !== expected && performance.now() - since < mustMs);
      waits.push(performance.now() - since)
      for (let read = 0; read < readsEach; read++) if ((await countAt(other)) !== expected) stale += 1
    }
    say(
      `${rounds} changes; the other process was right after ${percentile(waits, 50).toFixed(1)} ms, p99 ${percentile(waits, 99).toFixed(1)} ms, the ${readsEach} reads of the first one before it included`,
    )
    return { figure: String(stale), ok: stale === 0 }
  },
}
