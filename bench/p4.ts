import { createKey } from '../server/shop/api-keys/api-keys.ts'
import { openApp } from './app.ts'
import type { DatabaseBench, Outcome, Stage } from './bench.ts'
import { startChild, type Child } from './child.ts'
import { fetchText, load, type Asked } from './load.ts'
import { loadReviews } from './load-reviews.ts'
import { startPeer } from './peer.ts'
import type { BenchDatabase } from './bench-database.ts'
import { compare, formatSpread } from './rounds.ts'

const fullRows = 100_000
const pageSize = 20
const must = 0.7

const ours = `query ReviewList($first: Int!) {
  viewer { shop { reviews(first: $first, sort: RECENT) {
    edges { cursor node { id title content rate status source createdAt firstName lastName verified reply { content createdAt } product { title } } }
    pageInfo { hasNextPage endCursor }
  } } }
}`

const theirs = `query ReviewList($first: Int!, $shop: UUID!) {
  allReviews(first: $first, condition: { shopId: $shop }, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) {
    edges { cursor node { id title content rate status source createdAt firstName lastName verifiedBy replyContent replyAt productByShopIdAndProductId { title } } }
    pageInfo { hasNextPage endCursor }
  }
}`

const raw = `select json_build_object('edges', coalesce(json_agg(json_build_object('cursor', page."createdAt", 'node', page.node)), '[]'))::text as body from (
  select r."createdAt", json_build_object('id', r.id, 'title', r.title, 'content', r.content, 'rate', r.rate, 'status', r.status, 'source', r.source,
    'createdAt', r."createdAt", 'firstName', r."firstName", 'lastName', r."lastName", 'verified', r."verifiedBy" <> 'none',
    'reply', r."replyContent", 'product', json_build_object('title', p.title)) as node
  from "Review" r left join "Product" p on p."shopId" = r."shopId" and p.id = r."productId"
  where r."shopId" = $1::uuid and r.status <> 'deleted' order by r."createdAt" desc, r.id desc limit $2::int) page`

export const p4: DatabaseBench = {
  id: 'P4',
  title: `a page of ${pageSize} of the admin's list over GraphQL against PostGraphile 5, requests a second`,
  must: '0.7',
  aim: '1.0',
  async onDatabase(stage) {
    const { place, options, say } = stage
    const program = await startPeer('postgraphile', say)
    await using open = await openApp(place)
    await loadReviews(place.database.pool, { shopId: open.shop.id, products: 200, reviews: options.rows ?? fullRows })
    const shop = await open.ctx.db.shop.update({ where: { id: open.shop.id }, data: { plan: 'enterprise' } })
    const { key } = await createKey(open.app.contextOf(shop, { kind: 'system', name: 'P4' }), {
      name: 'P4',
      scopes: ['READ'],
    })
    await using candor = await startChild('candor-server.ts', {
      reach: place.reach,
      // The limit of a key is not what this measures.
      variables: { CANDOR_KEY_REQUESTS: '100000000' },
    })
    await using postgraphile = await startChild(program, { url: place.reach.url })
    await using sql = await startChild('sql-server.ts', {
      reach: place.reach,
      text: raw,
      values: [open.shop.id, pageSize],
    })
    return await measure(stage, { candor, postgraphile, sql, token: open.token, key, shopId: open.shop.id })
  },
}

interface Sides {
  candor: Child
  postgraphile: Child
  sql: Child
  token: string
  key: string
  shopId: string
}

async function measure(
  { options, say }: Stage & { place: BenchDatabase },
  { candor, postgraphile, sql, token, key, shopId }: Sides,
): Promise<Outcome> {
  const post = (body: object, headers: Record<string, string> = {}): Asked => ({
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const askOurs = post({ query: ours, variables: { first: pageSize } }, { 'x-auth-token': token })
  const askWithKey = post({ query: ours, variables: { first: pageSize } }, { authorization: `Bearer ${key}` })
  const askTheirs = post({ query: theirs, variables: { first: pageSize, shop: shopId } })
  const answers = [
    await fetchText(candor.ready.url, askOurs),
    await fetchText(candor.ready.url, askWithKey),
    await fetchText(postgraphile.ready.url, askTheirs),
    await fetchText(sql.ready.url, { path: '/' }),
  ]
  if (new Set(answers.map(numbersOf)).size > 1)
    throw new Error(
      `The sides do not answer the same reviews:\n${answers.map((text) => text.slice(0, 500)).join('\n')}`,
    )

  const statements = await listStatements(candor, askOurs)
  const ofKey = await listStatements(candor, askWithKey)
  const reading = statements.filter((text) => /from\s+(public\.|"public"\.)?"?(Review|Product)"/i.test(text))
  say(
    `statements of a page: ${reading.length} for its data, of ${statements.length} in all; with an API key ${ofKey.length}`,
  )
  for (const text of statements) say(`  ${text.replace(/\s+/g, ' ').slice(0, 200)}`)

  const rate = (url: string, asked: Asked) => async () =>
    (await load(url, [asked], { seconds: options.seconds })).perSecond
  const { a, b, ratio } = await compare(
    options.rounds,
    rate(candor.ready.url, askOurs),
    rate(postgraphile.ready.url, askTheirs),
  )
  const limit = await compare(
    Math.min(2, options.rounds),
    rate(candor.ready.url, askOurs),
    rate(sql.ready.url, { path: '/' }),
  )
  const keyed = await compare(
    Math.min(2, options.rounds),
    rate(candor.ready.url, askWithKey),
    rate(candor.ready.url, askOurs),
  )
  const withKey = ratio.median * keyed.ratio.median
  say(`Candor ${formatSpread(a)}/s   PostGraphile ${formatSpread(b)}/s   ratio ${formatSpread(ratio)}`)
  say(`raw SQL over node:http ${formatSpread(limit.b)}/s   Candor / raw ${formatSpread(limit.ratio)}`)
  say(`with an API key ${formatSpread(keyed.a)}/s, ${withKey.toFixed(2)} times PostGraphile`)
  return {
    figure: ratio.median.toFixed(2),
    ok: Math.min(ratio.median, withKey) >= must && reading.length === 1 && ofKey.length === statements.length,
  }
}

async function listStatements(candor: Child, asked: Asked): Promise<string[]> {
  await candor.ask('count')
  await fetchText(candor.ready.url, asked)
  return (await candor.ask('counted')) as string[]
}

/** Returns the order of a page's reviews by the number at the end of each text. */
const numbersOf = (text: string): string => [...text.matchAll(/No\. (\d+)"/g)].map(([, number]) => number).join(' ')
