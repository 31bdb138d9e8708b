import { deepStrictEqual } from 'node:assert'
import { openApp } from './app.ts'
import type { DatabaseBench, Outcome, Stage } from './bench.ts'
import { startChild, type Child } from './child.ts'
import { fetchAnswer, load, type Asked } from './load.ts'
import { loadReviews } from './load-reviews.ts'
import { compare, formatSpread, spreadOf, type Comparison } from './rounds.ts'
import { fragmentReads, fullRows, pageReads, pageSize, products, zipped } from './storefront-reads.ts'

const must = { perSecond: 0.5, notModified: 0.7 }

export const p1: DatabaseBench = {
  id: 'P1',
  title: `a product's page of ${pageSize} reviews from the cache, as HTML and as JSON, against node:http that sends the same bytes from memory, requests a second; and a 304`,
  must: '0.5, 304 0.7',
  aim: '0.8',
  async onDatabase(stage) {
    const { place, options } = stage
    await using open = await openApp(place)
    const { shopifyDomain: shopDomain, id: shopId } = open.shop
    await loadReviews(place.database.pool, { shopId, products, reviews: options.rows ?? fullRows })
    await using candor = await startChild('candor-server.ts', { reach: place.reach })
    await using bare = await startChild('bare-server.ts', { url: candor.ready.url, shopDomain })
    return await measure(stage, { candor, bare, shopDomain })
  },
}

async function measure(
  { options, say }: Stage,
  { candor, bare, shopDomain }: { candor: Child; bare: Child; shopDomain: string },
): Promise<Outcome> {
  const fragments = zipped(fragmentReads(shopDomain))
  const pages = zipped(pageReads(shopDomain))
  const known = await Promise.all(
    fragments.map(async (asked): Promise<Asked> => {
      const { etag } = await fetchAnswer(candor.ready.url, asked)
      return { ...asked, headers: { ...asked.headers, 'if-none-match': etag } }
    }),
  )
  const compared = async (name: string, requests: readonly Asked[], status?: number): Promise<Comparison> => {
    const bytes = await sameAnswers(candor, bare, requests[7])
    const p99: Record<'candor' | 'bare', number[]> = { candor: [], bare: [] }
    const side = (key: 'candor' | 'bare', child: Child) => async () => {
      const measured = await load(child.ready.url, requests, { seconds: options.seconds, status })
      p99[key].push(measured.p99ms)
      return measured.perSecond
    }
    const found = await compare(options.rounds, side('candor', candor), side('bare', bare))
    say(
      `${name} (${bytes} B): Candor ${formatSpread(found.a)}/s, p99 ${formatSpread(spreadOf(p99.candor), ' ms')}   node:http ${formatSpread(found.b)}/s, p99 ${formatSpread(spreadOf(p99.bare), ' ms')}   ratio ${formatSpread(found.ratio)}`,
    )
    return found
  }
  const html = await compared('HTML fragment, gzip', fragments)
  const json = await compared('JSON, gzip', pages)
  const notModified = await compared('304 of the fragment', known, 304)
  const worst = Math.min(html.ratio.median, json.ratio.median)
  return {
    figure: `${worst.toFixed(2)}, 304 ${notModified.ratio.median.toFixed(2)}`,
    ok: worst >= must.perSecond && notModified.ratio.median >= must.notModified,
  }
}

/**
 * Checks that both sides send the same status, headers and bytes, except time and request id. Returns the body's
 * length.
 */
async function sameAnswers(candor: Child, bare: Child, asked: Asked | undefined): Promise<number> {
  if (!asked) return 0
  const read = async (child: Child) => {
    const { status, rawHeaders, body } = await fetchAnswer(child.ready.url, asked)
    const pairs = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [`${name.toLowerCase()}: ${String(rawHeaders[index + 1])}`] : [],
    )
    return { status, headers: pairs.filter((pair) => !/^(date|x-request-id):/.test(pair)).sort(), body }
  }
  const [ours, theirs] = [await read(candor), await read(bare)]
  deepStrictEqual(ours, theirs)
  return ours.body.length
}
