import type { DatabaseBench } from './bench.ts'
import { startChild } from './child.ts'
import { fullImportRows } from './import-files.ts'
import type { MerchantTokens } from './import-server.ts'
import { fetchText, loadAtPace, type Asked } from './load.ts'
import { percentile, formatSpread, spreadOf } from './rounds.ts'

/** Size of the other shop, whose shoppers send requests during the import. */
const neighbour = { products: 500, reviews: 20_000 }
const perSecond = 50
const idleRequests = 500
const must = 2

export const p12: DatabaseBench = {
  id: 'P12',
  title: `p99 of another shop's storefront during an import of 100,000 rows against p99 without it, ${perSecond} requests a second`,
  must: '2',
  aim: '1.1',
  async onDatabase({ place, options, say }) {
    await using server = await startChild(
      'import-server.ts',
      { reach: place.reach, neighbour },
      { before: ['any-rows.ts'] },
    )
    const { token, neighbour: shopDomain } = (await server.ask('who')) as MerchantTokens
    const { url } = server.ready
    await using merchant = await startChild('merchant.ts', { url, token, rows: options.rows ?? fullImportRows })
    const requests = requestsOf(shopDomain)
    const ask = (over: () => boolean) => loadAtPace(url, requests, { perSecond, over })
    const idle = async () => {
      const until = performance.now() + (idleRequests / perSecond) * 1000
      return ask(() => performance.now() > until)
    }
    const during = async () => {
      let ended = false
      const running = merchant.ask('import').finally(() => (ended = true))
      const times = await ask(() => ended)
      await running
      await fetchText(url, requests[0] ?? { path: '/' })
      return times
    }
    // Delete the rows, so that the next round imports new ones again.
    const forget = () =>
      place.database.pool.query(
        `delete from "Review" where "shopId" = (select id from "Shop" where "shopifyDomain" = 'bench.myshopify.com')`,
      )
    // Warm up: compile the code and collect the tables' statistics.
    await idle()
    await during()
    await forget()
    const ratios: number[] = []
    for (let round = 0; round < options.rounds; round++) {
      const before = await idle()
      const busy = await during()
      await forget()
      const quiet = [...before, ...(await idle())]
      const [during99, idle99] = [percentile(busy, 99), percentile(quiet, 99)]
      ratios.push(during99 / idle99)
      const half = (times: readonly number[], kept: number) =>
        percentile(
          times.filter((_time, at) => at % 2 === kept),
          99,
        ).toFixed(1)
      say(
        `idle p99 ${idle99.toFixed(1)} ms (from the cache ${half(quiet, 0)}, not ${half(quiet, 1)})   during ${during99.toFixed(1)} ms (${half(busy, 0)}, ${half(busy, 1)}), p50 ${percentile(busy, 50).toFixed(1)} ms, of ${busy.length.toLocaleString('en')}`,
      )
    }
    const ratio = spreadOf(ratios)
    say(`during / idle ${formatSpread(ratio)}`)
    return { figure: ratio.median.toFixed(2), ok: ratio.median <= must }
  },
}

/** Returns requests that alternate between one popular page and pages of other sizes that are not cached. */
function requestsOf(shopDomain: string): Asked[] {
  const page = (product: number, first: number): Asked => ({
    path: `/storefront/${shopDomain}/products/product-${product}/reviews?first=${first}`,
  })
  return Array.from({ length: neighbour.products * 10 }, (_none, at) => [
    page(1, 10),
    page((at % neighbour.products) + 1, 5 + Math.floor(at / neighbour.products)),
  ]).flat()
}
