import { encodeId } from '../server/core/global-ids.ts'
import { countStoredTopics } from '../server/shop/analytics/topics/topics.ts'
import { openApp } from './app.ts'
import type { DatabaseBench } from './bench.ts'
import { startChild } from './child.ts'
import { asMerchant, fetchText, latency } from './load.ts'
import { loadReviews } from './load-reviews.ts'
import { percentile } from './rounds.ts'

const mostMs = 200
const reviews = 5_000
const times = 200

export const topics: DatabaseBench = {
  id: 'TOPICS',
  title: `the stored topics of a product with ${reviews.toLocaleString('en')} reviews over HTTP, with their sentences, p99`,
  must: `${mostMs} ms`,
  aim: '50 ms',
  async onDatabase({ place, say }) {
    await using open = await openApp(place)
    const { pool } = place.database
    await loadReviews(pool, { shopId: open.shop.id, products: 1, reviews, isWritten: true })
    const { rows } = await pool.query<{ id: string }>('select id from "Product" where "shopId" = $1', [open.shop.id])
    const productId = rows[0]?.id ?? ''
    const started = performance.now()
    await countStoredTopics(open.ctx, { productId })
    say(`the worker counted them in ${(performance.now() - started).toFixed(0)} ms`)
    await using server = await startChild('candor-server.ts', { reach: place.reach })
    const asked = asMerchant(open.token)(
      `query ($id: ID) { viewer { shop { topics(productId: $id) { reviews topics { word mentions good bad quotes { rate text } } } } } }`,
      { id: encodeId('Product', productId) },
    )
    const answer = await fetchText(server.ready.url, asked)
    if (!answer.includes(`"reviews":${reviews}`)) throw new Error(answer.slice(0, 300))
    const taken: number[] = []
    for (let time = 0; time < times; time++) taken.push(await latency(server.ready.url, asked))
    const p99 = percentile(taken, 99)
    say(`median ${percentile(taken, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
    return { figure: `${p99.toFixed(0)} ms`, ok: p99 <= mostMs }
  },
}
