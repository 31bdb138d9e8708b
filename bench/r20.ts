import { maxShopperPosts } from '../rules/limits.ts'
import { openApp } from './app.ts'
import type { DatabaseBench } from './bench.ts'
import { startChild } from './child.ts'
import type { Flood } from './flood.ts'
import { asMerchant, fetchAnswer, loadAtPace, type Asked } from './load.ts'
import { loadReviews } from './load-reviews.ts'
import { percentile } from './rounds.ts'

const [fullPosts, seconds] = [10_000, 60]
/** Client addresses that stay within their limit and together post half of the flood. */
const addresses = Math.ceil(fullPosts / 2 / maxShopperPosts)
const perSecond = 20
const must = 2
/** Invalid ratings, in JSON and in a form. */
const hostileRatings = [
  '1e309',
  '-1',
  '0',
  '6',
  '5.5',
  '"5.5"',
  '"five"',
  '1' + '0'.repeat(400),
  '[]',
  '[5]',
  '{}',
  'null',
  'true',
  '""',
  '-0',
  '1e-9',
  '"5e0"',
  '"٥"',
  '"\\u0000005"',
  '"0x5"',
  '9007199254740993',
]

const list = `{ viewer { shop { reviews(first: 20, sort: RECENT) { edges { node { id title content rate status createdAt } } pageInfo { hasNextPage } } } } }`

export const r20: DatabaseBench = {
  id: 'R20',
  title: `${fullPosts.toLocaleString('en')} posts of the review form in ${seconds} s: limits hold, admin p99 during / before; hostile ratings stored; errors of the server`,
  must: `${must}x; 0; 0`,
  aim: '1.2x; 0; 0',
  async onDatabase({ place, options, say }) {
    await using open = await openApp(place)
    await loadReviews(place.database.pool, { shopId: open.shop.id, products: 50, reviews: 20_000 })
    await using server = await startChild('candor-server.ts', {
      reach: place.reach,
      role: 'all',
      variables: { CANDOR_TRUST_PROXY: '1' },
    })
    const { url } = server.ready
    const path = `/storefront/${open.shop.shopifyDomain}/products/product-1/reviews`
    const posts = options.rows ?? fullPosts
    await using flood = await startChild('flood.ts', {
      url,
      path,
      posts,
      seconds: (seconds * posts) / fullPosts,
      addresses,
    } satisfies Flood)
    const asked = [asMerchant(open.token)(list)]
    const until = (ms: number) => {
      const end = performance.now() + ms
      return () => performance.now() > end
    }
    const stored = async () =>
      Number(
        (
          await place.database.pool.query<{ count: string }>(
            `select count(*) from "Review" where title like 'Flood %' or title = 'Hostile'`,
          )
        ).rows[0]?.count,
      )
    await loadAtPace(url, asked, { perSecond, over: until(3_000) })
    const before = await loadAtPace(url, asked, { perSecond, over: until(15_000) })
    let ended = false
    const running = flood.ask('post').finally(() => (ended = true))
    const during = await loadAtPace(url, asked, { perSecond, over: () => ended })
    const statuses = (await running) as Record<string, number>
    const [calm, busy] = [percentile(before, 99), percentile(during, 99)]
    const kept = await stored()
    const most = (addresses + 1) * maxShopperPosts
    say(
      `answers ${Object.entries(statuses)
        .map(([status, count]) => `${status}: ${count}`)
        .join(
          ', ',
        )}; ${kept} stored of at most ${most}; admin p50 ${percentile(before, 50).toFixed(1)} and ${percentile(during, 50).toFixed(1)} ms, p99 ${calm.toFixed(1)} and ${busy.toFixed(1)} ms`,
    )
    const hostile = await postHostile(url, path)
    const hostileKept = (await stored()) - kept
    const errors =
      Object.entries({ ...statuses }).reduce((sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0), 0) +
      hostile.errors
    say(`${hostile.tried} hostile ratings: ${hostileKept} stored, ${hostile.errors} errors of the server`)
    const ratio = busy / calm
    return {
      figure: `${ratio.toFixed(2)}x; ${hostileKept}; ${errors}${kept > most ? `; ${kept - most} over the limit` : ''}`,
      ok: ratio <= must && hostileKept === 0 && errors === 0 && kept <= most,
    }
  },
}

/** Posts each rating as JSON and in a form, each from another address, so that no rate limit interferes. */
async function postHostile(url: string, path: string): Promise<{ tried: number; errors: number }> {
  const posts = hostileRatings.flatMap((rating, at): Asked[] => {
    const form = new URLSearchParams({
      rate: rating.replace(/^"|"$/g, ''),
      title: 'Hostile',
      content: 'Hostile',
      name: 'Flo',
      email: 'flo@reader.test',
    })
    // In a form, where everything is text, "5" is five stars.
    return [
      {
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${at}` },
        body: `{"rate":${rating},"title":"Hostile","content":"Hostile","name":"Flo","email":"flo@reader.test"}`,
      },
      {
        path,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': `192.0.2.${at}` },
        body: form.toString(),
      },
    ]
  })
  let errors = 0
  for (const post of posts) if ((await fetchAnswer(url, post)).status >= 500) errors += 1
  return { tried: posts.length, errors }
}
